"""Every store against a naive list, and against death at any moment."""

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookclear.domain import Candidate, Lease, Outcome, Score
from lookclear.frontier.base import Frontier
from lookclear.frontier.memory import MemoryFrontier
from lookclear.frontier.sqlite import SqliteFrontier

LASTING = {"sqlite": "lookclear.frontier.sqlite:SqliteFrontier"}  # opened by path

OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(
            ["enqueue", "enqueue", "lease", "complete", "redirect", "release", "rescore", "reopen"]
        ),
        st.integers(0, 11),
        st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]),
    ),
    max_size=60,
)


def anywhere(host: str) -> bool:
    return True


def candidate(number: int, score: float) -> Candidate:
    url = f"http://h{number % 3}.example/{number}-页"
    return Candidate(url, url, Score(score), priority=number % 2)


@dataclass
class Naive:
    """A frontier as a dictionary that is looked through whole."""

    scores: dict[str, float] = field(default_factory=dict)  # in order of discovery
    priorities: dict[str, int] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)

    def enqueue(self, one: Candidate) -> int:
        if one.key in self.scores:
            if self.states[one.key] == "pending":
                self.scores[one.key] = max(self.scores[one.key], one.score.value)
            return 0
        self.scores[one.key], self.priorities[one.key] = one.score.value, one.priority
        self.states[one.key] = "pending"
        return 1

    def best(self, busy: str) -> str | None:
        free = [k for k, state in self.states.items() if state == "pending" and busy not in k]
        order = list(self.scores)
        rank = {k: (-self.scores[k], -self.priorities[k], order.index(k)) for k in free}
        return min(free, key=rank.__getitem__, default=None)

    def redirected(self, key: str, final: str) -> None:
        self.states[key] = "done"
        if final not in self.scores:
            self.scores[final], self.priorities[final] = self.scores[key], 0
        self.states[final] = "done"


def live(frontier: Frontier, operations: list[tuple[str, int, float]]) -> None:
    model, leases = Naive(), dict[str, Lease]()
    for name, number, score in operations:
        one = candidate(number, score)
        if name == "enqueue":
            assert frontier.enqueue([one]) == model.enqueue(one)
        elif name == "lease":
            busy = f"h{number % 4}.example"
            lease = frontier.lease(lambda host, busy=busy: host != busy)  # type: ignore[misc]
            assert (lease.key if lease else None) == model.best(busy)
            if lease:
                leases[lease.key] = lease
                model.states[lease.key] = "leased"
        elif name == "rescore":
            frontier.rescore({one.key: score})
            if model.states.get(one.key) == "pending":
                model.scores[one.key] = score
        elif name == "reopen":
            was_done = model.states.get(one.key) == "done"
            assert frontier.reopen([one.key]) == was_done
            if was_done:
                model.states[one.key] = "pending"
        elif leases:
            key = sorted(leases)[number % len(leases)]
            lease = leases.pop(key)
            is_current = model.states[key] == "leased"
            if name == "release":
                frontier.release(lease)
                model.states[key] = "pending" if is_current else model.states[key]
                continue
            final = one.key if name == "redirect" else None
            assert frontier.complete(lease, Outcome.FETCHED, final_key=final, candidates=[one]) == is_current
            if is_current:
                model.redirected(key, final or key)
                model.enqueue(one)
                leases = {k: v for k, v in leases.items() if model.states[k] == "leased"}
    assert len(frontier) == list(model.states.values()).count("pending")
    order = []
    while (lease := frontier.lease(anywhere)) is not None:
        order.append(lease.key)
        assert lease.key == model.best("nobody")
        model.states[lease.key] = "leased"


@pytest.mark.parametrize("store", ["memory", "sqlite"])
@settings(max_examples=60, deadline=None)
@given(operations=OPERATIONS)
def test_store_lives_the_life_of_a_naive_list(
    store: str, operations: list[tuple[str, int, float]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("life") / "frontier"
    frontier: Frontier = MemoryFrontier() if store == "memory" else SqliteFrontier(path)
    try:
        live(frontier, operations)
    finally:
        frontier.close()


CHILD = """
import sys
from importlib import import_module
from pathlib import Path
from lookclear.domain import Candidate, Outcome, Score
module, name = sys.argv[1].split(":")
frontier = getattr(import_module(module), name)(Path(sys.argv[2]))
def one(n):
    url = f"http://h{n % 7}.example/{n}"
    return Candidate(url, url, Score((n * 37 % 101) / 101), parent="http://p.example/", anchor=f"text {n}")
frontier.enqueue([one(1)])
held = []
print("open", flush=True)
while True:
    lease = frontier.lease(lambda host: True)
    held += [lease] if lease else []
    if len(held) < 4 and len(frontier):
        continue
    lease = held.pop(0)
    n = int(lease.key.rpartition("/")[2])
    new = [one(2 * n), one(2 * n + 1)]
    scores = {one(n + k).key: (n + k) % 13 / 13 for k in range(30)}
    assert frontier.complete(lease, Outcome.FETCHED, candidates=new, rescored=scores)
    print(lease.key, flush=True)
"""


@pytest.mark.parametrize("store", LASTING)
def test_nothing_acknowledged_is_lost_however_often_the_process_dies(store: str, tmp_path: Path) -> None:
    chance = random.Random(7)
    told: list[str] = []
    for _ in range(6):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, LASTING[store], str(tmp_path / "frontier")],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        said = [child.stdout.readline() for _ in range(chance.randrange(40))]
        time.sleep(chance.random() / 100)
        os.kill(child.pid, signal.SIGKILL)
        said += child.stdout.readlines()
        child.stdout.close()
        child.wait()
        told += [line.strip() for line in said if line.endswith("\n")]
    assert len(told) == len(set(told))  # nothing acknowledged is handed out again
    frontier = SqliteFrontier(tmp_path / "frontier")
    visited = [key for key, _ in frontier.visited()]
    assert set(told) <= set(visited)
    assert len(visited) - len(told) <= 6  # one that was on its way to us each time
    stats = frontier.stats()
    numbers = [int(key.rpartition("/")[2]) for key in visited]
    assert stats.pending + stats.done == len({1} | {2 * n for n in numbers} | {2 * n + 1 for n in numbers})
    assert stats.leased == 0
    frontier.close()
