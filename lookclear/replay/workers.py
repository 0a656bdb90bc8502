"""Many independent tasks on several processors.

Workers are forked, so they share with their parent whatever was read before, page for page of memory, and
nothing needs to be pickled on the way in. What a task returns depends on the task alone, never on who did it
or when.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from lookclear.errors import LookClearError

T = TypeVar("T")
R = TypeVar("R")

_work: Callable[[Any], Any] | None = None  # what this process and its children do; set before they are forked


class WorkerLost(LookClearError):
    """A process that did a part of the work was ended from outside."""


def processors() -> int:
    """Return the number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def can_fork() -> bool:
    """Tell whether this system can make a copy of a running process."""
    return "fork" in multiprocessing.get_all_start_methods()


def each(work: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[tuple[int, R]]:
    """Yield (place of the item, result) as the results come in, from up to `jobs` processes.

    One process, this one, does it all when `jobs` is 1, when there is a single item, or where processes
    cannot be forked. The first error of a task is raised, and nothing more is begun; so it is with Ctrl-C.
    Raises WorkerLost when a worker was killed. To be called from one thread, and not from inside a task.
    """
    workers = min(jobs, len(items))
    if workers <= 1 or not can_fork():
        for at, item in enumerate(items):
            yield at, work(item)
        return
    global _work  # noqa: PLW0603 - a forked child finds it in its copy of this module
    _work = work
    gc.collect()
    gc.freeze()  # the collector would write to every shared object, and so copy it
    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_interrupts_to_the_parent)
    try:
        waiting = {pool.submit(_run, item): at for at, item in enumerate(items)}
        for done in as_completed(waiting):
            yield waiting.pop(done), done.result()
    except BrokenProcessPool as error:
        raise WorkerLost(
            "a worker process was ended before its work was done",
            hint="often the memory was full: try again with --jobs 1",
        ) from error
    finally:
        # What is running is waited for: a worker that is ended while it hands over a result leaves half of
        # one behind, and whoever reads it waits for ever.
        pool.shutdown(wait=True, cancel_futures=True)
        gc.unfreeze()
        _work = None


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run(item: Any) -> Any:
    assert _work is not None
    return _work(item)
