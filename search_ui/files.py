"""The stylesheet and the icon, kept by browsers as long as their version does not change."""

from __future__ import annotations

from os import PathLike, stat_result

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from search_ui.render import STATIC

_WITH_VERSION = "public, max-age=31536000, immutable"
_WITHOUT = "public, max-age=3600"


class VersionedFiles(StaticFiles):
    """Serves `static/`; an address with ?v= may be kept for a year, for its content never changes."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Add how long the file may be kept."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        versioned = scope.get("query_string", b"").startswith(b"v=")
        response.headers["Cache-Control"] = _WITH_VERSION if versioned else _WITHOUT
        return response
