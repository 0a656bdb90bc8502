"""A server on loopback that says any bytes at all; by path, then "*"."""

from __future__ import annotations

import asyncio
import inspect
import socket
import ssl
import struct
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any


def head(status: str, *fields: str) -> bytes:
    """Return the head of an answer; characters that are not of latin-1 go out as UTF-8."""
    return ("\r\n".join([f"HTTP/1.1 {status}", *fields, "", ""])).encode()


class Said:
    """One request, and the way to answer it."""

    def __init__(self, path: str, headers: Mapping[str, str], writer: asyncio.StreamWriter) -> None:
        self.path = path
        self.headers = headers
        self._writer = writer

    async def write(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    def reset(self) -> None:
        """Break the connection so that the other side sees a reset."""
        sock = self._writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()


class RawSite:
    """Serves while the `with` block runs.

    An answer is bytes, or a function of `Said` that returns them, or a coroutine that writes them.
    Every connection ends with its first answer that does not say how long it is.
    """

    def __init__(self, answers: Mapping[str, Any], *, tls: ssl.SSLContext | None = None) -> None:
        self.answers = dict(answers)
        self.asked: list[str] = []
        self.port = 0
        self._tls = tls
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> RawSite:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def url(self, path: str) -> str:
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}{path}"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0, ssl=self._tls)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            while await self._exchange(reader, writer):
                pass
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        path = lines[0].split(" ")[1]
        self.asked.append(path)
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        said = Said(path, headers, writer)
        key = next((key for key in (path, path.rstrip("0"), "*") if key in self.answers), "*")
        if path.startswith("/for-ever/"):
            key = "/for-ever/0"
        answer = self.answers[key]
        if callable(answer):
            answer = answer(said)
        if inspect.isawaitable(answer):
            await answer
            return False
        await said.write(answer)
        return (
            b"content-length" in answer[:2_000].lower() and b"connection: close" not in answer[:2_000].lower()
        )
