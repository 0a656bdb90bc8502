"""What Scrapy's failures mean: outcomes, and the words that explain them."""

from __future__ import annotations

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
from scrapy.spidermiddlewares.httperror import HttpError

from lookclear.domain import Outcome


class NotRecorded(IgnoreRequest):
    """The recorded web does not hold the address."""


class RobotsUnknown(IgnoreRequest):
    """A site's robots.txt cannot be read; the message says why."""


_OUTCOMES: tuple[tuple[type[BaseException], Outcome, str], ...] = (
    (NotRecorded, Outcome.NOT_RECORDED, ""),
    (DownloadTimeoutError, Outcome.TIMEOUT, ""),
    (CannotResolveHostError, Outcome.UNREACHABLE, "the host name is not known"),
    (DownloadConnectionRefusedError, Outcome.UNREACHABLE, "the host refused the connection"),
    (DownloadCancelledError, Outcome.TOO_LARGE, ""),
    (ResponseDataLossError, Outcome.BAD_RESPONSE, "the answer is cut short"),
    (UnsupportedURLSchemeError, Outcome.BAD_RESPONSE, "neither http nor https"),
    (NotSupported, Outcome.BAD_RESPONSE, "neither http nor https"),
)


def outcome_of(error: BaseException) -> tuple[Outcome, str]:
    """Return outcome and detail of a download that gave no response to look at.

    >>> outcome_of(DownloadTimeoutError())
    (<Outcome.TIMEOUT: 'timeout'>, '')
    """
    if isinstance(error, HttpError):
        return Outcome.HTTP_ERROR, str(error.response.status)
    if isinstance(error, RobotsUnknown):
        return Outcome.ROBOTS, str(error)
    for kind, outcome, detail in _OUTCOMES:
        if isinstance(error, kind):
            return outcome, detail
    if isinstance(error, IgnoreRequest):
        # Scrapy has no public types for these; its words are tested at the oldest and newest version.
        if "robots.txt" in str(error):
            return Outcome.ROBOTS, ""
        if "redirections" in str(error):
            return Outcome.BAD_RESPONSE, "too many redirects"
        if "DOWNLOAD_MAXSIZE" in str(error):
            return Outcome.TOO_LARGE, "once unpacked"
        return Outcome.BAD_RESPONSE, str(error)
    if isinstance(error, DownloadFailedError | OSError):
        return Outcome.UNREACHABLE, str(error) or type(error).__name__
    return Outcome.BAD_RESPONSE, f"{type(error).__name__}: {error}"
