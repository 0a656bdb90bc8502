import pytest

from lookclear.errors import UsageError
from search_ui.admin.access import (
    FORM_COOKIE,
    LOGIN_COOKIE,
    LOGIN_S,
    Access,
    check_listening,
    comes_from_here,
    host_name,
    is_loopback,
)

TOKEN = "a-secret-of-24-characters"


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("client", "host", "headers", "enters"),
    [
        ("127.0.0.1", "127.0.0.1:8080", {}, True),
        ("127.0.0.1", "localhost", {}, True),
        ("::1", "[::1]:8080", {}, True),
        ("127.0.0.1", "marsh.localhost:8080", {}, True),
        ("::ffff:127.0.0.1", "localhost", {}, True),
        ("127.0.0.1", "evil.example", {}, False),  # its name was made to resolve to this machine
        ("127.0.0.1", "localhost.evil.example", {}, False),
        ("127.0.0.1", "evil.example/@localhost", {}, False),
        ("127.0.0.1", "", {}, False),
        ("192.168.1.7", "localhost", {}, False),
        ("", "localhost", {}, False),
        ("127.0.0.1", "localhost", {"x-forwarded-for": "8.8.8.8"}, False),  # passed on by a proxy
        ("127.0.0.1", "localhost", {"authorization": "Bearer x"}, True),
    ],
)
def test_without_a_token_only_this_machine_enters(
    client: str, host: str, headers: dict[str, str], enters: bool
) -> None:
    assert Access.of("", Clock()).admits(client, host, headers, {}) is enters


def test_with_a_token_a_login_or_the_token_itself_enters_from_anywhere() -> None:
    clock = Clock()
    access = Access.of(TOKEN, clock)
    cookie = access.login_cookie()
    assert not access.admits("127.0.0.1", "localhost", {}, {})
    assert access.admits("8.8.8.8", "marsh.example", {}, {LOGIN_COOKIE: cookie})
    assert access.admits("8.8.8.8", "marsh.example", {"authorization": f"Bearer {TOKEN}"}, {})
    assert not access.admits("8.8.8.8", "x", {"authorization": f"Bearer {TOKEN}x"}, {LOGIN_COOKIE: cookie})
    assert not access.admits("8.8.8.8", "x", {}, {LOGIN_COOKIE: "9" + cookie})
    assert not access.admits("8.8.8.8", "x", {}, {LOGIN_COOKIE: cookie[:-1] + "é"})
    assert not Access.of(TOKEN + "2", clock).admits("8.8.8.8", "x", {}, {LOGIN_COOKIE: cookie})
    assert Access.of(TOKEN, clock).admits("8.8.8.8", "x", {}, {LOGIN_COOKIE: cookie})  # after a restart
    clock.now += LOGIN_S + 1
    assert not access.admits("8.8.8.8", "x", {}, {LOGIN_COOKIE: cookie})


def test_a_form_belongs_to_the_browser_it_was_shown_to() -> None:
    access = Access.of("", Clock())
    token = access.form_token("cookie")
    assert access.is_own_form(token, {FORM_COOKIE: "cookie"})
    for given, cookies in ((token, {}), (token, {FORM_COOKIE: "other"}), ("", {FORM_COOKIE: "cookie"})):
        assert not access.is_own_form(given, cookies)
    assert not access.is_own_form(access.form_token(""), {FORM_COOKIE: ""})
    assert not Access.of("", Clock()).is_own_form(token, {FORM_COOKIE: "cookie"})


@pytest.mark.parametrize(
    ("headers", "own"),
    [
        ({}, True),
        ({"sec-fetch-site": "same-origin", "origin": "http://a.test"}, True),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"origin": "http://b.test"}, False),
        ({"origin": "https://a.test"}, False),
        ({"origin": "null"}, False),
    ],
)
def test_what_another_site_sends_is_told_apart(headers: dict[str, str], own: bool) -> None:
    assert comes_from_here(headers, "http://a.test") is own


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.168.1.7", "marsh.example"])
def test_listening_in_public_needs_a_token(host: str) -> None:
    with pytest.raises(UsageError, match="without a token") as caught:
        check_listening(host, " ")
    assert "LOOKCLEAR_ADMIN_TOKEN" in str(caught.value)
    check_listening(host, TOKEN)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "localhost", "::1"])
def test_listening_on_this_machine_needs_none(host: str) -> None:
    check_listening(host, "")


def test_a_short_token_is_refused_with_a_way_to_make_one() -> None:
    with pytest.raises(UsageError, match="openssl"):
        Access.of("1234", Clock())


def test_names_of_hosts_are_read_strictly() -> None:
    assert host_name("user@localhost") == ""
    assert host_name("[::1") == ""
    assert not is_loopback("127.0.0.1.example")
