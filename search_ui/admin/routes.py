"""The addresses of the admin pages. All of them stand behind `AdminGuard`."""

from __future__ import annotations

from starlette.routing import Route

from search_ui.admin.dashboard import dashboard, steer
from search_ui.admin.guard import ROOT
from search_ui.admin.login import log_in, log_out, login_page
from search_ui.admin.pages import Act, Show, action, page

_PAGES: dict[str, Show] = {"": dashboard}
_ACTIONS: dict[str, Act] = {"/crawl": steer, "/logout": log_out}


def admin_routes() -> list[Route]:
    """Return a route for each page, and for each form that is posted."""
    return [
        Route(f"{ROOT}/login", login_page, methods=["GET"]),
        Route(f"{ROOT}/login", log_in, methods=["POST"]),
        *(Route(ROOT + path, page(make), methods=["GET"]) for path, make in _PAGES.items()),
        *(Route(ROOT + path, action(act), methods=["POST"]) for path, act in _ACTIONS.items()),
    ]
