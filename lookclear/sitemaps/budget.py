"""How much of a host's sitemaps and feeds is read in a day: a million addresses must not flood a crawl."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

import msgspec

FILES, ENTRIES = 10, 1_000  # a host and day


@dataclass(slots=True)
class ListingBudget:
    """Counts files and entries of each host on one day (UTC), and remembers which files were read.

    A day that is over is forgotten: then the same files may be read again.
    """

    files: int = FILES
    entries: int = ENTRIES
    day: date = date.min
    _files: dict[str, int] = field(default_factory=dict)
    _entries: dict[str, int] = field(default_factory=dict)
    _read: set[str] = field(default_factory=set)

    def take_file(self, host: str, key: str, today: date, *, feed: bool = False) -> str:
        """Take one file of a host; returns why it may not be read, or an empty text when it may.

        `key` is its canonical address: none is read twice in a day, so that loops end. Feeds are counted
        apart, so that the many feeds some sites have do not take the place of their sitemaps.
        """
        place = f"feeds of {host}" if feed else host
        self._turn(today)
        if key in self._read:
            return "read-before"
        if self._files.get(place, 0) >= self.files:
            return "too-many-files"
        self._read.add(key)
        self._files[place] = self._files.get(place, 0) + 1
        return ""

    def room(self, host: str, today: date) -> int:
        """Return how many entries of a host may still be taken today."""
        self._turn(today)
        return max(0, self.entries - self._entries.get(host, 0))

    def take_entries(self, host: str, count: int, today: date) -> None:
        """Count entries that were taken."""
        self._turn(today)
        self._entries[host] = self._entries.get(host, 0) + count

    def as_json(self) -> bytes:
        """Return the counts of the day, to be kept for the next run."""
        return msgspec.json.encode(_Kept(self.day, self._files, self._entries, sorted(self._read)))

    def restore(self, kept: bytes) -> bool:
        """Take counts that `as_json` wrote; False, and nothing is changed, when they are not readable."""
        try:
            read = msgspec.json.decode(kept, type=_Kept)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return False
        self.day, self._files, self._entries, self._read = read.day, read.files, read.entries, set(read.read)
        return True

    def _turn(self, today: date) -> None:
        if today != self.day:
            self.day = today
            self._files, self._entries, self._read = {}, {}, set()


class _Kept(msgspec.Struct, frozen=True):
    day: date
    files: dict[str, int]
    entries: dict[str, int]
    read: list[str]
