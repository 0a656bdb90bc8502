"""For machines that watch over the site: is it ready, and what does it do?"""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from search_ui.admin.office import admitted
from search_ui.cached import CachedSource
from search_ui.render import site_of

_KIND = "text/plain; version=0.0.4; charset=utf-8"


def ready(request: Request) -> Response:
    """200 once the index was asked a first question, so that visitors need not wait; else 503."""
    is_ready = bool(request.app.state.warm)
    return JSONResponse(
        {"status": "ready" if is_ready else "starting"},
        status_code=200 if is_ready else 503,
        headers={"Cache-Control": "no-store"},
    )


def metrics(request: Request) -> Response:
    """Show counts in Prometheus' text format; 404 for who may not see them."""
    if not request.app.state.operation.public_metrics and not admitted(request):
        raise HTTPException(404)
    site = site_of(request)
    lines = [*request.app.state.figures.lines(), *_index_lines(site.source.stats())]
    crawling = int(site.read_status().running)
    lines += _gauge("lookclear_crawl_running", "Whether a crawl is at work.", crawling)
    if isinstance(site.source, CachedSource):
        lines += _counter("lookclear_cache_hits_total", "Searches answered from memory.", site.source.hits)
        lines += _counter(
            "lookclear_cache_misses_total", "Searches that asked the index.", site.source.misses
        )
    log = request.app.state.query_log
    if log is not None:
        lines += _counter("lookclear_queries_lost_total", "Queries not written to the log.", log.lost)
    return PlainTextResponse("\n".join(lines) + "\n", media_type=_KIND, headers={"Cache-Control": "no-store"})


def _index_lines(stats: object) -> list[str]:
    lines = []
    for name, help_ in (
        ("documents", "Pages that can be found."),
        ("terms", "Terms of the index."),
        ("log_bytes", "Bytes of the index on disk."),
        ("memory_bytes", "Bytes of posting lists in memory."),
        ("generation", "Changes the index has seen."),
    ):
        lines += _gauge(f"lookclear_index_{name}", help_, int(getattr(stats, name)))
    return lines


def _gauge(name: str, help_: str, value: int) -> list[str]:
    return [f"# HELP {name} {help_}", f"# TYPE {name} gauge", f"{name} {value}"]


def _counter(name: str, help_: str, value: int) -> list[str]:
    return [f"# HELP {name} {help_}", f"# TYPE {name} counter", f"{name} {value}"]
