"""A few parsing processes, given one page each, and replaced when they die.

One process is started with the pool, others when a page waits for some time: mostly one is enough. Pages wait
in order of arrival; how many may wait is bounded by the crawl, which has only so many pages in flight.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from lookclear.domain import NoPage, Page
from lookclear.guard.frames import LENGTH_BYTES
from lookclear.guard.job import (
    DEFAULT_PARSER,
    NO_EXTRA,
    ExtraName,
    Job,
    Parser,
    ParserName,
    Reply,
    Understood,
    framed,
    load,
    load_extra,
    received,
    run,
)
from lookclear.guard.limits import Limits
from lookclear.guard.process import Begun, CannotStart, ParserProcess

_PATIENCE_S = 0.05  # that a page waits for a free process until one more is started
_MOST_FAILURES = 3  # to start a process, one after another, until pages are parsed here


class ParserPool:
    """Parses pages in at most `size` processes, and in no more than there are processors; 0 = in this one.

    `extra` names what else is to be worked out of each page (`Understood.extra`). `warn` gets one sentence
    when processes cannot be started and pages are parsed in this one instead.
    """

    def __init__(
        self,
        size: int,
        limits: Limits | None = None,
        *,
        parser: ParserName = DEFAULT_PARSER,
        extra: ExtraName = NO_EXTRA,
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._size = min(size, os.cpu_count() or 1)
        self._limits = limits or Limits()
        self._name = parser
        self._extra = extra
        self._warn = warn
        self._all: set[ParserProcess] = set()
        self._idle: list[ParserProcess] = []
        self._starts: set[asyncio.Task[None]] = set()
        self._starting: set[Begun] = set()  # what these tasks wait for
        self._waiting: deque[asyncio.Future[ParserProcess | None]] = deque()
        self._failures = 0
        self._is_closed = False
        self._begun: Begun | None = None  # the first process, until somebody waits for it
        self._here: Parser | None = None  # loaded when pages are parsed in this process

    @property
    def pids(self) -> frozenset[int]:
        """Return the ids of the processes that are ready or at work."""
        return frozenset(process.pid for process in self._all)

    def open(self) -> None:
        """Begin to start the first process, so that it is warm when the first page comes; needs no loop."""
        if self._size and not self._begun and not self._is_closed:
            with suppress(CannotStart):  # tried again, and told, when a page comes
                self._begun = Begun.begin(self._name, self._limits, self._extra)

    async def parse(self, job: Job) -> Page | NoPage:
        """Return the page alone, or why there is none; raises ParserBroke for an error of ours."""
        return (await self._reply(job)).result()

    async def understand(self, job: Job) -> Understood | NoPage:
        """Return the page with what depends on it alone, or why there is none; raises ParserBroke."""
        return (await self._reply(job)).understood()

    async def _reply(self, job: Job) -> Reply:
        process = await self._ready()
        if process is None:
            self._here = self._here or load(self._name)
            extra = load_extra(self._extra)
            message = framed(
                run(self._here, job, extra)
            )  # as from a process: what cannot be sent cannot be kept
            return received(message[LENGTH_BYTES:])
        try:
            return await process.parse(job)
        finally:
            self._give(process)

    def close(self) -> None:
        """End all processes, at work or not; may be called twice, and when the loop runs no more."""
        self._is_closed = True
        if self._begun is not None:
            self._begun.end()
            self._begun = None
        for begun in self._starting:
            begun.kill()
        for process in self._all:
            process.kill()
        self._all.clear()
        self._idle.clear()
        pending: tuple[asyncio.Future[Any], ...] = (*self._starts, *self._waiting)
        for future in pending:
            with suppress(RuntimeError):  # the loop is closed
                future.cancel()
        self._starts.clear()
        self._waiting.clear()

    async def _ready(self) -> ParserProcess | None:
        """Return a free process that lives, None when pages are parsed in this one."""
        while self._size:
            process = await self._take()
            if process is None or process.is_usable:
                return process
            self._give(process)  # it ended after it was chosen for this page
        return None

    async def _take(self) -> ParserProcess | None:
        if self._is_closed:
            raise RuntimeError("the parsers are closed")
        if self._idle:
            return self._idle.pop()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[ParserProcess | None] = loop.create_future()
        self._waiting.append(future)
        if not self._all and not self._starts:
            self._start()
        patience = loop.call_later(_PATIENCE_S, self._relieve)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():  # cancelled after it was given a process
                process = future.result()
                if process is not None:
                    self._give(process)
            raise
        finally:
            patience.cancel()

    def _relieve(self) -> None:
        """Start one more process, since a page has waited for long; called again by the next page."""
        if not self._is_closed and not self._starts and len(self._all) < self._size:
            self._start()

    def _give(self, process: ParserProcess) -> None:
        """Take a process back from a page, or a new one; one that died is replaced."""
        if self._is_closed or not process.is_usable:
            self._lose(process)
            return
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(process)
                return
        self._idle.append(process)

    def _lose(self, process: ParserProcess) -> None:
        process.kill()
        self._all.discard(process)
        if process in self._idle:
            self._idle.remove(process)
        if not self._is_closed and len(self._all) + len(self._starts) < self._size:
            self._start()

    def _start(self) -> None:
        task = asyncio.get_running_loop().create_task(self._started())
        self._starts.add(task)
        task.add_done_callback(self._starts.discard)

    async def _started(self) -> None:
        while self._size and not self._is_closed:
            try:
                process = await self._begin()
            except CannotStart as error:
                self._failures += 1
                if self._failures >= _MOST_FAILURES:
                    self._give_up(str(error))
            else:
                self._failures = 0
                self._all.add(process)
                self._give(process)
                return

    async def _begin(self) -> ParserProcess:
        begun = self._begun or Begun.begin(self._name, self._limits, self._extra)
        self._begun = None
        self._starting.add(begun)
        try:
            return await ParserProcess.start(begun, self._limits, self._lose)
        finally:
            self._starting.discard(begun)

    def _give_up(self, why: str) -> None:
        """Use the processes there are; without any, parse here from now on."""
        before, self._size = self._size, len(self._all)
        if self._all or not before:
            return
        self._warn(
            f"no process could be started to parse pages in ({why}): they are parsed in the crawl's own, "
            "where a hostile page can stop it"
        )
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(None)
