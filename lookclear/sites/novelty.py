"""Does a page say anything that its site did not say before, numbers and dates aside?

Calendars, counters and lists without end say the same on every page but for a number. Such pages are no
copies, so that they are stored and found, but they are no yield either.
"""

from __future__ import annotations

from hashlib import blake2b

from lookclear.domain import Page

_DIGITS = b"0123456789"
_WIDE_DIGITS = "０１２３４５６７８９"
_HASH_BYTES = 8


class Novelty:
    """What the pages of each site said."""

    def __init__(self) -> None:
        self._said: set[bytes] = set()

    def is_new(self, site: str, page: Page) -> bool:
        """Take note of what a page says; tell whether no page of the site said it before."""
        words = _without_digits("".join((page.text or page.title).split()))
        said = blake2b(site.encode("utf-8", "replace") + b"\n" + words, digest_size=_HASH_BYTES).digest()
        if said in self._said:
            return False
        self._said.add(said)
        return True


def _without_digits(text: str) -> bytes:
    """Return a text without digits, of either width; bytes, since only they are translated quickly."""
    if not text.isascii():
        for digit in _WIDE_DIGITS:
            text = text.replace(digit, "")
    return text.encode("utf-8", "replace").translate(None, _DIGITS)
