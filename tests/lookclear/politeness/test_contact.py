"""A crawler that strangers can reach someone behind."""

from __future__ import annotations

import pytest

from lookclear.errors import UsageError
from lookclear.politeness.contact import check_contact, headers, is_contact, user_agent

LIVE = ("https://example.org/",)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("you@example.org", True),
        ("mailto:you@example.org", True),
        ("https://example.org/about-us", True),
        ("http://localhost", False),
        ("me", False),
        ("you@example", False),
        ("a b@example.org", False),
        ("https://example.org/ x", False),
        ("联系@例子.中国", False),  # a header could not carry it
        ("x@example.org\r\nEvil: 1", False),
    ],
)
def test_a_contact_is_a_page_or_a_mailbox(text: str, right: bool) -> None:
    assert is_contact(text) is right


def test_the_contact_is_in_the_name_and_a_mailbox_in_from() -> None:
    assert user_agent("1.2", "you@example.org") == "LookClear/1.2 (+you@example.org)"
    assert headers("you@example.org") == {"From": "you@example.org"}
    assert headers("https://example.org/bot") == headers("") == {}


def test_the_live_web_is_not_crawled_without_a_contact() -> None:
    with pytest.raises(UsageError, match="contact = "):
        check_contact("", "", LIVE)
    with pytest.raises(UsageError, match="neither a web page nor a mail address"):
        check_contact("me", "", LIVE)


@pytest.mark.parametrize(
    ("contact", "agent", "addresses"),
    [
        ("you@example.org", "", LIVE),
        ("", "Mine/1 (+https://example.org/bot)", LIVE),
        ("", "", ("http://127.0.0.1:8000/", "http://garden.test/")),
        ("", "", ()),
    ],
)
def test_a_contact_an_address_in_the_name_or_no_stranger_will_do(
    contact: str, agent: str, addresses: tuple[str, ...]
) -> None:
    check_contact(contact, agent, addresses)
