"""A description by which a browser can add this site to its search box."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from search_ui.render import interface_of, site_of, xml

SHORT_NAME_CHARACTERS = 16  # the format's limit


def description(request: Request) -> Response:
    """Absolute addresses, as the format wants them, on the host the browser used."""
    ui, site = interface_of(request), site_of(request)
    origin = f"{request.url.scheme}://{request.url.netloc}"
    return xml(
        "opensearch.xml",
        "application/opensearchdescription+xml",
        ui=ui,
        site=site,
        short_name=site.title[:SHORT_NAME_CHARACTERS].strip(),
        search=origin + ui.link("/search") + ("&" if ui.chosen else "?") + "q={searchTerms}",
        suggest=origin + ui.link("/suggest", ui="") + "?q={searchTerms}",
        myself=origin + ui.link("/opensearch.xml"),
        icon=origin + ui.link("/static/icon.svg", ui=""),
    )
