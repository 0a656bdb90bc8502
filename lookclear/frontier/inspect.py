"""Questions to a frontier file that another process may be writing: `lookclear why` and `status`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from lookclear.dbfile import connect, reported
from lookclear.frontier.base import AddressState, FrontierStats
from lookclear.frontier.rows import count_links, read_state, refused_counts
from lookclear.frontier.slots import DONE, PENDING
from lookclear.frontier.sqlite import FORMAT
from lookclear.urls.canonical import canonical


class FrontierView:
    """A read-only look at a frontier file; raises StoreError when there is none or it is damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db = connect(path, FORMAT, read_only=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def state(self, url: str) -> AddressState | None:
        """Return all that is known of an address, given as it was found or in canonical form."""
        try:
            keys = [canonical(url), url]
        except ValueError:  # refused as malformed, then
            keys = [url]
        with reported(self.path, FORMAT):
            found = next(filter(None, (read_state(self._db, key) for key in keys)), None)
            if found is None or not found.discovered:
                return found
            return replace(found, links=count_links(self._db, found.discovered))

    def stats(self) -> FrontierStats:
        """Count addresses by state, and outcomes and refusals by reason."""
        with reported(self.path, FORMAT):
            self._db.execute("BEGIN")  # all of one moment
            try:
                return self._stats()
            finally:
                self._db.execute("COMMIT")

    def _stats(self) -> FrontierStats:
        ended = self._db.execute(
            f"SELECT outcome, count(*) FROM address WHERE state = {DONE} GROUP BY outcome"
        ).fetchall()
        pending, hosts = self._db.execute(
            f"SELECT count(*), count(DISTINCT host) FROM address WHERE state = {PENDING} "
            "AND id NOT IN (SELECT id FROM lease)"
        ).fetchone()
        (leased,) = self._db.execute("SELECT count(*) FROM lease").fetchone()
        return FrontierStats(
            pending=pending,
            leased=leased,
            done=sum(count for _, count in ended),
            outcomes=dict(ended),
            refused=refused_counts(self._db),
            hosts=hosts,
        )

    def close(self) -> None:
        """Release the file."""
        self._db.close()
