"""Fetches from the network, but only from addresses that a crawl may connect to, and only whole answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from socket import SOCK_STREAM, getaddrinfo
from time import monotonic
from typing import Any, ClassVar
from urllib.parse import urlsplit
from urllib.request import getproxies

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.crawler import Crawler
from scrapy.exceptions import ResponseDataLossError
from scrapy.http import Response

from lookclear.hostdesk import desk_of
from lookclear.outcomes import BadAnswer, PrivateAddress
from lookclear.politeness.answers import Trouble, trouble_of
from lookclear.politeness.contact import CONTACT_HINT, is_reachable
from lookclear.politeness.networks import NetworkPolicy, is_on_the_live_web, policy_for, read_ip

_DEFAULT_PORTS = {"http": 80, "https": 443}


class GuardedHandler(HTTP11DownloadHandler):
    """Scrapy's handler behind a guard that sees every connection: names, redirects, robots.txt, rebinding.

    Private addresses are allowed by LOOKCLEAR_PRIVATE_NETWORKS, or by seeds (see `policy_for`): those of the
    spider's workspace, else its `start_urls`. A proxy may be anywhere; what it connects to is its affair.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        # Twisted asks again at once, behind our backs, when a connection that was kept gives no answer.
        self._pool.retryAutomatically = False
        self._policy = policy_for(
            _seeds(crawler.spider), private=crawler.settings.getbool("LOOKCLEAR_PRIVATE_NETWORKS")
        )
        self._is_anonymous = _is_anonymous(crawler)
        self._desk = desk_of(crawler)
        self._largest = crawler.settings.getint("DOWNLOAD_MAXSIZE")
        Guard.enter(self._policy, getproxies().values())

    async def download_request(self, request: Request) -> Response:
        """Return an answer that can be trusted to be whole; raises what says why there is none."""
        if self._is_anonymous and is_on_the_live_web(request.url):
            host = urlsplit(request.url).hostname
            raise PrivateAddress(f"{host} is on the live web, and nobody can be reached: {CONTACT_HINT}")
        if proxy := request.meta.get("proxy"):
            Guard.let_through([proxy])
        started = monotonic()
        try:
            response = await super().download_request(request)
        except Exception as error:
            self._desk.failed(request, error, connected=Guard.last_connected >= started)
            raise
        finally:
            self._desk.heard(request)
        self._desk.answered(request, response)
        if "download_stopped" in response.flags:
            return response
        fields = [(name.decode("latin-1").lower(), value) for name, value in _fields(response)]
        trouble = trouble_of(
            response.status,
            fields,
            response.body,
            asked_for_part=b"Range" in request.headers,
            largest=self._largest,
        )
        if trouble is Trouble.CUT:
            raise ResponseDataLossError(trouble.value)
        if trouble is not None:
            raise BadAnswer(trouble.value)
        return response

    async def close(self) -> None:
        """Close connections, and take the guard away."""
        Guard.leave(self._policy)
        await super().close()


class Guard:
    """Stands before the reactor's `connectTCP` while a guarded crawl runs.

    Of several crawls in one process all must agree to a connection.
    """

    _policies: ClassVar[list[NetworkPolicy]] = []
    _proxies: ClassVar[set[tuple[str, int]]] = set()
    _connect: ClassVar[Callable[..., Any] | None] = None
    last_connected: ClassVar[float] = -1.0  # moment of the steady clock at which a host took a connection

    @classmethod
    def enter(cls, policy: NetworkPolicy, proxies: Iterable[str]) -> None:
        """Begin to hold connections to a policy."""
        from twisted.internet import reactor  # noqa: PLC0415 - importing it installs one

        cls.let_through(proxies)
        cls._policies.append(policy)
        if cls._connect is None:
            cls._connect = reactor.connectTCP
            setattr(reactor, "connectTCP", cls._guarded)  # noqa: B010 - this one reactor's, not its class's

    @classmethod
    def leave(cls, policy: NetworkPolicy) -> None:
        """End what `enter` began; the reactor's own method comes back with the last."""
        from twisted.internet import reactor  # noqa: PLC0415

        cls._policies.remove(policy)
        if not cls._policies and cls._connect is not None:
            setattr(reactor, "connectTCP", cls._connect)  # noqa: B010
            cls._connect = None

    @classmethod
    def let_through(cls, proxies: Iterable[str]) -> None:
        """Allow connections to proxies, which a person chose. One that is a name may have any address."""
        for proxy in proxies:
            parts = urlsplit(proxy if "//" in proxy else f"//{proxy}")
            cls._proxies.add((parts.hostname or "", parts.port or _DEFAULT_PORTS.get(parts.scheme, 80)))

    @classmethod
    def _is_proxy(cls, host: str, port: int) -> bool:
        """Tell whether an address is a proxy's; names are looked up only for what is refused else."""
        if (host, port) in cls._proxies:
            return True
        named = [name for name, of in cls._proxies if of == port and read_ip(name) is None]
        if any(host in _addresses(name) for name in named):
            cls._proxies.add((host, port))
            return True
        return False

    @classmethod
    def _guarded(cls, host: str, port: int, factory: Any, *arguments: Any, **named: Any) -> Any:
        assert cls._connect is not None
        if not all(one.allows(host, port) for one in cls._policies) and not cls._is_proxy(host, port):
            raise PrivateAddress(f"{host} is a private address; [crawl] private_networks = true allows it")
        build = factory.buildProtocol

        def noted(address: Any) -> Any:
            cls.last_connected = monotonic()
            return build(address)

        factory.buildProtocol = noted
        return cls._connect(host, port, factory, *arguments, **named)


def _addresses(name: str) -> set[str]:
    """Return what a name means to this machine; nothing when it is not known."""
    try:
        return {str(found[4][0]) for found in getaddrinfo(name, None, type=SOCK_STREAM)}
    except (OSError, UnicodeError):
        return set()


def _fields(response: Response) -> Iterator[tuple[bytes, bytes]]:
    return ((name, value) for name, values in response.headers.items() for value in values)


def _is_anonymous(crawler: Crawler) -> bool:
    """Tell whether nobody can be reached about the crawl of a workspace: its links stay off the live web."""
    session = getattr(crawler.spider, "session", None)
    if session is None:
        return False
    return not is_reachable(session.workspace.file.crawl.contact, crawler.settings["USER_AGENT"] or "")


def _seeds(spider: Any) -> tuple[str, ...]:
    session = getattr(spider, "session", None)
    if session is not None:
        return tuple(session.workspace.addresses)
    return tuple(getattr(spider, "start_urls", ()))
