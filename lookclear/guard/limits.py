"""How much one page may cost, and how a parsing process is held to it by the system it runs on.

The CPU clock runs for one page, not for the life of the process: SIGPROF ends the process when it runs out,
also in the middle of a library that never returns to Python. Memory is limited to so much above what the
process needs when it has read nothing yet.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

CPU_SIGNAL = signal.SIGPROF
_PR_SET_PDEATHSIG = 1  # prctl(2)
_MEGABYTE = 1_048_576
_GROWN = 0.5  # of the memory limit: beyond, a process is replaced before it takes another page


@dataclass(frozen=True, slots=True)
class Limits:
    """What a page may cost before its parser is stopped."""

    cpu_s: float = 5.0
    memory_mb: int = 512
    wait_s: float = 6.0  # until a parser that does not answer is stopped, busy or not


def end_with_parent(parent: int) -> None:
    """Ask the system to kill this process when the one that started it (a process id) ends."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # Linux; others see stdin end
    if os.getppid() != parent:
        os._exit(0)


def leave_no_core() -> None:
    """Write no core dump when this process crashes."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class MemoryLimit:
    """Limits the address space of this process from now on."""

    def __init__(self, limits: Limits) -> None:
        self._room = limits.memory_mb * _MEGABYTE
        self._begin = address_space()
        if self._begin:
            with suppress(OSError, ValueError):  # a harder limit is there already
                resource.setrlimit(resource.RLIMIT_AS, (self._begin + self._room,) * 2)

    def is_grown(self) -> bool:
        """Tell whether so much was not given back that later pages would be short of memory."""
        return address_space() > self._begin + _GROWN * self._room


def address_space() -> int:
    """Return the address space of this process in bytes, 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split(maxsplit=1)[0]
    except OSError:
        return 0
    return int(pages) * resource.getpagesize()


def start_cpu_clock(limits: Limits) -> None:
    """End this process by CPU_SIGNAL when it uses more CPU time from now on than a page may."""
    signal.setitimer(signal.ITIMER_PROF, limits.cpu_s)


def stop_cpu_clock() -> None:
    """Take the limit away."""
    signal.setitimer(signal.ITIMER_PROF, 0)
