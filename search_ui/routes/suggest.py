"""Completions of what is typed, for this site's own box and for a browser's."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from search_ui.render import interface_of, site_of


def suggestions(request: Request) -> Response:
    """Answer with `[typed, [completions]]`, as the OpenSearch suggestions format wants it."""
    typed = interface_of(request).params.query
    return JSONResponse(
        [typed, site_of(request).source.complete(typed)],
        media_type="application/x-suggestions+json",
        headers={"Cache-Control": "public, max-age=60"},
    )
