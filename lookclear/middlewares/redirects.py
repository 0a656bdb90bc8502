"""Lets a site that redirects to itself until its cookie comes back have it, for that one address."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.http import Response

_COOKIES = "lookclear_cookies"  # in the meta of a request: {host: {name: value}}
_MOST, _LONGEST = 20, 4_096  # cookies of a chain, and bytes of each


class RedirectCookiesMiddleware:
    """Stands inside of Scrapy's redirects. Nothing is carried on to other addresses or other hosts."""

    def process_request(self, request: Request) -> None:
        """Give a host what it set on the way here."""
        cookies = request.meta.get(_COOKIES, {}).get(urlsplit(request.url).hostname)
        if cookies:
            request.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())

    def process_response(self, request: Request, response: Response) -> Response:
        """Keep what a redirect sets."""
        said = response.headers.getlist("Set-Cookie") if 300 <= response.status < 400 else []
        if not said:
            return response
        known = request.meta.get(_COOKIES, {})
        host = urlsplit(request.url).hostname
        cookies = dict(known.get(host, {}))
        for line in said[:_MOST]:
            try:
                found = SimpleCookie(line[:_LONGEST].decode("latin-1"))
            except CookieError:
                continue
            cookies |= {name: morsel.coded_value for name, morsel in found.items()}
        request.meta[_COOKIES] = {**known, host: dict(list(cookies.items())[-_MOST:])}
        return response
