"""From what a page writes in `href` to the address a browser would request."""

from __future__ import annotations

import re
from urllib.parse import urldefrag, urljoin, urlsplit

from lxml import etree
from w3lib.url import safe_url_string

from lookclear.urls.userinfo import without_userinfo

_NO_PAGES = ("#", "javascript:", "mailto:", "data:", "tel:")
_BEFORE_QUERY = re.compile(r"[^?#]*")
_ENDS = "".join(map(chr, range(0x21)))  # control characters and spaces, which browsers strip
_INSIDE = {ord(char): None for char in "\t\r\n"}  # which they take out anywhere
_START = re.compile(r"(?:(https?):)?(/*)", re.I)
# Most addresses need no repair: their spelling is that of the request. What follows describes those; a test
# holds this shortcut against the long way.
_SEGMENT = r"(?:[A-Za-z0-9_~-]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_~.-]|%[0-9A-Fa-f]{2})*"
_PATH = rf"{_SEGMENT}(?:/{_SEGMENT})*/?"
_QUERY = r"(?:\?(?:[A-Za-z0-9_~./=&:,+-]|%[0-9A-Fa-f]{2})+)?"
_FRAGMENT = r"(?:#(?:[^!\s][\x20-\x7e]*)?)?"
_HOST = r"https?://(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]+"
_ABSOLUTE = re.compile(rf"({_HOST}(?:/(?:{_PATH})?{_QUERY})?){_FRAGMENT}")
_ROOTED = re.compile(rf"(/(?:{_PATH})?{_QUERY}){_FRAGMENT}")
_RELATIVE = re.compile(rf"((?:\.\./)*)({_PATH}{_QUERY}){_FRAGMENT}")


class Addresses:
    """The addresses on one page: its own, the base they are relative to, the charset of its queries."""

    def __init__(self, url: str, base: str, charset: str) -> None:
        self.url = url
        self._base = base
        # A query is written in the page's charset; UTF-16 and UTF-32 count as UTF-8 there (WHATWG).
        self._charset = "utf-8" if charset.lower().startswith(("utf-16", "utf-32")) else charset
        plain = _ABSOLUTE.fullmatch(base)
        directory = plain[1].partition("?")[0] if plain else ""
        if directory.count("/") == 2:  # those of ://, and no path
            directory += "/"
        self._directory = directory[: directory.rfind("/") + 1]  # empty: every address goes the long way
        self._origin = "/".join(directory.split("/")[:3])
        self._known: dict[str, str | None] = {}

    def resolve(self, href: str | None) -> str | None:
        """Return the address a browser would request, without fragment, or None when it is not a page.

        Paths are percent-encoded as UTF-8 and queries in the page's charset, as browsers do. A user name and
        password are left out. A fragment that begins with "!" names another page and is kept, to be refused.
        """
        if href is None:
            return None
        if href in self._known:
            return self._known[href]
        found = self._known[href] = self._quickly(href) or _resolved(href, self._base, self._charset)
        return found

    def _quickly(self, href: str) -> str | None:
        """Return the address if it needs no repair, else None."""
        absolute = _ABSOLUTE.fullmatch(href)
        if absolute is not None:
            return absolute[1]
        if not self._directory:
            return None
        rooted = _ROOTED.fullmatch(href)
        if rooted is not None:
            return self._origin + rooted[1]
        relative = _RELATIVE.fullmatch(href)
        if relative is None:
            return None
        directory = self._directory
        for _ in range(len(relative[1]) // len("../")):
            directory = directory[: directory.rfind("/", 0, -1) + 1]
        return directory + relative[2] if len(directory) > len(self._origin) else None


def resolve(href: str | None, base: str, charset: str) -> str | None:
    """Resolve one address; see `Addresses.resolve`."""
    return Addresses(base, base, charset).resolve(href)


def base_of(root: etree._Element, url: str) -> str:
    """Return what the addresses of a page are relative to: its first web `base`, or itself."""
    for node in root.iter("base"):
        href = node.get("href")
        if href is None or next(node.iterancestors("svg", "math", "template"), None) is not None:
            continue
        base = _resolved(href, url, "utf-8")
        if base is not None:
            return base
    return url


def _resolved(href: str, base: str, charset: str) -> str | None:
    """Return an address the long way: browsers' repairs, joining, percent-encoding."""
    stripped = href.strip(_ENDS)
    if not stripped or stripped.startswith(_NO_PAGES):
        return None
    try:
        absolute, fragment = urldefrag(_joined(base, stripped) or "")
        if not absolute.lower().startswith(("http://", "https://")) or not urlsplit(absolute).hostname:
            return None
        if fragment.startswith("!"):
            absolute += f"#{fragment}"
        return safe_url_string(without_userinfo(absolute), encoding=charset)
    except (ValueError, LookupError, UnicodeError):
        return None


def _joined(base: str, href: str) -> str | None:
    r"""Return an address joined with its base as the URL standard (WHATWG) says, or None if it lacks a host.

    Backslashes are slashes before the query. Two slashes or more begin a host, after `http:` and alone; fewer
    do after the scheme that the base has not. With the base's own, `https:x` and `https:/x` are relative.

    >>> _joined("https://a.example/d/e", r"http:\/\/b.example\x"), _joined("https://a.example/d/e", "https:x")
    ('http://b.example/x', 'https://a.example/d/x')
    """
    plain = href.translate(_INSIDE)
    slashed = _BEFORE_QUERY.sub(lambda match: match[0].replace("\\", "/"), plain, count=1)
    start = _START.match(slashed)
    assert start is not None  # it matches nothing, too
    scheme, slashes, rest = start[1], start[2], slashed[start.end() :]
    own = base.partition(":")[0].lower()
    if len(slashes) >= 2 or (scheme and scheme.lower() != own):
        return None if rest[:1] in ("", "?", "#") else f"{scheme or own}://{rest}"
    if scheme:
        here = "./" if not slashes and rest[:1] not in ("", "?", "#") else ""  # `x:y` is no scheme there
        slashed = here + slashes + rest
    return urljoin(base, slashed)
