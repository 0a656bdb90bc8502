"""Stands before every admin page: lets in who may enter, and nothing that another site sends."""

from __future__ import annotations

import secrets
from http.cookies import SimpleCookie

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from search_ui.admin.access import FORM_COOKIE, comes_from_here
from search_ui.admin.office import admitted
from search_ui.render import html, interface_of

ROOT = "/admin"
_OPEN = frozenset({f"{ROOT}/login"})
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


class AdminGuard:
    """Middleware for the paths below `/admin`; all others pass untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what may not enter; complete the head of all other answers."""
        if scope["type"] != "http" or not is_admin_path(scope):
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        cookie = request.cookies.get(FORM_COOKIE, "")
        fresh = "" if cookie else secrets.token_urlsafe(16)
        if fresh:  # the page that is being made needs it already
            scope["headers"] = [
                *((name, value) for name, value in scope["headers"] if name != b"cookie"),
                (b"cookie", _with_cookie(request.headers.get("cookie", ""), fresh)),
            ]
            request = Request(scope, receive)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
                headers["Cache-Control"] = "no-store"
                if fresh:
                    headers.append("Set-Cookie", cookie_line(request, FORM_COOKIE, fresh))
            await send(message)

        refusal = _refusal(request)
        await (refusal or self.app)(scope, receive, send_with_headers)


def is_admin_path(scope: Scope) -> bool:
    """Tell whether a request asks for an admin page."""
    path = str(scope["path"]).removeprefix(str(scope.get("root_path", "")).rstrip("/"))
    return path == ROOT or path.startswith(f"{ROOT}/")


def cookie_line(request: Request, name: str, value: str, *, max_age: int | None = None) -> str:
    """Return a Set-Cookie header: for this site alone, for no script, and never sent from another site."""
    jar: SimpleCookie = SimpleCookie()
    jar[name] = value
    jar[name]["path"] = str(request.scope.get("root_path", "")).rstrip("/") or "/"
    jar[name]["httponly"] = True
    jar[name]["samesite"] = "Strict"
    if request.url.scheme == "https":
        jar[name]["secure"] = True
    if max_age is not None:
        jar[name]["max-age"] = max_age
    return jar[name].OutputString()


def _refusal(request: Request) -> Response | None:
    path = interface_of(request).path
    changes = request.method not in {"GET", "HEAD"}
    if request.app.state.office is None:
        return html(request, "error.html", status=404, code=404, kind="not_found")
    if changes and not comes_from_here(request.headers, f"{request.url.scheme}://{request.url.netloc}"):
        return html(request, "error.html", status=403, code=403, kind="foreign")
    if path in _OPEN or admitted(request):
        return None
    if not request.app.state.office.access.token:
        return html(request, "error.html", status=403, code=403, kind="not_local")
    if changes:
        return html(request, "error.html", status=403, code=403, kind="not_admitted")
    return RedirectResponse(interface_of(request).link(f"{ROOT}/login", next=path), status_code=303)


def _with_cookie(header: str, value: str) -> bytes:
    return "; ".join(filter(None, [header, f"{FORM_COOKIE}={value}"])).encode("latin-1")
