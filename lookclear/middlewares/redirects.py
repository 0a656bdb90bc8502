"""What stands inside of Scrapy's redirects: it sees where they lead, and the cookies they set."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.http import Response

from lookclear.domain import Refusal
from lookclear.hostdesk import is_leased
from lookclear.outcomes import RedirectRefused
from lookclear.urls.address import NotAnAddressError, read_address

_COOKIES = "lookclear_cookies"  # in the meta of a request: {host: {name: value}}
_REDIRECTS = frozenset({301, 302, 303, 307, 308})  # those that Scrapy follows
_MOST, _LONGEST = 20, 4_096  # cookies of a chain, and bytes of each


class RedirectTargetsMiddleware:
    """Refuses redirects to what is no address of a page; the scheduler holds others to the rules for links.

    Scrapy would hand on the answer of some (`file:`), and stumble over others (`mailto:`).
    """

    def process_response(self, request: Request, response: Response) -> Response:
        """Raise RedirectRefused with the address."""
        location = response.headers.get("Location")
        if response.status not in _REDIRECTS or location is None or not is_leased(request):
            return response
        said = location.decode("utf-8", "replace").strip()
        try:
            target = urljoin(request.url, said)
            read_address(target)
        except NotAnAddressError as error:
            raise RedirectRefused(target, error.reason) from None
        except ValueError:  # brackets around what is no address of IPv6
            raise RedirectRefused(said, Refusal.MALFORMED) from None
        return response


class RedirectCookiesMiddleware:
    """Lets a site that redirects to itself until its cookie comes back have it, for that one address.

    Nothing is carried on to other addresses or other hosts.
    """

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
