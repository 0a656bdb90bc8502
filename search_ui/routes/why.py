"""Why this result: what each word of the query and the page itself add to its score."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from search_ui.reasons import why_view
from search_ui.render import html, interface_of, site_of


def why_page(request: Request) -> Response:
    """Show the parts of a score as bars and numbers; 404 when the index has no such page."""
    site, ui = site_of(request), interface_of(request)
    name = request.path_params["name"]
    document = site.source.document(name)
    told = site.source.explain(ui.params.query, name)
    if document is None or told is None:
        raise HTTPException(404, detail="stored")
    return html(request, "why.html", view=why_view(document, told, ui))
