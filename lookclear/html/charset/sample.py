"""The bytes that can tell encodings apart: words with bytes above ASCII, outside tags, comments and scripts.

Cutting happens only at bytes that are never the second byte of a character in any encoding of the web
(control codes, space to slash, colon to question mark), so no character is torn.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass

_WINDOWS = (64 * 1024, 512 * 1024)
_ENOUGH_BYTES = 2 * 1024
ASCII = bytes(range(0x80))
_NOT_LETTERS = bytes(set(range(0x100)) - set(string.ascii_letters.encode()))
_HIGH = re.compile(rb"[\x80-\xff]")
_NOT_TEXT = re.compile(
    rb"<!--(?:>|(?:[^-]++|-(?!->))*+(?:-->|\Z))"
    rb"|<(script|style)\b(?:[^<]++|<(?!/\1))*+(?:</\1|\Z)"
    rb"|<[^<>]*+>?|&#?\w{1,30};",
    re.I | re.S,
)
_CUT = rb"\x00-\x2f\x3a-\x3f"
# The look-behind lets a match start only where a word starts: one pass even over a long word of ASCII.
_WORD = re.compile(rb"(?<![^" + _CUT + rb"])[\x30-\x39\x40-\x7f]*+[\x80-\xff][^" + _CUT + rb"]*")


@dataclass(frozen=True, slots=True)
class Sample:
    """Different words with bytes above ASCII in the order of the page: one in every menu entry tells no more.

    `ascii_share`: ASCII letters of the text around for each byte above ASCII, 0 upwards. `torn`: the page
    ends in such a byte, perhaps inside a character.
    """

    words: tuple[bytes, ...]
    ascii_share: float
    torn: bool

    @property
    def size(self) -> int:
        """Bytes in all words."""
        return sum(map(len, self.words))

    def joined(self, limit: int) -> bytes:
        """Return words from all over the sample, at most `limit` bytes; a space ends them unless cut."""
        step = max(-(-(self.size + len(self.words)) // limit), 1)
        return (b" ".join(self.words[::step]) + b" ")[:limit]


def take(body: bytes) -> Sample:
    """Return the words near the first byte above ASCII; the window grows while it holds little but markup.

    When the text has no such words, those of the markup are given (file names, scripts).
    """
    first = _HIGH.search(body)
    if first is None:
        return Sample((), 0.0, False)
    start = max(first.start() - 200, 0)
    for size in _WINDOWS:
        window = body[start : start + size]
        text = _NOT_TEXT.sub(b" ", window)
        words = _WORD.findall(text)
        if sum(map(len, words)) >= _ENOUGH_BYTES or start + size >= len(body):
            break
    if not words:
        text, words = window, _WORD.findall(window)
    high = len(text.translate(None, ASCII))
    return Sample(
        tuple(dict.fromkeys(words)), len(text.translate(None, _NOT_LETTERS)) / max(high, 1), body[-1] >= 0x80
    )
