"""Does a page say anything that its site did not say before, numbers and dates aside?

Calendars, counters and lists without end say the same on every page but for a number. Such pages are no
copies, so that they are stored and found, but they are no yield either.
"""

from __future__ import annotations

from hashlib import blake2b

from lookclear.domain import Page

_DIGITS = str.maketrans("", "", "0123456789０１２３４５６７８９")
_HASH_BYTES = 8


class Novelty:
    """What the pages of each site said."""

    def __init__(self) -> None:
        self._said: set[bytes] = set()

    def is_new(self, site: str, page: Page) -> bool:
        """Take note of what a page says; tell whether no page of the site said it before."""
        words = "".join((page.text or page.title).translate(_DIGITS).split())
        said = blake2b(f"{site}\n{words}".encode("utf-8", "replace"), digest_size=_HASH_BYTES).digest()
        if said in self._said:
            return False
        self._said.add(said)
        return True
