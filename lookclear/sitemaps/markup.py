"""XML made harmless before it is parsed: no document type, no entities, no characters XML forbids.

A parser that never sees a `<!DOCTYPE>` has nothing to expand and nothing to load. Entities that HTML names
(`&nbsp;`, common in feeds) become their characters, all others are dropped, and a bare `&`, which is what
most broken sitemaps have in their addresses, stays. Everything here is linear in the text.
"""

from __future__ import annotations

import re
from html.entities import name2codepoint
from typing import NamedTuple

# What has no end ends with the text, so that no pattern looks at anything twice.
_UNSEEN = r"<\?(?:[^?]++|\?(?!>))*+(?:\?>|\Z)|<!--(?:[^-]++|-(?!->))*+(?:-->|\Z)"
_BEFORE_ROOT = re.compile(rf"(?:\s++|{_UNSEEN})++")
_DOCTYPE = re.compile(r"<!doctype\b", re.I)
_IN_DOCTYPE = re.compile(rf"""{_UNSEEN}|"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[\[\]>]""")
_FORBIDDEN = r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]++"
_ODD = re.compile(
    r"(?P<kept><!\[CDATA\[(?:[^\]]++|\](?!\]>))*+(?:\]\]>)?+)"
    r"|&(?:(?P<number>#(?:\d{1,7}|[xX][0-9a-fA-F]{1,6}));|(?P<name>[A-Za-z][A-Za-z0-9.]{0,40});)?+"
    rf"|(?P<bad>{_FORBIDDEN})"
)
_BAD = re.compile(_FORBIDDEN)
MOST_MENDED = 1_000_000  # places of one text; beyond, the parser drops what it does not know
_OF_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")


class Harmless(NamedTuple):
    """Markup without declaration and document type, the local name of its root, and whether it had a type."""

    text: str
    root: str  # in lower case; empty when it is no markup
    had_doctype: bool


def harmless(text: str) -> Harmless:
    """Prepare XML for a parser.

    >>> harmless('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "boom">]><a>&x; 1 & 2 &eacute;</a>')
    Harmless(text='<a> 1 &amp; 2 é</a>', root='a', had_doctype=True)
    """
    start, had_doctype = 0, False
    while True:
        if before := _BEFORE_ROOT.match(text, start):
            start = before.end()
        if _DOCTYPE.match(text, start) is None:
            break
        start, had_doctype = _after_doctype(text, start), True
    root = _ROOT.match(text, start)
    return Harmless(
        _ODD.sub(_made_plain, text[start:], MOST_MENDED) if root else text[start:],
        root[1].lower() if root else "",
        had_doctype,
    )


def _after_doctype(text: str, start: int) -> int:
    """Return where a document type ends: at the `>` outside of brackets and quotes."""
    depth = 0
    for found in _IN_DOCTYPE.finditer(text, start):
        sign = found[0]
        if sign == "[":
            depth += 1
        elif sign == "]":
            depth -= 1
        elif sign == ">" and depth <= 0:
            return found.end()
    return len(text)


def _made_plain(match: re.Match[str]) -> str:
    if match["kept"] is not None:
        return _BAD.sub("", match["kept"])
    if match["bad"] is not None:
        return ""
    if match["number"] is not None:
        return match[0] if _is_character(match["number"]) else "\ufffd"
    name: str | None = match["name"]
    if name is None:
        return "&amp;"
    if name in _OF_XML:
        return match[0]
    return chr(name2codepoint[name]) if name in name2codepoint else ""


def _is_character(number: str) -> bool:
    code = int(number[2:], 16) if number[1] in "xX" else int(number[1:])
    return code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0x10000 <= code < 0x110000
