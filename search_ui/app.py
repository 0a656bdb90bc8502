"""The search site as an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount, Route

from lookclear.errors import LookClearError
from search_ui.admin.guard import AdminGuard
from search_ui.admin.office import Office
from search_ui.admin.routes import admin_routes
from search_ui.errors import failed, index_unreadable, refused
from search_ui.files import VersionedFiles
from search_ui.routes.health import health
from search_ui.routes.home import help_page, home
from search_ui.routes.host import host_page
from search_ui.routes.opensearch import description as opensearch
from search_ui.routes.page import stored_page
from search_ui.routes.search import results_feed, results_json, results_page
from search_ui.routes.suggest import suggestions
from search_ui.routes.why import why_page
from search_ui.security import SecurityHeaders
from search_ui.site import CrawlStatus, Site
from search_ui.source import Source


def create_app(
    index_folder: Path,
    *,
    title: str,
    description: str = "",
    examples: tuple[str, ...] = (),
    language: str = "en",
    read_status: Callable[[], CrawlStatus] = CrawlStatus,
    office: Office | None = None,
) -> Starlette:
    """Return the site that searches `index_folder`, which may still be empty or missing.

    `language` is the interface language for visitors whose browser asks for neither English nor
    Chinese. `read_status` is called for each page that mentions the crawl, so it must be quick.
    `office` brings the admin pages; without it there are none.
    """
    source = Source(index_folder)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await run_in_threadpool(source.warm_up)
        yield
        source.close()

    app = Starlette(
        routes=[
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
            Route("/opensearch.xml", opensearch),
            Mount("/static", VersionedFiles()),
            *(admin_routes() if office is not None else ()),
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
            Middleware(AdminGuard),
        ],
        exception_handlers={
            HTTPException: refused,
            LookClearError: index_unreadable,
            Exception: failed,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.office = office
    app.state.site = Site(title, description, examples, language, source, read_status)
    return app
