"""A small web server on loopback that tests crawl: several hosts (127.0.0.x) on one port, and a log.

Answers are looked up as "host/path" (host without port), then as "/path", then as "*". What is not there
is a 404. Characters of headers are bytes.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import TracebackType


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server says. `endless` sends the body again and again, every `delay_s` seconds."""

    body: str | bytes = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "text/html; charset=utf-8"})
    delay_s: float = 0.0
    endless: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """One line of the log: when (monotonic seconds), whom, for what."""

    at: float
    host: str
    path: str
    headers: Mapping[str, str]


Pages = Mapping[str, Answer | str | Callable[[Asked], "Answer | str"]]


def moved(location: str, status: int = 301) -> Answer:
    return Answer("", status, {"Location": location})


def page(title: str, links: Iterable[str] = (), text: str = "") -> str:
    """Return a small HTML page; each link's anchor is its address."""
    items = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    return (
        f"<html><head><title>{title}</title></head><body><p>{text or title}</p><ul>{items}</ul></body></html>"
    )


class Site:
    """Serves while the `with` block runs; `log` holds every request in order of arrival."""

    def __init__(self, pages: Pages, *, hosts: int = 1) -> None:
        self.pages = dict(pages)
        self.hosts = [f"127.0.0.{number}" for number in range(1, hosts + 1)]
        self.log: list[Asked] = []
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Site:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def url(self, path: str = "/", host: int = 1) -> str:
        return f"http://127.0.0.{host}:{self.port}{path}"

    def asked(self, *, robots: bool = False) -> list[str]:
        """Return the paths asked for in order, without robots.txt and /sitemap.xml unless wanted."""
        return [line.path for line in self.log if robots or line.path not in {"/robots.txt", "/sitemap.xml"}]

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._main())
        self._loop.close()

    async def _main(self) -> None:
        self._stop = asyncio.Event()
        self._connections: set[asyncio.Task[None]] = set()
        sockets = self._bind()
        servers = [await asyncio.start_server(self._connected, sock=one) for one in sockets]
        self._ready.set()
        await self._stop.wait()
        for server in servers:
            server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def _bind(self) -> list[socket.socket]:
        while True:
            sockets: list[socket.socket] = []
            port = 0
            try:
                for host in self.hosts:
                    one = socket.socket()
                    sockets.append(one)
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    one.bind((host, port))
                    port = one.getsockname()[1]
            except OSError:  # taken on one of the hosts
                for one in sockets:
                    one.close()
                continue
            self.port = port
            return sockets

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            while await self._exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._connections.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if ": " in line)
        headers = {name.lower(): value for name, value in headers.items()}
        asked = Asked(time.monotonic(), writer.get_extra_info("sockname")[0], head[0].split(" ")[1], headers)
        self.log.append(asked)
        keys = (asked.host + asked.path, asked.path, "*")
        found = next((self.pages[key] for key in keys if key in self.pages), Answer("", 404))
        answer = found(asked) if callable(found) else found
        answer = Answer(answer) if isinstance(answer, str) else answer
        body = answer.body.encode() if isinstance(answer.body, str) else answer.body
        fields = dict(answer.headers)
        fields.setdefault(
            "Transfer-Encoding" if answer.endless else "Content-Length",
            "chunked" if answer.endless else str(len(body)),
        )
        lines = [f"HTTP/1.1 {answer.status} Said", *(f"{name}: {value}" for name, value in fields.items())]
        head_bytes = ("\r\n".join([*lines, "", ""])).encode("latin-1")
        if not answer.endless:
            await asyncio.sleep(answer.delay_s)
            writer.write(head_bytes + body)
            await writer.drain()
            return True
        writer.write(head_bytes)
        while True:
            writer.write(f"{len(body):x}\r\n".encode() + body + b"\r\n")
            await writer.drain()
            await asyncio.sleep(answer.delay_s)
