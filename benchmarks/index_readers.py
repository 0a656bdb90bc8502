"""Let processes query an index while another adds to it, replaces, deletes and compacts; check every answer.

Run as `python -m benchmarks.index_readers [--seconds S] [--readers N]`. The writer replaces the pages of one
of a few groups with each commit, so that each state of the index has known answers, and tells in shared
memory which state it has begun and which it has acknowledged. An answer is right if all of it belongs to one
state between the one acknowledged before the question and the one begun after it. Exit status 1 when a
reader failed, or an answer was of no such state.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Semaphore
from pathlib import Path

from indexer import Document, Index, Results

GROUPS = 4
PAGES = 25  # of a group
ADDED = 5  # new pages in each state, deleted two states later


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: states written, compactions, and for each reader its questions and what was wrong."""

    states: int
    compactions: int
    questions: int
    wrong: tuple[str, ...]


def run(folder: Path, seconds: float, readers: int, *, compact_every: int = 40) -> Outcome:
    """Write for so many seconds while `readers` processes ask."""
    context = multiprocessing.get_context("spawn")
    begun, done, ends = context.Value("q", 0), context.Value("q", -1), context.Value("b", 0)
    answers, ready = context.Queue(), context.Semaphore(0)
    with Index.open(folder) as index:
        for state in range(GROUPS):
            begun.value = state
            _write(index, state)
            done.value = state
        processes = [
            context.Process(target=_ask, args=(str(folder), seed, begun, done, ends, ready, answers))
            for seed in range(readers)
        ]
        with _running(processes):
            for _ in processes:
                ready.acquire(timeout=60)
            end, state, compactions = time.monotonic() + seconds, GROUPS, 0
            while time.monotonic() < end:
                begun.value = state
                _write(index, state)
                done.value = state
                state += 1
                if state % compact_every == 0:
                    index.compact()
                    compactions += 1
            ends.value = 1
            told = [answers.get(timeout=60) for _ in processes]
    wrong = tuple(problem for _, problems in told for problem in problems)
    return Outcome(state, compactions, sum(questions for questions, _ in told), wrong)


def problem_of(results: Results, group: int, state: int | None) -> str:
    """Return what is wrong with an answer to `group<n>`, given the state it must be of; empty if nothing."""
    states = {int(hit.title.split()[1]) for hit in results.hits}
    if results.total != PAGES or len(results.hits) != PAGES:
        return f"group {group}: {results.total} pages, {len(results.hits)} shown, not {PAGES}"
    if len(states) != 1:
        return f"group {group}: pages of the states {sorted(states)} in one answer"
    if state is not None and states != {state}:
        return f"group {group}: state {states.pop()}, not {state}"
    return ""


def _write(index: Index, state: int) -> None:
    """Bring the index into a state: all pages of a group anew, some pages more, as many fewer, one commit."""
    group = state % GROUPS
    index.add_all(
        [
            *(
                Document(f"page{group}-{n}", title=f"State {state}", body=f"group{group} 盐沼 state{state}")
                for n in range(PAGES)
            ),
            *(Document(f"new{state}-{n}", title="New", body=f"passing fresh{state}") for n in range(ADDED)),
        ]
    )
    for n in range(ADDED if state >= GROUPS + 2 else 0):
        index.delete(f"new{state - 2}-{n}")
    index.commit(sync=state % 8 == 0)


def _ask(
    folder: str,
    seed: int,
    begun: Synchronized[int],
    done: Synchronized[int],
    ends: Synchronized[int],
    ready: Semaphore,
    answers: multiprocessing.Queue[tuple[int, list[str]]],
) -> None:
    chance, questions, wrong = random.Random(seed), 0, []
    try:
        with Index.open(folder, read_only=True) as index:
            ready.release()
            while not ends.value:
                group = chance.randrange(GROUPS)
                before = done.value
                results = index.search(f"group{group}", limit=PAGES + 5)
                after = begun.value
                questions += 1
                problem = problem_of(results, group, None)
                if not problem:
                    state = int(results.hits[0].title.split()[1])
                    newest = before - (before - group) % GROUPS  # of this group among those acknowledged
                    if state % GROUPS != group or not newest <= state <= after:
                        problem = f"group {group}: state {state}, not in {newest}..{after}"
                if problem:
                    wrong.append(problem)
    except Exception as error:
        wrong.append(f"{type(error).__name__}: {error}")
    answers.put((questions, wrong[:10]))


@contextmanager
def _running(processes: list[multiprocessing.process.BaseProcess]) -> Iterator[None]:
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.join(timeout=10)
            if process.is_alive():
                process.kill()


def main() -> int:
    """Run it, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--readers", type=int, default=4)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(Path(folder) / "index", arguments.seconds, arguments.readers)
    print(
        f"{outcome.states} states, {outcome.compactions} compactions, {outcome.questions} answers, "
        f"{len(outcome.wrong)} wrong"
    )
    for problem in outcome.wrong:
        print(f"  {problem}")
    return 1 if outcome.wrong or not outcome.questions else 0


if __name__ == "__main__":
    sys.exit(main())
