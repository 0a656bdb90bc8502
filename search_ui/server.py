"""Run the site: take a port, say the real address, stop gracefully."""

from __future__ import annotations

import contextlib
import errno
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from types import TracebackType

import uvicorn
from starlette.types import ASGIApp

from lookclear.errors import LookClearError, UsageError

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8080
_BACKLOG = 512
_STOP_TIMEOUT_S = 5
_LONGEST_REQUEST_HEAD = 512 * 1024  # a query of 100 kB is cut and answered, not refused unread


class PortUnavailable(UsageError):
    """The address to listen on cannot be had."""


class ServerFailed(LookClearError):
    """The server did not come up."""


def bind(host: str, port: int) -> socket.socket:
    """Return a socket bound to `host` and `port`; port 0 takes a free one. Raises PortUnavailable."""
    if not 0 <= port <= 65535:
        raise PortUnavailable(
            f"{port} is not a port", hint="ports go from 1 to 65535; --port 0 picks a free one"
        )
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise PortUnavailable(
            f"cannot find the host '{host}'", hint="use --host 127.0.0.1, or 0.0.0.0 for every interface"
        ) from error
    taken = socket.socket(family, kind, protocol)
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(where)
        taken.listen(_BACKLOG)
    except OSError as error:
        taken.close()
        raise _unavailable(host, port, error) from error
    return taken


def address_of(listening: socket.socket) -> str:
    """Return the address a browser on this machine can open."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def serve(
    app: ASGIApp,
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
    *,
    announce: Callable[[str], None] = print,
) -> None:
    """Answer requests until interrupted or terminated; requests under way are finished first.

    `announce` gets the real address once the port is taken. Raises PortUnavailable.
    """
    with contextlib.closing(bind(host, port)) as listening, _signals_end_quietly():
        server = uvicorn.Server(_configuration(app))
        announce(address_of(listening))
        server.run(sockets=[listening])
        if not server.started:
            raise ServerFailed("the site could not start", hint="the log above has the reason")


class RunningSite:
    """The site in a thread of this process, from creation to `stop`; `url` is its address.

    Raises PortUnavailable, or ServerFailed when it does not come up.
    """

    def __init__(self, app: ASGIApp, host: str = DEFAULT_HOST, port: int = DEFAULT_PORT) -> None:
        self._listening = bind(host, port)
        self.url = address_of(self._listening)
        self._server = uvicorn.Server(_configuration(app))
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._listening]}, name="search-site", daemon=True
        )
        self._thread.start()

    def wait_until_up(self, timeout_s: float = 20.0) -> None:
        """Return when requests are answered; they are queued from the start, so this is seldom needed."""
        for _ in range(int(timeout_s / 0.02)):
            if self._server.started:
                return
            self._thread.join(0.02)
            if not self._thread.is_alive():
                break
        raise ServerFailed("the site could not start", hint="the log above has the reason")

    def stop(self) -> None:
        """Finish the requests under way and give the port back."""
        self._server.should_exit = True
        self._thread.join()
        self._listening.close()

    def __enter__(self) -> RunningSite:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _configuration(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http="h11",
        h11_max_incomplete_event_size=_LONGEST_REQUEST_HEAD,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # whose word counts is for search_ui.forwarded to say
        timeout_graceful_shutdown=_STOP_TIMEOUT_S,
    )


def _unavailable(host: str, port: int, error: OSError) -> PortUnavailable:
    if error.errno == errno.EADDRINUSE:
        return PortUnavailable(
            f"port {port} on {host} is already in use",
            hint="stop the program that uses it, or choose another: --port 0 picks a free one",
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return PortUnavailable(
            f"this user may not listen on port {port}",
            hint="choose one from 1024 up: --port 0 picks a free one",
        )
    return PortUnavailable(
        f"cannot listen on {host}, port {port}: {error.strerror}",
        hint="use --host 127.0.0.1, and --port 0 to pick a free port",
    )


@contextlib.contextmanager
def _signals_end_quietly() -> Iterator[None]:
    """Let a signal end the server and nothing more: it raises the signal again when it is done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    earlier = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)
