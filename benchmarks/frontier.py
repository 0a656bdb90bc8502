"""What the frontier costs: addresses queued and leased a second, bytes, and scoring all that waits anew.

Run as `python -m benchmarks.frontier [--small]`. Times are of the process's CPU. The peers, in the same run
on the same addresses: a plain SQLite table with one commit a step, and Scrapy's own queue on disk. Exit
status 1 when a goal is missed.
"""

from __future__ import annotations

import argparse
import pickle
import platform
import random
import sqlite3
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np
from queuelib import FifoDiskQueue

from lookclear.domain import Candidate, Outcome, Score
from lookclear.frontier.memory import MemoryFrontier
from lookclear.frontier.rules import Rules
from lookclear.frontier.slots import PENDING, Slots
from lookclear.frontier.sqlite import SqliteFrontier
from lookclear.frontier.waiting import Waiting
from lookclear.html.parse import parse
from lookclear.links.rescored import Rescored
from lookclear.links.strategies import strategy
from lookclear.relevance.centroid import CentroidModel
from lookclear.text.vectors import TermRows
from lookclear.visit import FeatureReader
from lookclear.visit.judging import WaitingLinks
from lookclear.visit.paths import Paths

HOSTS = 1_000
GOAL_PUSHES, GOAL_ACKS, GOAL_RESCORE_S = 20_000, 10_000, 1.0
LINKS = 10  # candidates of a page
PAGE_LINKS, CONTEXT_WORDS = 100, 40  # of the pages whose links are judged
ROUNDS = 5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--small", action="store_true", help="a tenth of the addresses")
    scale = 10 if parser.parse_args().small else 1
    print(f"{platform.machine()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    with tempfile.TemporaryDirectory() as folder:
        met = measure_store(Path(folder), 100_000 // scale)
        measure_peers(Path(folder), 20_000 // scale)
    for count in (100_000 // scale, 1_000_000 // scale):
        for name in ("mix+grey+black", "adaptive"):
            met &= measure_rescoring(count, measure_scoring(count, name))
    return 0 if met else 1


def address(number: int, score: float | None = None) -> Candidate:
    url = f"http://h{number % HOSTS}.example/section/{number // 7}/page-{number}.html"
    value = number * 7919 % 1000 / 1000 if score is None else score
    parent = f"http://h{number // 100 % HOSTS}.example/section/0/page-{number // 100 % HOSTS}.html"
    parts = {"anchor": 0.5, "context": 0.25}
    return Candidate(url, url, Score(value, parts), depth=2, parent=parent, anchor=f"text {number % 97}")


def measure_store(folder: Path, count: int) -> bool:
    frontier = SqliteFrontier(folder / "frontier.sqlite", Rules(fairness=True))
    pages = [[address(n) for n in range(start, start + 100)] for start in range(0, count, 100)]
    pushes = count / cpu_s(lambda: [frontier.enqueue(page) for page in pages])
    met = report("addresses queued a second, 100 at a time", pushes, GOAL_PUSHES)
    acks = count // 20
    known = [[address(n * LINKS + k, 0.0) for k in range(LINKS)] for n in range(acks)]
    new = [[address(count + n * LINKS + k, 0.0) for k in range(LINKS)] for n in range(acks)]
    rate = acks / cpu_s(lambda: work(frontier, [[]] * acks))
    met &= report("lease and acknowledgement a second, a page without links", rate, GOAL_ACKS)
    for what, links in (("known", known), ("new", new)):
        rate = acks / cpu_s(partial(work, frontier, links))
        print(f"{rate:,.0f} the same with {LINKS} links to {what} addresses, which are queued as well")
    slots = frontier._slots.size
    frontier.close()
    size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"{size / slots:,.0f} bytes an address on disk, {frontier._slots.nbytes / slots:.0f} in arrays")
    tracemalloc.start()
    again = SqliteFrontier(folder / "frontier.sqlite")
    print(f"{tracemalloc.get_traced_memory()[0] / slots:.0f} bytes an address in memory after opening again")
    tracemalloc.stop()
    again.close()
    return met


def work(frontier: SqliteFrontier | MemoryFrontier, pages: Iterable[list[Candidate]]) -> None:
    for links in pages:
        lease = frontier.lease(lambda _host: True)
        assert lease is not None
        frontier.complete(lease, Outcome.FETCHED, candidates=links, hit=True)


def measure_peers(folder: Path, count: int) -> None:
    """Print what a plain table and Scrapy's queue on disk need; neither is re-scored or kept by host."""
    db = sqlite3.connect(folder / "plain.sqlite", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("CREATE TABLE address (key TEXT PRIMARY KEY, score REAL, state TEXT)")
    db.execute("CREATE INDEX by_score ON address (state, score)")
    rows = [(one.key, one.score.value) for one in map(address, range(count))]

    def push() -> None:
        for row in rows:
            db.execute("INSERT OR IGNORE INTO address VALUES (?, ?, 'pending')", row)

    def lease() -> None:
        for _ in range(count // 10):
            (key,) = db.execute(
                "SELECT key FROM address WHERE state = 'pending' ORDER BY score DESC LIMIT 1"
            ).fetchone()
            db.execute("UPDATE address SET state = 'leased' WHERE key = ?", (key,))
            db.execute("UPDATE address SET state = 'done' WHERE key = ?", (key,))

    print(
        f"a plain table: {count / cpu_s(push):,.0f} queued, {count / 10 / cpu_s(lease):,.0f} leased a second"
    )
    db.close()
    queue = FifoDiskQueue(str(folder / "scrapy"))
    requests = [{"url": key, "priority": int(score * 1000)} for key, score in rows]
    pushed = count / cpu_s(lambda: [queue.push(pickle.dumps(one, 4)) for one in requests])
    popped = count / cpu_s(lambda: [pickle.loads(queue.pop()) for _ in requests])
    print(
        f"Scrapy's queue on disk (no order, no acknowledgement): {pushed:,.0f} in, {popped:,.0f} out a second"
    )
    queue.close()


def measure_scoring(count: int, name: str) -> float:
    """Return the seconds that judging so many waiting links by a new model takes a strategy."""
    words = [f"word{n}" for n in range(2_000)]
    chance = random.Random(1)
    reader = FeatureReader()
    model = CentroidModel(reader.vocabulary, words[:40])
    rows = TermRows()
    waiting = WaitingLinks(strategy(name), model, rows, Paths(3), frozenset(), 0.5)
    kinds = [
        reader.read(parse(page_of_links(words, chance).encode(), "http://a.example/")) for _ in range(100)
    ]
    frequency = np.ones(len(reader.vocabulary))
    model.refresh(frequency, rows)
    for page in range(count // PAGE_LINKS):
        features = kinds[page % len(kinds)]
        found = [(link, f"http://a.example/{page}/{link}") for link in range(PAGE_LINKS)]
        own = f"http://a.example/{page}"
        arrival = waiting.add(features.links, rows.append(features.row), found, (own,))
        waiting.enter(arrival, chance.random(), features, is_known=False)
    model.refresh(frequency, rows)
    seconds = median(cpu_s(lambda: waiting.rescored(())) for _ in range(ROUNDS))
    print(f"{seconds:.3f} s for judging {count:,} links of some {CONTEXT_WORDS} words by a new model: {name}")
    return seconds


def page_of_links(words: list[str], chance: random.Random) -> str:
    """Return a page whose links stand among words of their own."""

    def some(count: int) -> str:
        return " ".join(chance.choices(words, k=count))

    links = [f"<p>{some(CONTEXT_WORDS)} <a href=/{n}>{some(4)}</a></p>" for n in range(PAGE_LINKS)]
    return f"<title>{some(5)}</title>{''.join(links)}"


def measure_rescoring(count: int, scoring_s: float) -> bool:
    """Put all that waits into the order of new scores: in memory, and in a store; add the time of scoring."""
    chance = np.random.default_rng(1)
    slots = Slots()
    at = slots.extend(count)
    for number in range(HOSTS):
        slots.host_number(f"h{number}.example")
    slots.host[at] = np.arange(count) % HOSTS
    slots.state[at] = PENDING
    waiting = Waiting(slots, Rules(fairness=True))
    pending = slots.pending()
    waiting.put_all(pending)
    times = []
    for _ in range(ROUNDS):
        scores = chance.random(count)
        times.append(cpu_s(lambda scores=scores: rescore(waiting, slots, pending, scores)))  # type: ignore[misc]
    print(f"{median(times):.3f} s for putting {count:,} waiting addresses into the order of new scores")
    with tempfile.TemporaryDirectory() as folder:
        frontier = SqliteFrontier(Path(folder) / "frontier.sqlite", Rules(fairness=True))
        keys = [address(n).key for n in range(count)]
        for start in range(0, count, 10_000):
            frontier.enqueue(address(n) for n in range(start, min(count, start + 10_000)))
        nothing = np.zeros(count, np.bool_)
        times = []
        for _ in range(ROUNDS):
            new = Rescored(keys, chance.random(count), nothing)
            times.append(cpu_s(lambda new=new: lease_after(frontier, new)))  # type: ignore[misc]
        frontier.close()
    print(f"  keys looked up the first time: {times[0]:.2f} s")
    print(f"{median(times[1:]):.3f} s for the same in a file")
    whole = scoring_s + median(times[1:])
    return report(f"s in all for scoring {count:,} links anew", whole, GOAL_RESCORE_S, most=True)


def lease_after(frontier: SqliteFrontier, scores: Rescored) -> None:
    frontier.rescore(scores)
    lease = frontier.lease(lambda _host: True)
    assert lease is not None
    frontier.release(lease)


def rescore(waiting: Waiting, slots: Slots, pending: np.ndarray, scores: np.ndarray) -> None:
    slots.score[pending] = scores
    waiting.moved(pending)
    slot = waiting.choose(lambda _host: True, lambda _host: False)
    assert slot is not None
    waiting.returned(slot, counts=False)
    slots.state[slot] = PENDING
    waiting.put(slot)


def cpu_s(step: Callable[[], object]) -> float:
    start = process_time()
    step()
    return process_time() - start


def report(what: str, value: float, goal: float, *, most: bool = False) -> bool:
    """Print a value with its goal; return whether it is reached."""
    reached = value <= goal if most else value >= goal
    shown = f"{value:.3f}" if most else f"{value:,.0f}"
    sign = "at most" if most else "at least"
    print(f"{shown} {what} (goal: {sign} {goal:,g}: {'reached' if reached else 'NOT REACHED'})")
    return reached


if __name__ == "__main__":
    sys.exit(main())
