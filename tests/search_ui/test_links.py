import pytest
from hypothesis import given
from hypothesis import strategies as st

from search_ui.links import MAX_SHOWN_CHARACTERS, host_of, safe_href, trail


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\nscript:alert(1)",
        " javascript:alert(1)",
        "\x01javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:msgbox(1)",
        "file:///etc/passwd",
        "ftp://example.org/",
        "//example.org/",
        "/search",
        "https://",
        "https:///path",
        "http://[::1",
        "http://example.org:port/",
        "http://exa mple.org/",
        "http://example.org/\u202efdp.exe",
        "",
    ],
)
def test_only_a_plain_web_address_becomes_a_link(url: str) -> None:
    assert safe_href(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org",
        "HTTPS://Example.org/A",
        "https://zh.example.org/会计",
        "http://[::1]:8000/",
        'https://example.org/"><img src=x>'.replace(" ", "%20"),
    ],
)
def test_web_addresses_are_linked_as_they_are(url: str) -> None:
    assert safe_href(url) == url


@pytest.mark.parametrize(
    ("url", "steps"),
    [
        ("https://example.org/", ("example.org",)),
        ("https://example.org:8443/a/b", ("example.org:8443", "a", "b")),
        ("https://user:secret@example.org/a", ("example.org", "a")),
        ("https://zh.example.org/%E4%BC%9A%E8%AE%A1", ("zh.example.org", "会计")),
        ("https://example.org/%D6%D0", ("example.org", "%D6%D0")),
        ("https://example.org/%E2%80%AEgnp", ("example.org", "%E2%80%AEgnp")),
        ("https://example.org/a?x=1", ("example.org", "a?x=1")),
        ("https://example.org/" + "deep/" * 40 + "end", ("example.org", "deep", "…", "end")),
        ("javascript:alert(1)", ("javascript:alert(1)",)),
    ],
)
def test_trail_reads_as_host_and_path(url: str, steps: tuple[str, ...]) -> None:
    assert trail(url) == steps


def test_host_has_no_port_and_no_user() -> None:
    assert host_of("https://user@Example.org:8443/a") == "example.org"
    assert host_of("http://[::1") == ""


@given(st.text(max_size=300))
def test_no_text_at_all_makes_an_address_fail_or_grow(url: str) -> None:
    assert safe_href(url) in (None, url)
    assert all(len(step) <= MAX_SHOWN_CHARACTERS for step in trail("http://example.org/" + url)[1:])
    trail(url)
