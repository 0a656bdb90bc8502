"""Templates to responses: one environment with autoescape on and undefined names as errors."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from search_ui.admin.office import admitted
from search_ui.interface import Interface
from search_ui.site import Site

HERE = Path(__file__).parent
STATIC = HERE / "static"


@cache
def templates() -> Environment:
    """Return the environment; every template escapes, whatever its file is called."""
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals["style_version"] = _version(STATIC / "site.css")
    environment.globals["script_version"] = _version(STATIC / "site.js")
    environment.globals["asset_version"] = asset_version
    return environment


def site_of(request: Request) -> Site:
    """Return the site this application serves."""
    site = request.app.state.site
    assert isinstance(site, Site)
    return site


def interface_of(request: Request) -> Interface:
    """Return how this visitor is addressed."""
    return Interface.of(request, site_of(request).language)


def html(request: Request, template: str, *, status: int = 200, **values: object) -> HTMLResponse:
    """Return a page in the visitor's language."""
    ui = interface_of(request)
    text = (
        templates()
        .get_template(template)
        .render(ui=ui, site=site_of(request), may_run=admitted(request), **values)
    )
    headers = {
        "Cache-Control": "no-cache",
        "Content-Language": ui.catalogue.html_lang,
        "Vary": "Accept-Language",
    }
    return HTMLResponse(text, status_code=status, headers=headers)


def xml(template: str, media_type: str, **values: object) -> Response:
    """Return an XML document from a template."""
    return Response(templates().get_template(template).render(**values), media_type=media_type)


@cache
def asset_version(name: str) -> str:
    """Return the version of a file in `static/`, for its address."""
    return _version(STATIC / name)


def _version(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
