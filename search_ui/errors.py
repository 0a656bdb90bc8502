"""Error pages of our own, in the visitor's language, that show nothing of the inside."""

from __future__ import annotations

import logging

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from search_ui.render import html, interface_of
from search_ui.security import HEADERS

log = logging.getLogger(__name__)

_KINDS = {400: "bad_request", 404: "not_found", 405: "method", 429: "too_many"}


def refused(request: Request, error: Exception) -> Response:
    """Answer a request that cannot be carried out as it was made."""
    assert isinstance(error, HTTPException)
    kind = "stored" if error.detail == "stored" else _KINDS.get(error.status_code, "bad_request")
    response = _answer(request, error.status_code, kind)
    response.headers.update(error.headers or {})
    return response


def index_unreadable(request: Request, error: Exception) -> Response:
    """Answer 503 when the index cannot be opened or read; the log says why."""
    log.error("the index cannot be read: %s", error)
    return _answer(request, 503, "unavailable")


def failed(request: Request, _: Exception) -> Response:
    """Answer 500; the server's log has the traceback.

    This answer is made outside the middleware, so it brings the security headers itself.
    """
    response = _answer(request, 500, "failed")
    response.headers.update(HEADERS)
    return response


def _answer(request: Request, status: int, kind: str) -> Response:
    ui = interface_of(request)
    if request.scope["path"].endswith((".json", "/healthz")):
        message = ui.catalogue.text(f"error.{kind}_text")
        return JSONResponse({"error": kind, "message": message}, status_code=status)
    return html(request, "error.html", status=status, code=status, kind=kind)
