"""What becomes of a download is said in words."""

import gzip
import inspect
import zlib

import brotli
import pytest
import scrapy.exceptions as scrapy_errors
import twisted.internet.error as net
from OpenSSL.SSL import Error as TlsError
from twisted.python.failure import Failure
from twisted.web import _newclient
from twisted.web.client import ResponseFailed, ResponseNeverReceived
from twisted.web.http import PotentialDataLoss

from lookclear.domain import Outcome
from lookclear.outcomes import NotRecorded, RobotsUnknown, outcome_of


def failed(kind, *reasons):
    """Return what Scrapy makes of a failed response."""
    inner = kind([Failure(reason) for reason in reasons])
    error = scrapy_errors.DownloadFailedError(str(inner))
    error.__cause__ = inner
    return error


LATE = "Getting http://a.example/?took longer than 5 seconds took longer than 30.0 seconds."
NAME_UNKNOWN = (Outcome.UNREACHABLE, "the host name is not known")
REFUSED = (Outcome.UNREACHABLE, "the host refused the connection")
NOT_HTTP = (Outcome.BAD_RESPONSE, "the answer is not HTTP")
CUT_SHORT = (Outcome.BAD_RESPONSE, "the answer is cut short")
DAMAGED = (Outcome.BAD_RESPONSE, "what was packed for the way cannot be unpacked")
UNSAFE = "no safe connection: the two sides agree on no encryption or certificate"

TABLE = [
    (scrapy_errors.DownloadTimeoutError(LATE), (Outcome.TIMEOUT, "no answer within 30 s")),
    (
        scrapy_errors.DownloadTimeoutError("Getting x took longer than 0.5 seconds."),
        (Outcome.TIMEOUT, "no answer within 0.5 s"),
    ),
    (scrapy_errors.DownloadTimeoutError(), (Outcome.TIMEOUT, "no answer in time")),
    (net.TimeoutError(), (Outcome.TIMEOUT, "no answer in time")),
    (net.TCPTimedOutError(), (Outcome.TIMEOUT, "the host did not take the connection in time")),
    (scrapy_errors.CannotResolveHostError("x"), NAME_UNKNOWN),
    (net.DNSLookupError("x"), NAME_UNKNOWN),
    (scrapy_errors.DownloadConnectionRefusedError("x"), REFUSED),
    (net.ConnectionRefusedError(), REFUSED),
    (net.NoRouteError(), (Outcome.UNREACHABLE, "no way through the network to the host")),
    (
        failed(ResponseNeverReceived, net.ConnectionDone()),
        (Outcome.UNREACHABLE, "the server closed the connection before it answered"),
    ),
    (
        failed(ResponseNeverReceived, net.ConnectionLost()),
        (Outcome.UNREACHABLE, "the connection to the server broke before it answered"),
    ),
    (
        failed(ResponseFailed, net.ConnectionDone()),
        (Outcome.UNREACHABLE, "the server closed the connection before its answer was complete"),
    ),
    (failed(ResponseFailed, net.ConnectionLost(), _newclient.ParseError("x", b"y")), NOT_HTTP),
    (failed(ResponseFailed, _newclient._DataLoss()), CUT_SHORT),
    (failed(ResponseNeverReceived, TlsError([("SSL", "", "x")])), (Outcome.UNREACHABLE, UNSAFE)),
    (failed(ResponseFailed), (Outcome.UNREACHABLE, "the connection failed")),
    (
        scrapy_errors.DownloadFailedError("[<twisted.python.failure.Failure x>]"),
        (Outcome.UNREACHABLE, "the connection failed"),
    ),
    (scrapy_errors.DownloadFailedError("peer went away"), (Outcome.UNREACHABLE, "peer went away")),
    (scrapy_errors.DownloadCancelledError("x"), (Outcome.TOO_LARGE, "")),
    (scrapy_errors.ResponseDataLossError(), CUT_SHORT),
    (PotentialDataLoss(), CUT_SHORT),
    (scrapy_errors.UnsupportedURLSchemeError("ftp"), (Outcome.BAD_RESPONSE, "neither http nor https")),
    (gzip.BadGzipFile("Unknown compression method"), DAMAGED),
    (zlib.error("Error -3"), DAMAGED),
    (EOFError("Compressed file ended"), DAMAGED),
    (brotli.error("process failed"), DAMAGED),
    (OSError(113, "No route to host"), (Outcome.UNREACHABLE, "No route to host")),
    (ConnectionResetError(), (Outcome.UNREACHABLE, "connection reset error")),
    (ValueError("<object at 0x1>"), (Outcome.BAD_RESPONSE, "value error")),
    (NotRecorded("x"), (Outcome.NOT_RECORDED, "")),
    (RobotsUnknown("robots.txt: timeout"), (Outcome.ROBOTS, "robots.txt: timeout")),
]


@pytest.mark.parametrize(("error", "said"), TABLE)
def test_outcome_and_detail(error, said):
    assert outcome_of(error) == said


def _errors(module):
    return [kind for kind in vars(module).values() if inspect.isclass(kind) and issubclass(kind, Exception)]


def made(kind):
    """Return an error of a kind, with as many arguments as it takes."""
    try:
        wanted = [p for p in inspect.signature(kind.__init__).parameters.values() if p.default is p.empty]
        return kind(*["x" for p in wanted[1:] if p.kind is p.POSITIONAL_OR_KEYWORD])
    except ValueError:  # no signature: written in C
        return kind()


@pytest.mark.parametrize("kind", _errors(net), ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("wrapped", [False, True])
def test_every_error_of_the_network_is_said_in_words(kind, wrapped):
    error = made(kind)
    if wrapped:
        error = failed(ResponseFailed, error)
    _, detail = outcome_of(error)
    assert detail
    assert not set("<>[]()") & set(detail)
    assert kind.__name__ not in detail


def test_causes_in_a_ring_come_to_an_end():
    error = failed(ResponseFailed)
    error.__cause__.__cause__ = error
    assert outcome_of(error) == (Outcome.UNREACHABLE, "the connection failed")
