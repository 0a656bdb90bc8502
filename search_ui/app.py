"""The search site as an ASGI application."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from anyio.to_thread import current_default_thread_limiter
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from lookclear.errors import LookClearError
from search_ui.admin.guard import AdminGuard
from search_ui.admin.office import Office
from search_ui.admin.routes import admin_routes
from search_ui.cached import CachedSource
from search_ui.errors import failed, index_unreadable, refused
from search_ui.files import VersionedFiles
from search_ui.forwarded import Forwarded, networks
from search_ui.measured import Figures, Measured
from search_ui.operation import Operation
from search_ui.querylog import QueryLog
from search_ui.ratelimit import RateLimit
from search_ui.routes.health import health
from search_ui.routes.home import help_page, home
from search_ui.routes.host import host_page
from search_ui.routes.opensearch import description as opensearch
from search_ui.routes.page import stored_page
from search_ui.routes.search import results_feed, results_json, results_page
from search_ui.routes.state import metrics, ready
from search_ui.routes.suggest import suggestions
from search_ui.routes.why import why_page
from search_ui.security import SecurityHeaders
from search_ui.site import CrawlStatus, Site
from search_ui.theme import stylesheet

THREADS = 6  # that answer; one that waits for a disk or a long search leaves the others free


def create_app(
    index_folder: Path,
    *,
    title: str,
    description: str = "",
    examples: tuple[str, ...] = (),
    language: str = "en",
    read_status: Callable[[], CrawlStatus] = CrawlStatus,
    office: Office | None = None,
    operation: Operation | None = None,
) -> Starlette:
    """Return the site that searches `index_folder`, which may still be empty or missing.

    `language` is the interface language for visitors whose browser asks for neither English nor
    Chinese. `read_status` is called for each page that mentions the crawl, so it must be quick.
    `office` brings the admin pages; without it there are none. Raises ConfigError for a colour or a proxy
    that is none.
    """
    operation = operation or Operation()
    source = CachedSource(index_folder)
    figures = Figures()
    theme = stylesheet(operation.accent)
    log = (
        QueryLog(operation.query_log, operation.query_days)
        if operation.query_log is not None and operation.query_days
        else None
    )

    app = Starlette(
        routes=_routes(theme, with_admin=office is not None),
        middleware=_middleware(operation, figures),
        exception_handlers={
            HTTPException: refused,
            LookClearError: index_unreadable,
            Exception: failed,
        },
        lifespan=_lifespan(source, log),
    )
    app.router.redirect_slashes = False
    app.state.office, app.state.operation, app.state.figures = office, operation, figures
    app.state.query_log, app.state.warm = log, False
    app.state.theme_version = hashlib.sha256(theme.encode()).hexdigest()[:12] if theme else ""
    app.state.site = Site(title, description, examples, language, source, read_status, operation.about)
    networks(operation.proxies)
    return app


def _routes(theme: str, *, with_admin: bool) -> list[BaseRoute]:
    return [
        Route("/", home),
        Route("/search", results_page),
        Route("/search.json", results_json),
        Route("/search.atom", results_feed),
        Route("/suggest", suggestions),
        Route("/why/{name}", why_page),
        Route("/site/{host}", host_page),
        Route("/page/{name}", stored_page),
        Route("/help", help_page),
        Route("/healthz", health),
        Route("/readyz", ready),
        Route("/metrics", metrics),
        Route("/theme.css", _served(theme)),
        Route("/opensearch.xml", opensearch),
        Mount("/static", VersionedFiles()),
        *(admin_routes() if with_admin else ()),
    ]


def _middleware(operation: Operation, figures: Figures) -> list[Middleware]:
    """Return what each request passes through, outermost first."""
    limit = operation.requests_per_minute
    return [
        Middleware(Forwarded, proxies=operation.proxies, path=operation.path),
        Middleware(Measured, figures=figures, log=operation.access_log),
        Middleware(SecurityHeaders),
        *([Middleware(RateLimit, per_minute=limit)] if limit else []),
        Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
        Middleware(AdminGuard),
    ]


def _lifespan(
    source: CachedSource, log: QueryLog | None
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Return what begins before the first request and ends after the last."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # They share one processor: more threads would only hold each other up, and answers come in no order.
        current_default_thread_limiter().total_tokens = THREADS
        await run_in_threadpool(source.warm_up)
        app.state.warm = True
        if log is not None:
            log.start()
        yield
        app.state.warm = False
        if log is not None:
            await run_in_threadpool(log.close)
        source.close()

    return lifespan


def _served(theme: str) -> Callable[[Request], Response]:
    """Return what serves the site's own colour; its address changes with it."""

    def serve_theme(_: Request) -> Response:
        return Response(
            theme, media_type="text/css", headers={"Cache-Control": "public, max-age=31536000, immutable"}
        )

    return serve_theme
