"""Results, as a page, as JSON and as a feed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from indexer import Hit, Options, Order, Results, Within
from search_ui.advice import Easier, easier_queries
from search_ui.interface import Interface
from search_ui.paging import PER_PAGE, Paging, paging
from search_ui.render import html, interface_of, site_of, xml
from search_ui.site import Site
from search_ui.views import entry, note_texts, results_view

MOST_PER_HOST = 2  # on a page, while others have something
SECONDS = 0.5  # for an answer; what is not looked at by then is left out, and the page says so
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)  # of a feed without dates


def results_page(request: Request) -> Response:
    """Show the hits for ?q= at ?page=; without a query say what to do."""
    site, ui = site_of(request), interface_of(request)
    results, place = _answer(site, ui)
    easier = _easier(site, ui) if is_asked(ui) and not results.total else []
    view = results_view(results, place, (ui.params.page - 1) * PER_PAGE + 1, easier, ui)
    empty_index = not results.total and not site.source.count()
    return html(
        request, "results.html", view=view, empty_index=empty_index, crawling=site.read_status().running
    )


def results_json(request: Request) -> Response:
    """Give programs the same answer; docs/site.md explains the fields."""
    site, ui = site_of(request), interface_of(request)
    results, place = _answer(site, ui)
    notes = [*ui.params.notes, *results.notes, *(["page-beyond-end"] if place.beyond else [])]
    answer = {
        "query": ui.params.query,
        "restrictions": {name: value for name, value in ui.params.fields.items() if name != "q"},
        "total": results.total,
        "partial": results.is_partial,
        "took_ms": round(results.took_ms, 3),
        "page": place.page,
        "pages": place.pages,
        "suggestion": results.suggestion,
        "notes": [
            {"code": code, "text": text} for code in dict.fromkeys(notes) for text in note_texts([code], ui)
        ],
        "facets": {facet.name: dict(facet.counts) for facet in results.facets},
        "hits": [_hit_json(hit, ui) for hit in results.hits],
    }
    return JSONResponse(answer, headers={"Cache-Control": "no-cache"})


def results_feed(request: Request) -> Response:
    """Give feed readers the first pages, the newest first unless the address says otherwise."""
    site, ui = site_of(request), interface_of(request)
    params = ui.params
    if "sort=" not in request.url.query:
        ui = replace(ui, params=replace(params, order=Order.DATE.value))
    results, _ = _answer(site, ui)
    origin = f"{request.url.scheme}://{request.url.netloc}"
    moments = [moment for hit in results.hits if (moment := hit.date or hit.fetched) is not None]
    return xml(
        "results.atom",
        "application/atom+xml",
        ui=ui,
        site=site,
        origin=origin,
        myself=origin + interface_of(request).listing("/search.atom"),
        results=origin + interface_of(request).listing(),
        updated=max(moments, default=_BEGINNING),
        entries=[entry(hit) for hit in results.hits],
    )


def is_asked(ui: Interface) -> bool:
    """Return whether there is something to look for: a query, or a restriction alone."""
    return bool(ui.params.query) or ui.params.is_restricted


def options_of(ui: Interface) -> Options:
    """Return what the index is to do for an address."""
    params = ui.params
    return Options(
        order=Order.DATE if params.order else Order.RELEVANCE,
        facets=True,
        per_host=0 if params.site else MOST_PER_HOST,
        seconds=SECONDS,
        suggest=True,
        within=Within(params.site, params.language, params.kind, params.dates),
    )


def _answer(site: Site, ui: Interface) -> tuple[Results, Paging]:
    """Return the asked page of results; past the end the total is right and the hits are none."""
    if not is_asked(ui):
        return Results(hits=(), total=0, took_ms=0.0), paging(0, 1)
    offset = (ui.params.page - 1) * PER_PAGE
    within_reach = not paging(offset + 1, ui.params.page).beyond
    results = site.source.search(
        ui.params.query, limit=PER_PAGE, offset=offset if within_reach else 0, options=options_of(ui)
    )
    place = paging(results.total, ui.params.page)
    if place.beyond:
        results = replace(results, hits=())
    return results, place


def _easier(site: Site, ui: Interface) -> list[Easier]:
    options = Options(seconds=SECONDS, within=options_of(ui).within)
    return easier_queries(
        ui.params.query, lambda query: site.source.search(query, limit=1, options=options).total
    )


def _hit_json(hit: Hit, ui: Interface) -> dict[str, object]:
    return {
        "id": hit.id,
        "url": hit.url or hit.key,
        "key": hit.key,
        "title": hit.title,
        "snippet": "".join(text for text, _ in hit.snippet),
        "snippet_pieces": [[text, match] for text, match in hit.snippet],
        "score": round(hit.score, 6),
        "relevance": round(hit.relevance, 4),
        "language": hit.language,
        "kind": hit.kind,
        "host": hit.host,
        "more_from_host": hit.more,
        "date": hit.date.isoformat() if hit.date else None,
        "fetched": hit.fetched.isoformat() if hit.fetched else None,
        "similar": list(hit.similar),
        "stored": ui.link(f"/page/{hit.id}", q=ui.params.query, ui=""),
    }
