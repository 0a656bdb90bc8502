"""Logging in with the token, and out."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from search_ui.admin.access import LOGIN_COOKIE, LOGIN_S
from search_ui.admin.forms import Form, read_form
from search_ui.admin.guard import ROOT, cookie_line
from search_ui.admin.office import admitted, office_of
from search_ui.admin.pages import FORM_TOKEN, back
from search_ui.render import html, interface_of


def login_page(request: Request) -> Response:
    """Ask for the token; who is in already is sent on."""
    if admitted(request):
        return _onwards(request, request.query_params.get("next", ""))
    return _ask(request, wrong=False)


async def log_in(request: Request) -> Response:
    """Check the token and set the cookie; a wrong one is answered after the same work."""
    form: Form = await read_form(request)
    access = office_of(request).access
    if not access.is_own_form(form.text(FORM_TOKEN), request.cookies) or not access.is_token(
        form.text("secret")
    ):
        return _ask(request, wrong=True)
    response = _onwards(request, form.text("next"))
    line = cookie_line(request, LOGIN_COOKIE, access.login_cookie(), max_age=int(LOGIN_S))
    response.headers.append("Set-Cookie", line)
    return response


def log_out(request: Request, _: Form) -> Response:
    """Take the cookie back."""
    response = back(request, "crawl")
    response.headers.append("Set-Cookie", cookie_line(request, LOGIN_COOKIE, "", max_age=0))
    return response


def _ask(request: Request, *, wrong: bool) -> Response:
    access = office_of(request).access
    return html(
        request,
        "admin/login.html",
        status=403 if wrong else 200,
        wrong=wrong,
        token=access.form_token(request.cookies.get("lookclear_form", "")),
        after=request.query_params.get("next", ""),
    )


def _onwards(request: Request, path: str) -> Response:
    """Send to an admin page of ours, never anywhere else."""
    inside = path == ROOT or (path.startswith(f"{ROOT}/") and "//" not in path and "\\" not in path)
    return RedirectResponse(interface_of(request).link(path if inside else ROOT), status_code=303)
