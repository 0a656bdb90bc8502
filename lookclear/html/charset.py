"""Decide how the bytes of a page are to be read.

Fixed order: byte order mark; bytes that are valid UTF-8 (nothing else looks like that by accident); the HTTP
header, then the page's own declaration, each only when the bytes really decode; a guess between GB18030, Big5
and Windows-1252; UTF-8 with replacements. The result says which of these decided.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from email.message import Message

from w3lib.encoding import html_body_declared_encoding, resolve_encoding

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE = re.compile(r"utf-?(7|16|32)", re.I)  # cannot be true of a page whose markup reads as ASCII
_LATIN = "cp1252"
_HAN_BYTES = re.compile(rb"[\x81-\xfe][\x40-\xfe]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the encoding it was read with, and what decided: mark, utf-8, header, meta, guess or fallback."""

    text: str
    charset: str
    reason: str


def decode(body: bytes, content_type: str = "") -> Decoded:
    """Turn the bytes of a page into text; never raises.

    >>> decode("<p>中文</p>".encode("gbk"), "text/html; charset=utf-8").text
    '<p>中文</p>'
    """
    for mark, name in _MARKS:
        if body.startswith(mark):
            return Decoded(body[len(mark) :].decode(name, "replace"), name, "mark")
    text = _strictly(body, "utf-8")
    if text is not None:
        return Decoded(text, "utf-8", "utf-8")
    claims = [
        (name, reason)
        for name, reason in ((_header_charset(content_type), "header"), (_meta_charset(body), "meta"))
        if name is not None and name != _LATIN  # a western claim is every server's default: it says nothing
    ]
    for name, reason in claims:
        text = _strictly(body, name)
        if text is not None:
            return Decoded(text, name, reason)
    for name, reason in claims:
        text = _nearly(body, name)
        if text is not None:
            return Decoded(text, name, reason)
    return _guess(body)


def _guess(body: bytes) -> Decoded:
    if _HAN_BYTES.search(body):
        for name in ("gb18030", "big5hkscs"):
            text = _strictly(body, name)
            if text is not None and _mostly_pairs(body):
                return Decoded(text, name, "guess")
    text = _nearly(body, "utf-8")
    if text is not None:
        return Decoded(text, "utf-8", "fallback")
    return Decoded(body.decode(_LATIN, "replace"), _LATIN, "fallback")


def _mostly_pairs(body: bytes) -> bool:
    """Tell whether bytes above ASCII come in runs, as in Chinese, and not one by one, as in western text."""
    high = [len(run) for run in re.findall(rb"[\x80-\xff]+", body)]
    return bool(high) and sum(length for length in high if length > 1) >= 0.8 * sum(high)


def _strictly(body: bytes, name: str) -> str | None:
    """Return the text when the bytes are right for an encoding; a last character cut in two is forgiven."""
    try:
        return body.decode(name)
    except UnicodeDecodeError as error:
        return body.decode(name, "replace") if error.start >= len(body) - 3 > 0 else None
    except LookupError:
        return None


def _nearly(body: bytes, name: str) -> str | None:
    """Return the text when no more than a tenth of the bytes above ASCII are wrong for an encoding."""
    text = body.decode(name, "replace")
    wrong = text.count("\ufffd")
    return text if wrong and wrong * 10 < sum(byte > 0x7F for byte in body) else None


def _header_charset(content_type: str) -> str | None:
    message = Message()
    message["Content-Type"] = content_type
    charset = message.get_content_charset()
    return _resolved(charset) if charset else None


def _meta_charset(body: bytes) -> str | None:
    declared = html_body_declared_encoding(body)
    return _resolved(declared) if declared else None


def _resolved(name: str) -> str | None:
    if _WIDE.match(name):
        return None
    return resolve_encoding(name)
