"""Addresses that do something instead of showing something: logging out, putting into a cart, deleting.

A crawler only looks. Words are compared as wholes, and in a path only near its root: the manual page of a
command `logout` lies deeper.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lookclear.urls.address import Address

_DEEPEST = 3  # segments: /en/user/logout
_SEPARATORS = re.compile(r"[-_.]")
_ENDING = re.compile(r"\.(?:php\d?|aspx?|jsp|do|html?|cgi|action)$")
_LEAVE = frozenset("logout logoff signout signoff".split())
_BUY = frozenset("addtocart addtobasket addtobag addtowishlist".split())
_CHANGE = frozenset("delete remove unsubscribe vote".split())
_ENCYCLOPEDIAS = frozenset({"wiki"})  # /wiki/Logout is an article
_ACTION_NAMES = frozenset("action act do op cmd command task".split())
_CARTS = frozenset("cart basket".split())


def action(address: Address) -> str:
    """Return in words what asking for an address would do, an empty text when it only shows a page."""
    word = _in_path([segment for segment in address.path.split("/") if segment])
    word = word or (_in_query(address.parameters) if address.parameters else "")
    return f"asking for it may change something on the site ('{word}')" if word else ""


def _in_path(segments: Sequence[str]) -> str:
    if segments and segments[0] in _ENCYCLOPEDIAS:
        return ""
    before = ""
    for at, segment in enumerate(segments):
        word = _plain(segment)
        if (word in _LEAVE or word in _BUY) and len(segments) <= _DEEPEST:
            return segment
        if word == "add" and before in _CARTS:
            return f"{segments[at - 1]}/{segment}"
        before = word
    return ""


def _in_query(parameters: Sequence[tuple[str, str]]) -> str:
    for name, value in parameters:
        word = _plain(name)
        if word in _LEAVE or word in _BUY:
            return name
        told = _plain(value) if word in _ACTION_NAMES else ""
        if told in _LEAVE or told in _BUY or told in _CHANGE:
            return f"{name}={value}"
    return ""


def _plain(text: str) -> str:
    return _SEPARATORS.sub("", _ENDING.sub("", text.lower()))
