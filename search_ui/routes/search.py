"""Results, as a page and as JSON."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from indexer import Hit, Results
from search_ui.advice import Easier, easier_queries
from search_ui.interface import Interface
from search_ui.paging import PER_PAGE, Paging, paging
from search_ui.render import html, interface_of, site_of
from search_ui.site import Site
from search_ui.views import note_texts, results_view


def results_page(request: Request) -> Response:
    """Show the hits for ?q= at ?page=; without a query say what to do."""
    site, ui = site_of(request), interface_of(request)
    results, place = _answer(site, ui)
    easier = () if results.total or not ui.params.query else _easier(site, ui)
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
        "total": results.total,
        "took_ms": round(results.took_ms, 3),
        "page": place.page,
        "pages": place.pages,
        "suggestion": results.suggestion,
        "notes": [
            {"code": code, "text": text} for code in dict.fromkeys(notes) for text in note_texts([code], ui)
        ],
        "hits": [_hit_json(hit, ui) for hit in results.hits],
    }
    return JSONResponse(answer, headers={"Cache-Control": "no-cache"})


def _answer(site: Site, ui: Interface) -> tuple[Results, Paging]:
    """Return the asked page of results; past the end the total is right and the hits are none."""
    if not ui.params.query:
        return Results(hits=(), total=0, took_ms=0.0), paging(0, 1)
    offset = (ui.params.page - 1) * PER_PAGE
    within_reach = not paging(offset + 1, ui.params.page).beyond
    results = site.source.search(ui.params.query, limit=PER_PAGE, offset=offset if within_reach else 0)
    place = paging(results.total, ui.params.page)
    if place.beyond:
        results = replace(results, hits=())
    return results, place


def _easier(site: Site, ui: Interface) -> list[Easier]:
    return easier_queries(ui.params.query, lambda query: site.source.search(query, limit=1).total)


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
        "fetched": hit.fetched.isoformat() if hit.fetched else None,
        "similar": list(hit.similar),
        "stored": ui.link(f"/page/{hit.id}", q=ui.params.query, ui=""),
    }
