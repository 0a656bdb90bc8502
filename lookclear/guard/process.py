"""One parsing process as its owner sees it: it is started, given a page, and may die at any moment."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from lookclear.domain import NoPage, Outcome
from lookclear.guard.frames import LENGTH_BYTES, frame, length_of
from lookclear.guard.job import NO_EXTRA, ExtraName, Job, ParserName, Reply, received
from lookclear.guard.limits import CPU_SIGNAL, Limits

START_S = 60.0  # until a process that does not get ready is given up
_REAP_S = 1.0  # for a process that closed its end to be gone
_GRACE_S = 0.25  # for an answer on its way when the time is up, as after a stop by Ctrl-Z
_PIECE_BYTES = 131_072  # of a message, written at once
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class CannotStart(Exception):
    """A parsing process could not be started; the message says why."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A process that is loading what it needs, and our end of the socket to it."""

    popen: subprocess.Popen[bytes]
    socket: socket.socket

    @classmethod
    def begin(cls, parser: ParserName, limits: Limits, extra: ExtraName = NO_EXTRA) -> Begun:
        """Start a process; raises CannotStart."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                popen = _spawn(theirs, parser, limits, extra)
            except (OSError, ValueError, subprocess.SubprocessError) as error:
                ours.close()
                raise CannotStart(str(error)) from error
        ours.setblocking(False)
        return cls(popen, ours)

    def end(self) -> None:
        """End it before anybody waited for it."""
        self.socket.close()
        self.kill()

    def kill(self) -> None:
        """End the process only: our end of the socket belongs to who waits for it."""
        self.popen.kill()
        self.popen.wait()


class ParserProcess(asyncio.Protocol):
    """A child process that parses one page at a time; `lost` is called when it ends between two pages."""

    def __init__(self, limits: Limits, lost: Callable[[ParserProcess], None]) -> None:
        self._limits = limits
        self._lost = lost
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[bytes | None] | None = None  # None: it died
        self._may_write = asyncio.Event()
        self._may_write.set()
        self._is_expired = False
        self._popen: subprocess.Popen[bytes] | None = None
        self.is_usable = False

    @classmethod
    async def start(
        cls, begun: Begun, limits: Limits, lost: Callable[[ParserProcess], None]
    ) -> ParserProcess:
        """Wait until a process that was begun is ready; raises CannotStart."""
        process = cls(limits, lost)
        process._popen = begun.popen
        loop = asyncio.get_running_loop()
        process._answer = loop.create_future()
        try:
            await loop.create_unix_connection(lambda: process, sock=begun.socket)
            hello = await asyncio.wait_for(process._answer, START_S)
        except BaseException as error:
            process.kill()
            begun.socket.close()
            if isinstance(error, TimeoutError):
                raise CannotStart(f"it was not ready after {START_S:.0f} s") from error
            raise
        trouble = _said(hello) if hello is not None else process._end()
        if trouble:
            process.kill()
            raise CannotStart(trouble)
        process._answer = None
        process.is_usable = True
        return process

    async def parse(self, job: Job) -> Reply:
        """Parse a page; a process that dies of it, or has to be stopped, gives an outcome."""
        assert self._transport is not None
        loop = asyncio.get_running_loop()
        self._answer = loop.create_future()
        clock = loop.call_later(self._limits.wait_s, self._expire)
        try:
            await self._send(frame(job))
            answer = await self._answer
        except asyncio.CancelledError:
            self.kill()
            raise
        finally:
            clock.cancel()
            self._answer = None
        if answer is not None:
            with suppress(msgspec.MsgspecError):
                reply = received(answer)
                if reply.is_last:
                    self.kill()
                return reply
            self.kill()
        self.is_usable = False
        return Reply(none=self._why())

    async def _send(self, message: bytearray) -> None:
        """Write in pieces: a transport moves all that waits in it with every piece that leaves."""
        assert self._transport is not None
        for start in range(0, len(message), _PIECE_BYTES):
            self._transport.write(message[start : start + _PIECE_BYTES])
            await self._may_write.wait()

    def kill(self) -> None:
        """End the process at once, and wait until it is gone."""
        self.is_usable = False
        if self._transport is not None:
            with suppress(RuntimeError):  # the loop is closed
                self._transport.abort()
        if self._popen is not None and self._popen.poll() is None:
            self._popen.kill()
            self._popen.wait()

    @property
    def pid(self) -> int:
        """Return the process id."""
        assert self._popen is not None
        return self._popen.pid

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what to write to."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Collect a message."""
        self._buffer += data
        if len(self._buffer) < LENGTH_BYTES:
            return
        try:
            end = LENGTH_BYTES + length_of(self._buffer)
        except ValueError:
            self.kill()
            return
        if len(self._buffer) >= end:
            message = bytes(memoryview(self._buffer)[LENGTH_BYTES:end])
            self._buffer = self._buffer[end:]
            if self._answer is not None and not self._answer.done():
                self._answer.set_result(message)

    def pause_writing(self) -> None:
        """Let the rest of a message wait."""
        self._may_write.clear()

    def resume_writing(self) -> None:
        """Send what waits."""
        self._may_write.set()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the protocol's signature
        """Tell the one who waits, or the owner."""
        self._may_write.set()
        if self._answer is not None:
            if not self._answer.done():
                self._answer.set_result(None)
        elif self.is_usable:
            self.is_usable = False
            self._end()
            self._lost(self)

    def _expire(self) -> None:
        asyncio.get_running_loop().call_later(_GRACE_S, self._stop, self._answer)

    def _stop(self, answer: asyncio.Future[bytes | None] | None) -> None:
        if answer is not None and not answer.done():
            self._is_expired = True
            self.kill()

    def _why(self) -> NoPage:
        """Say what ended it in the middle of a page."""
        said = self._end()
        assert self._popen is not None
        if self._is_expired:
            return NoPage(Outcome.TOO_EXPENSIVE, f"no answer within {self._limits.wait_s:g} s")
        if self._popen.returncode == -CPU_SIGNAL:
            return NoPage(Outcome.TOO_EXPENSIVE, f"CPU time {self._limits.cpu_s:g} s")
        return NoPage(Outcome.PARSER_CRASHED, said)

    def _end(self) -> str:
        """Wait for its end and say how it ended."""
        assert self._popen is not None
        try:
            code = self._popen.wait(_REAP_S)
        except subprocess.TimeoutExpired:  # it closed its end and goes on
            self._popen.kill()
            code = self._popen.wait()
        return f"signal {-code} {_name(-code)}".rstrip() if code < 0 else f"exit code {code}"


def _spawn(
    theirs: socket.socket, parser: ParserName, limits: Limits, extra: ExtraName
) -> subprocess.Popen[bytes]:
    """Start the process; its own group keeps a terminal's Ctrl-C from it."""
    path = os.pathsep.join(entry or str(os.getcwd()) for entry in sys.path)  # noqa: PTH109
    return subprocess.Popen(
        [
            sys.executable,
            *("-P", "-m", "lookclear.guard.child"),
            *(str(os.getpid()), str(limits.cpu_s), str(limits.memory_mb), parser, extra),
        ],
        stdin=theirs.fileno(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | _ONE_THREAD | {"PYTHONPATH": path},
        process_group=0,
    )


def _said(hello: bytes) -> str:
    try:
        return msgspec.msgpack.decode(hello, type=str)
    except msgspec.MsgspecError:
        return "it answers what is not understood"


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return ""
