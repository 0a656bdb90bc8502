"""How a crawler names itself, and whether a person can be reached behind it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from lookclear.errors import UsageError
from lookclear.politeness.networks import is_on_the_live_web

CONTACT_HINT = (
    'put a page or a mail address of yours into topic.toml, below [crawl]: contact = "you@example.org"'
)
_MAIL = re.compile(r"[^\s@<>()\"]+@[^\s@<>()\"]+\.[^\s@<>()\".]+")
_REACHABLE = re.compile(r"https?://[^\s/]+\.[^\s/]+")


def is_contact(text: str) -> bool:
    """Tell whether a text is the address of a page or a mailbox.

    >>> is_contact("bot@example.org"), is_contact("https://example.org/bot"), is_contact("me")
    (True, True, False)
    """
    text = text.strip()
    return text.isascii() and bool(_MAIL.fullmatch(text.removeprefix("mailto:")) or _is_page(text))


def _is_page(text: str) -> bool:
    return _REACHABLE.match(text) is not None and not re.search(r"\s", text)


def user_agent(version: str, contact: str) -> str:
    """Return the name given with each request.

    >>> user_agent("0.1.0", "https://example.org/bot")
    'LookClear/0.1.0 (+https://example.org/bot)'
    """
    return f"LookClear/{version} (+{contact.strip()})" if contact.strip() else f"LookClear/{version}"


def headers(contact: str) -> Mapping[str, str]:
    """Return what is sent beside the name: `From` (RFC 9110, 10.1.2) when the contact is a mailbox."""
    mailbox = contact.strip().removeprefix("mailto:")
    return {"From": mailbox} if _MAIL.fullmatch(mailbox) else {}


def is_reachable(contact: str, agent: str) -> bool:
    """Tell whether requests name a person: by their contact, or by an address in the crawler's own name."""
    return is_contact(contact) or bool(_MAIL.search(agent) or _REACHABLE.search(agent))


def check_contact(contact: str, agent: str, addresses: Iterable[str]) -> None:
    """Raise UsageError when strangers are about to be asked by a crawler nobody can be reached behind.

    `agent` is a name of the user's own; one with an address in it will do.
    """
    if contact.strip():
        if not is_contact(contact):
            raise UsageError(
                f"[crawl] contact = {contact!r} is neither a web page nor a mail address",
                hint='write one that people who run web sites can use: contact = "https://example.org/about-us"',
            )
        return
    if is_reachable(contact, agent):
        return
    stranger = next((one for one in addresses if is_on_the_live_web(one)), None)
    if stranger is not None:
        raise UsageError(
            f"{stranger} is on the live web, and nobody can be reached about this crawl",
            hint=CONTACT_HINT,
        )
