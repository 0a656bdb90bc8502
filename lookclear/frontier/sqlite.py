"""The frontier on disk: one SQLite file that survives the death of the process.

Every acknowledgement is one transaction: the outcome of a page, the addresses it links to and the new scores
are safe together or not at all. The order of pending addresses is held in memory and rebuilt on opening. A
lease is no write: what was leased when the process died is pending again. Other processes see leases with the
next transaction.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from lookclear.dbfile import Format, connect, reported, transaction
from lookclear.domain import Outcome, Refusal
from lookclear.frontier import rows
from lookclear.frontier.base import AddressState, Named
from lookclear.frontier.book import Change, Found, Loaded
from lookclear.frontier.engine import BookFrontier
from lookclear.frontier.family import family
from lookclear.frontier.loading import load
from lookclear.frontier.rules import Rules
from lookclear.frontier.slots import Slots
from lookclear.frontier.writing import Writer

FORMAT = Format("frontier", rows.SCHEMA, version=4)
_MOST_KEYS = 512  # looked up at once
_FIND = {
    1 << power: f"SELECT id, key FROM address WHERE hash IN ({', '.join('?' * (1 << power))})"
    for power in range(_MOST_KEYS.bit_length())
}
_CACHE_KB = 32_768
_LOG_PAGES = 8_192  # of the write-ahead log until it is worked in


class SqliteFrontier(BookFrontier):
    """See `lookclear.frontier.base.Frontier`."""

    def __init__(
        self, path: Path, rules: Rules | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Open or create the file; raises StoreError when it is damaged or of another version."""
        self.path = path
        slots = Slots()
        book = SqliteBook(path, slots)
        try:
            super().__init__(book, slots, rules or Rules(), clock)
        except BaseException:
            book.close()
            raise


class SqliteBook:
    """See `lookclear.frontier.book.Book`."""

    def __init__(self, path: Path, slots: Slots) -> None:
        """Open or create the file; raises StoreError when it is damaged or of another version."""
        self.path = path
        self._db = connect(path, FORMAT)
        self._db.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
        self._db.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
        self._writer = Writer(self._db, slots)

    def load(self, slots: Slots, groups: Callable[[str, str], Sequence[int]] | None) -> Loaded:
        """Fill the arrays with what an earlier process left; forget its leases."""
        with transaction(self._db, self.path, FORMAT):
            loaded, generation = load(self._db, slots, groups)
        self._writer.begin(generation, loaded.completed)
        return loaded

    def find(self, keys: Iterable[str]) -> dict[str, int]:
        """Return the slots of those keys that are known."""
        wanted = {key: rows.hash_of(key) for key in keys}
        if not wanted:
            return {}
        hashes = list(wanted.values())
        known: dict[str, int] = {}
        with reported(self.path, FORMAT):
            for start in range(0, len(hashes), _MOST_KEYS):
                asked = hashes[start : start + _MOST_KEYS]
                size = 1 << (len(asked) - 1).bit_length()  # few different statements, so that they are kept
                asked += asked[-1:] * (size - len(asked))
                found = self._db.execute(_FIND[size], asked)
                known.update((key, slot) for slot, key in found if key in wanted)
        return known

    def found(self, slot: int) -> Found:
        """Return what a lease needs."""
        with reported(self.path, FORMAT):
            url, key, depth, parent, seed, payload = self._db.execute(
                "SELECT url, key, depth, parent, seed, payload FROM address WHERE id = ?", (slot,)
            ).fetchone()
            return Found(url or key, key, depth, rows.key_of(self._db, parent), bool(seed), payload or "")

    def write(self, change: Change, leases: Mapping[int, int]) -> list[Refusal]:
        """Write a change and which slots are leased now, all or nothing."""
        with transaction(self._db, self.path, FORMAT):
            reasons = self._writer.write(change, leases)
        self._writer.written(change, leases)
        return reasons

    def read(self, key: str) -> AddressState | None:
        """Return what is known of an address; its state does not tell pending from leased."""
        with reported(self.path, FORMAT):
            return rows.read_state(self._db, key)

    def anchors(self, key: str) -> tuple[str, ...]:
        """Return the different texts of links to an address and to all that led to the same page."""
        db = self._db
        with reported(self.path, FORMAT):
            same = family(key, lambda key: rows.read_final(db, key), lambda key: rows.read_aliases(db, key))
            return tuple(dict.fromkeys(text for one in same for text in rows.read_anchors(db, one)))

    def ended(self) -> Iterator[tuple[str, str, Outcome]]:
        """Yield (leased key, final key, outcome) in the order of completion."""
        with reported(self.path, FORMAT):
            for leased, final, outcome in self._db.execute(
                "SELECT ifnull(via, key), ifnull(final, key), outcome FROM address "
                "WHERE completed IS NOT NULL ORDER BY completed"
            ):
                yield leased, final, Outcome(outcome)

    def named(self) -> Iterator[Named]:
        """Yield what listings named, in that order."""
        with reported(self.path, FORMAT):
            ended = self._db.execute(
                "SELECT completed FROM address WHERE completed IS NOT NULL ORDER BY completed"
            ).fetchall()
            found = self._db.execute(
                "SELECT key, named.anchor, named.completed FROM named JOIN address USING (id) ORDER BY number"
            ).fetchall()
        for key, anchor, completed in found:
            yield Named(key, anchor, bisect_right(ended, (completed,)))

    def close(self) -> None:
        """Release the file; what was completed is safe."""
        self._db.close()
