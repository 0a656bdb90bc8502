"""What the failures of Scrapy and Twisted mean: outcomes, and the words that explain them."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from gzip import BadGzipFile

from OpenSSL.SSL import Error as TlsError
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    NotSupported,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.internet import error as net
from twisted.web.client import ResponseFailed, ResponseNeverReceived
from twisted.web.error import SchemeNotSupported
from twisted.web.http import PotentialDataLoss

from lookclear.domain import Outcome, Refusal
from lookclear.politeness.answers import Trouble


class NotRecorded(IgnoreRequest):
    """The recorded web does not hold the address."""


class RobotsUnknown(IgnoreRequest):
    """A site's robots.txt cannot be read; the message says why."""


class RobotsForbidden(IgnoreRequest):
    """A site's robots.txt forbids the address; the message is the line that does."""


class HostGivenUp(IgnoreRequest):
    """Not asked for: its host does not answer, or sends us away. The message says which."""

    def __init__(self, outcome: Outcome, why: str) -> None:
        super().__init__(why)
        self.outcome = outcome


class HostClosed(HostGivenUp):
    """Not asked for now: its host wants to be left alone for a while, or does not answer just now."""

    def __init__(self, host: str, why: str, wait_s: float) -> None:
        refused = why.startswith("http-error")
        super().__init__(
            Outcome.HTTP_ERROR if refused else Outcome.UNREACHABLE,
            f"closed for {max(wait_s, 1):.0f} s{f': {why}' if why else ''}",
        )
        self.host = host


class RedirectRefused(IgnoreRequest):
    """An answer that leads to an address that is refused as a link to it would be."""

    def __init__(self, url: str, reason: Refusal) -> None:
        super().__init__(f"{reason}: {url}")
        self.url = url
        self.reason = reason


class PrivateAddress(Exception):
    """A connection that a crawl may not make; the message says to what, and what would allow it.

    That is one to a private address, or to a public one when nobody can be reached about the crawl.
    """


class BadAnswer(Exception):
    """An answer that is not taken; the message says why."""


_NO_ANSWER = "no answer in time"
_UNSAFE = "no safe connection: the two sides agree on no encryption or certificate"
_OTHER_SCHEME = "neither http nor https"
_CUT_SHORT = "the answer is cut short"
_DAMAGED = Trouble.DAMAGED.value

_OUTCOMES: tuple[tuple[type[BaseException], Outcome, str], ...] = (
    (NotRecorded, Outcome.NOT_RECORDED, ""),
    (net.DNSLookupError, Outcome.UNREACHABLE, "the host name is not known"),
    (CannotResolveHostError, Outcome.UNREACHABLE, "the host name is not known"),
    (net.UnknownHostError, Outcome.UNREACHABLE, "the host name is not known"),
    (net.ConnectionRefusedError, Outcome.UNREACHABLE, "the host refused the connection"),
    (DownloadConnectionRefusedError, Outcome.UNREACHABLE, "the host refused the connection"),
    (net.TCPTimedOutError, Outcome.TIMEOUT, "the host did not take the connection in time"),
    (net.NoRouteError, Outcome.UNREACHABLE, "no way through the network to the host"),
    (net.ConnectBindError, Outcome.UNREACHABLE, "this machine has no free port or address to connect from"),
    (net.SSLError, Outcome.UNREACHABLE, _UNSAFE),
    (net.VerifyError, Outcome.UNREACHABLE, _UNSAFE),
    (net.CertificateError, Outcome.UNREACHABLE, _UNSAFE),
    (TlsError, Outcome.UNREACHABLE, _UNSAFE),
    (net.ConnectError, Outcome.UNREACHABLE, "the connection could not be made"),
    (net.ConnectingCancelledError, Outcome.UNREACHABLE, "the connection was given up before it was made"),
    (DownloadCancelledError, Outcome.TOO_LARGE, ""),
    (ResponseDataLossError, Outcome.BAD_RESPONSE, _CUT_SHORT),
    (PotentialDataLoss, Outcome.BAD_RESPONSE, _CUT_SHORT),
    (BadGzipFile, Outcome.BAD_RESPONSE, _DAMAGED),
    (zlib.error, Outcome.BAD_RESPONSE, _DAMAGED),
    (struct.error, Outcome.BAD_RESPONSE, _DAMAGED),
    (EOFError, Outcome.BAD_RESPONSE, _DAMAGED),
    (UnsupportedURLSchemeError, Outcome.BAD_RESPONSE, _OTHER_SCHEME),
    (SchemeNotSupported, Outcome.BAD_RESPONSE, _OTHER_SCHEME),
    (NotSupported, Outcome.BAD_RESPONSE, _OTHER_SCHEME),
    (UnicodeError, Outcome.BAD_RESPONSE, "the address cannot be asked for: its host is no name"),
)
# Twisted has no public names for these: reasons inside a ResponseFailed, and the tunnel of a proxy. The last
# two are of Brotli and of Zstandard, whose packages differ between installations.
_BY_NAME = {
    "ParseError": (Outcome.BAD_RESPONSE, "the answer is not HTTP"),
    "BadResponseVersion": (Outcome.BAD_RESPONSE, "the answer is not HTTP"),
    "BadHeaders": (Outcome.BAD_RESPONSE, "the answer is not HTTP"),
    "_DataLoss": (Outcome.BAD_RESPONSE, _CUT_SHORT),
    "TunnelError": (Outcome.UNREACHABLE, "the proxy made no way to the host"),
    "error": (Outcome.BAD_RESPONSE, _DAMAGED),
    "ZstdError": (Outcome.BAD_RESPONSE, _DAMAGED),
}
_TOOK_LONGER = re.compile(r"took longer than ([0-9]+(?:\.[0-9]+)?) seconds\.?\Z")
_MOST_REASONS = 20
_CODE = frozenset("<>[]{}()\n\r")  # in a message for programmers


