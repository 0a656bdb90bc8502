"""How one visitor is addressed: the language of the interface, and links that keep that choice."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from starlette.requests import Request

from search_ui.i18n import Catalogue, catalogues, choose
from search_ui.params import SearchParams, read_params


@dataclass(frozen=True, slots=True)
class Interface:
    """The visitor's language, parameters and path prefix; templates know it as `ui`."""

    catalogue: Catalogue
    params: SearchParams
    path: str  # of this request, below the prefix
    prefix: str = ""  # where a proxy mounts the site, without a closing slash

    @classmethod
    def of(cls, request: Request, default: str) -> Interface:
        """Read the request; `default` is the language when nothing was asked for."""
        params = read_params(request.scope.get("query_string", b""))
        catalogue = choose(params.ui, request.headers.get("accept-language", ""), default)
        prefix = str(request.scope.get("root_path", "")).rstrip("/")
        return cls(catalogue, params, str(request.scope["path"]).removeprefix(prefix), prefix)

    @property
    def chosen(self) -> str:
        """The language asked for with ?ui=, or '' when the browser's was taken."""
        return self.catalogue.code if self.params.ui == self.catalogue.code else ""

    def link(self, path: str, **fields: object) -> str:
        """Return an address on this site; empty fields are left out, the chosen language is kept.

        The path always begins with exactly one slash, so it cannot lead to another host.
        """
        fields.setdefault("ui", self.chosen)
        query = urlencode({name: str(value) for name, value in fields.items() if value not in ("", None)})
        address = quote(f"{self.prefix}/{path.lstrip('/')}", safe="/")
        return f"{address}?{query}" if query else address

    def listing(self, path: str = "/search", **changes: object) -> str:
        """Return the address of these results with some fields changed; it begins with the first page."""
        return self.link(path, **({**self.params.fields} | changes))

    def other_languages(self) -> list[tuple[Catalogue, str]]:
        """Return each other interface language with this page's address in it."""
        page = self.params.page if self.params.page > 1 else ""
        return [
            (other, self.listing(self.path, page=page, ui=other.code))
            for other in catalogues().values()
            if other.code != self.catalogue.code
        ]
