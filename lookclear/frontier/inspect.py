"""Questions to a frontier file that another process may be writing: `lookclear why` and `status`."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from lookclear.dbfile import connect, reported
from lookclear.frontier.base import AddressState, FrontierStats, State
from lookclear.frontier.rows import read_state, refused_counts
from lookclear.frontier.sqlite import FORMAT
from lookclear.urls.canonical import canonical


class FrontierView:
    """A read-only look at a frontier file; raises StoreError when there is none or it is damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db = connect(path, FORMAT, read_only=True)

    def __enter__(self) -> FrontierView:
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
            return next(filter(None, (read_state(self._db, key) for key in keys)), None)

    def stats(self) -> FrontierStats:
        """Count addresses by state, and outcomes and refusals by reason."""
        with reported(self.path, FORMAT):
            rows = self._db.execute(
                "SELECT state, outcome, count(*) FROM address GROUP BY state, outcome"
            ).fetchall()
            (hosts,) = self._db.execute(
                "SELECT count(DISTINCT host) FROM address WHERE state = 'pending'"
            ).fetchone()
            refused = refused_counts(self._db)
        states = {state: sum(count for other, _, count in rows if other == state) for state in State}
        return FrontierStats(
            pending=states[State.PENDING],
            leased=states[State.LEASED],
            done=states[State.DONE],
            outcomes={outcome: count for state, outcome, count in rows if state == State.DONE},
            refused=refused,
            hosts=hosts,
        )

    def close(self) -> None:
        """Release the file."""
        self._db.close()