def outcome_of(error: BaseException) -> tuple[Outcome, str]:
    """Return outcome and detail of a download that gave no response to look at.

    The detail is a phrase for people, or empty where the outcome says it all.

    >>> outcome_of(DownloadTimeoutError("Getting http://a.example/ took longer than 30.0 seconds."))
    (<Outcome.TIMEOUT: 'timeout'>, 'no answer within 30 s')
    """
    if isinstance(error, HttpError):
        return _status(error.response)
    if isinstance(error, RobotsUnknown | RobotsForbidden):
        return Outcome.ROBOTS, str(error)
    if isinstance(error, HostGivenUp):
        return error.outcome, str(error)
    if isinstance(error, RedirectRefused):
        return Outcome.REDIRECTED, str(error)
    if known := _known(error):
        return known
    if isinstance(error, IgnoreRequest):
        # Scrapy has no public types for these; its words are tested at the oldest and newest version.
        if "DOWNLOAD_MAXSIZE" in str(error):
            return Outcome.TOO_LARGE, "once unpacked"
        if "robots.txt" in str(error):
            return Outcome.ROBOTS, ""
        if "redirections" in str(error):
            return Outcome.BAD_RESPONSE, "too many redirects"
        return Outcome.BAD_RESPONSE, str(error)
    if isinstance(error, DownloadFailedError | ResponseFailed):
        return _failed(error)
    if isinstance(error, net.ConnectionClosed):
        return Outcome.UNREACHABLE, _closed(error, "before it answered")
    if isinstance(error, OSError):
        return Outcome.UNREACHABLE, _said(error, error.strerror or str(error))
    return Outcome.BAD_RESPONSE, _said(error, str(error))


def _status(response: Response) -> tuple[Outcome, str]:
    """Return what a status that is no success means; 304 only answers those who said what they have."""
    asked = response.request.headers if response.request is not None else {}
    if response.status == 304 and ("If-None-Match" in asked or "If-Modified-Since" in asked):
        return Outcome.UNCHANGED, ""
    return Outcome.HTTP_ERROR, str(response.status)


def _known(error: BaseException) -> tuple[Outcome, str] | None:
    """Return what the type of an error alone says."""
    if isinstance(error, DownloadTimeoutError | net.TimeoutError):
        seconds = _TOOK_LONGER.search(str(error))
        return Outcome.TIMEOUT, f"no answer within {float(seconds[1]):g} s" if seconds else _NO_ANSWER
    for kind, outcome, detail in _OUTCOMES:
        if isinstance(error, kind):
            return outcome, detail
    if isinstance(error, PrivateAddress):
        return Outcome.PRIVATE, str(error)
    if isinstance(error, BadAnswer):
        return Outcome.BAD_RESPONSE, str(error)
    return _BY_NAME.get(type(error).__name__)


def _failed(error: BaseException) -> tuple[Outcome, str]:
    """Return what the reasons inside a failed download say, most telling first."""
    inside = list(_reasons(error))
    for reason in inside:
        if known := _known(reason):
            return known
        if isinstance(reason, ValueError):  # Twisted's word for headers that contradict each other
            return Outcome.BAD_RESPONSE, "the answer is not HTTP"
    nothing_came = any(isinstance(reason, ResponseNeverReceived) for reason in inside)
    when = "before it answered" if nothing_came else "before its answer was complete"
    for reason in inside:
        if isinstance(reason, net.ConnectionClosed):
            return Outcome.UNREACHABLE, _closed(reason, when)
    said = str(error)
    if not said or _CODE.intersection(said):
        said = "the connection failed"
    return Outcome.UNREACHABLE, said


def _reasons(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, what caused it and what Twisted keeps inside, outermost first."""
    waiting: list[BaseException | None] = [error]
    for _ in range(_MOST_REASONS):
        if not waiting:
            return
        found = waiting.pop(0)
        if found is None:
            continue
        yield found
        waiting.append(found.__cause__)
        waiting += [failure.value for failure in getattr(found, "reasons", ())]


def _closed(error: BaseException, when: str) -> str:
    if isinstance(error, net.ConnectionDone):
        return f"the server closed the connection {when}"
    return f"the connection to the server broke {when}"


def _said(error: BaseException, message: str) -> str:
    """Return an error's message where it is a phrase, else its type's name in words.

    >>> _said(KeyError(), ""), _said(ConnectionAbortedError(), "[<Failure>]")
    ('key error', 'connection aborted error')
    """
    if message and not _CODE.intersection(message):
        return message
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", type(error).__name__).lower().strip("_")
