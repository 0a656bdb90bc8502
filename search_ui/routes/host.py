"""What is known of one host: how many of its pages can be found, in what languages, and the best of them."""

from __future__ import annotations

from dataclasses import replace

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from indexer import Options, Order, Within
from indexer.sites import host_label
from search_ui.narrowing import facet_views
from search_ui.render import html, interface_of, site_of
from search_ui.views import card

SHOWN = 5


def host_page(request: Request) -> Response:
    """Show a host; 404 when the index has no page of it."""
    site, ui = site_of(request), interface_of(request)
    host = host_label(f"http://{request.path_params['host']}/")
    within = Within(site=host)
    best = site.source.search("", limit=SHOWN, options=Options(facets=True, within=within))
    if not host or not best.total:
        raise HTTPException(404, detail="host")
    newest = site.source.search("", limit=SHOWN, options=Options(order=Order.DATE, within=within))
    here = replace(ui, params=replace(ui.params, site=host, query=""))
    return html(
        request,
        "host.html",
        host=host,
        total=best.total,
        all_pages=here.listing(),
        facets=facet_views(best.facets, here),
        best=[card(hit, "", here) for hit in best.hits],
        newest=[card(hit, "", here) for hit in newest.hits if hit.date],
    )
