"""Is the site able to answer?"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from search_ui.render import site_of


def health(request: Request) -> Response:
    """200 with the number of pages; an index that cannot be read is answered by the 503 page."""
    return JSONResponse(
        {"status": "ok", "documents": site_of(request).source.count()}, headers={"Cache-Control": "no-store"}
    )
