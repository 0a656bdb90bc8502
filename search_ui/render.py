"""Templates to responses: one environment with autoescape on and undefined names as errors."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from search_ui.admin.office import admitted, form_token_of
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
    may_run = admitted(request)
    # A form that is posted says where it comes from only under this policy; other sites learn nothing either.
    referrer = "same-origin" if may_run or ui.path.startswith("/admin") else "no-referrer"
    known = {
        "ui": ui,
        "site": site_of(request),
        "may_run": may_run,
        "referrer": referrer,
        "label_token": form_token_of(request),
        "labelled": _labelled(request),
        "theme": request.app.state.theme_version,
    }
    text = templates().get_template(template).render(**known, **values)
    headers = {
        "Cache-Control": "no-cache",
        "Content-Language": ui.catalogue.html_lang,
        "Vary": "Accept-Language",
        "Referrer-Policy": referrer,
    }
    return HTMLResponse(text, status_code=status, headers=headers)


def _labelled(request: Request) -> str:
    """Return the key of what is said after a label was given on a page of results, '' without one."""
    said = request.query_params.get("labelled", "")
    return said if said in {"labelled_at_once", "labelled_later"} else ""


def xml(template: str, media_type: str, **values: object) -> Response:
    """Return an XML document from a template."""
    return Response(templates().get_template(template).render(**values), media_type=media_type)


@cache
def asset_version(name: str) -> str:
    """Return the version of a file in `static/`, for its address."""
    return _version(STATIC / name)


def _version(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
