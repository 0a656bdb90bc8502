"""The stored text of one page, with the words of the query marked."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from search_ui.render import html, interface_of, site_of
from search_ui.stored import stored_view


def stored_page(request: Request) -> Response:
    """Show the text as it was fetched; 404 when the index has no such page."""
    site, ui = site_of(request), interface_of(request)
    document = site.source.document(request.path_params["name"])
    if document is None:
        raise HTTPException(404, detail="stored")
    terms = site.source.search(ui.params.query, limit=1).terms if ui.params.query else ()
    return html(request, "stored.html", view=stored_view(document, terms))
