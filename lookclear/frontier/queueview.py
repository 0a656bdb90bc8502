"""What waits in a frontier file, best first, seen from another process: the admin's look at the queue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookclear.dbfile import reported
from lookclear.frontier.base import AddressState
from lookclear.frontier.inspect import FrontierView
from lookclear.frontier.rows import read_state
from lookclear.frontier.scores import CHUNK
from lookclear.frontier.slots import PENDING, TUNNEL
from lookclear.frontier.sqlite import FORMAT

BANDS = 10  # of scores, each a tenth wide
MOST_SEARCHED = 20_000  # of the best addresses that a piece of text is looked for in


@dataclass(frozen=True, slots=True)
class HostQueue:
    """The addresses of one host that wait."""

    host: str
    waiting: int
    best: float  # their best score


@dataclass(frozen=True, slots=True)
class Queue:
    """What waits at one moment. `bands[i]` counts scores from i/10 on; the last one holds 1.0 too.

    `best` are the first addresses by score, `places` their places in that order, from 1.
    """

    waiting: int
    in_tunnel: int
    bands: tuple[int, ...]
    hosts: tuple[HostQueue, ...]  # those with most addresses first
    host_count: int
    best: tuple[AddressState, ...]
    places: tuple[int, ...]


class QueueView(FrontierView):
    """A read-only look at the order of a frontier file; see `FrontierView`.

    The order is that of scores, then priority, then discovery. Which address leaves next also depends on
    hosts, fairness and tunnels (docs/crawling.md).
    """

    def queue(self, *, most: int = 50, host: str = "", text: str = "", hosts: int = 12) -> Queue:
        """Look at everything that waits; `best` are at most `most` of a host, with `text` in the address.

        Costs a pass over all waiting addresses: about 0.1 s for 100,000.
        """
        with reported(self.path, FORMAT):
            self._db.execute("BEGIN")  # all of one moment
            try:
                return self._queue(most, host, text, hosts)
            finally:
                self._db.execute("COMMIT")

    def _queue(self, most: int, host: str, text: str, hosts: int) -> Queue:
        rows = self._db.execute(
            "SELECT id, score, scored, host, lane, priority FROM address "
            f"WHERE state = {PENDING} AND id NOT IN (SELECT id FROM lease)"
        ).fetchall()
        table = np.array(rows, dtype=np.float64).reshape(-1, 6)
        ids, number, lanes = (table[:, at].astype(np.int64) for at in (0, 3, 4))
        scores, lanes = self._newest(ids, table[:, 1].copy(), table[:, 2].astype(np.int64), lanes)
        order = np.lexsort((ids, -table[:, 5], -scores))
        names = dict(self._db.execute("SELECT number, name FROM host"))
        bands = np.bincount(np.clip((scores * BANDS).astype(int), 0, BANDS - 1), minlength=BANDS)
        best, places = self._best(ids[order], number[order], names, most, host, text)
        counts = Counter(number.tolist())
        return Queue(
            waiting=len(ids),
            in_tunnel=int((lanes == TUNNEL).sum()),
            bands=tuple(bands.tolist()),
            hosts=tuple(
                HostQueue(str(names[one]), count, float(scores[number == one].max()))
                for one, count in counts.most_common(hosts)
            ),
            host_count=len(counts),
            best=best,
            places=places,
        )

    def _newest(
        self,
        ids: NDArray[np.int64],
        scores: NDArray[np.float64],
        scored: NDArray[np.int64],
        lanes: NDArray[np.int64],
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Take over scores of whole ranges that are newer than their rows' (see `frontier.scores`)."""
        for chunk, generation, kept, kept_lanes in self._db.execute(
            "SELECT chunk, generation, scores, lanes FROM rescore"
        ):
            place = ids - chunk * CHUNK
            newer = (place >= 0) & (place < len(kept_lanes)) & (scored < generation)
            scores[newer] = np.frombuffer(kept, "<f8")[place[newer]]
            lanes[newer] = np.frombuffer(kept_lanes, np.uint8)[place[newer]]
        return scores, lanes

    def _best(
        self,
        ids: NDArray[np.int64],
        number: NDArray[np.int64],
        names: dict[int, str],
        most: int,
        host: str,
        text: str,
    ) -> tuple[tuple[AddressState, ...], tuple[int, ...]]:
        wanted: Sequence[int] = range(len(ids))
        if host:
            allowed = [one for one, name in names.items() if name == host or str(name).endswith(f".{host}")]
            wanted = np.flatnonzero(np.isin(number, allowed)).tolist()
        if text:
            wanted = wanted[:MOST_SEARCHED]
        found: list[AddressState] = []
        places: list[int] = []
        for place in wanted:
            if len(found) == most:
                break
            (key,) = self._db.execute("SELECT key FROM address WHERE id = ?", (int(ids[place]),)).fetchone()
            if text and text.lower() not in str(key).lower():
                continue
            state = read_state(self._db, str(key))
            if state is not None:
                found.append(state)
                places.append(place + 1)
        return tuple(found), tuple(places)
