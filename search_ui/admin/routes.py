"""The addresses of the admin pages. All of them stand behind `AdminGuard`."""

from __future__ import annotations

from starlette.routing import Route

from search_ui.admin.dashboard import dashboard, steer
from search_ui.admin.frontier import frontier
from search_ui.admin.guard import ROOT
from search_ui.admin.indexroom import index, work
from search_ui.admin.labelling import labels, say
from search_ui.admin.login import log_in, log_out, login_page
from search_ui.admin.model import learn, model
from search_ui.admin.pages import Act, Show, action, page
from search_ui.admin.queries import erase, queries
from search_ui.admin.system import system
from search_ui.admin.topic import edit, topic

_PAGES: dict[str, Show] = {
    "": dashboard,
    "/frontier": frontier,
    "/labels": labels,
    "/model": model,
    "/topic": topic,
    "/index": index,
    "/queries": queries,
    "/system": system,
}
_ACTIONS: dict[str, Act] = {
    "/crawl": steer,
    "/labels": say,
    "/model": learn,
    "/topic": edit,
    "/index": work,
    "/queries": erase,
    "/logout": log_out,
}


def admin_routes() -> list[Route]:
    """Return a route for each page, and for each form that is posted."""
    return [
        Route(f"{ROOT}/login", login_page, methods=["GET"]),
        Route(f"{ROOT}/login", log_in, methods=["POST"]),
        *(Route(ROOT + path, page(make), methods=["GET"]) for path, make in _PAGES.items()),
        *(Route(ROOT + path, action(act), methods=["POST"]) for path, act in _ACTIONS.items()),
    ]
