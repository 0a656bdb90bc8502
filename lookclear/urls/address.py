"""Takes an address apart, and brings its parts to one spelling."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address
from typing import NamedTuple
from urllib.parse import urlsplit

from lookclear.domain import Refusal
from lookclear.urls.noise import is_noise, without_session

_EDGES = "".join(map(chr, range(33)))  # browsers take control characters and spaces off both ends …
_INSIDE = str.maketrans("", "", "\t\r\n")  # … and these out of the middle
_SCHEME = re.compile(r"https?://", re.I)
_DEFAULT_PORT = {"http": 80, "https": 443}
_LARGEST_PORT = 65_535
_HOST = re.compile(r"(?!.{254})(?:[a-z0-9_~!$&'()*+,;=-]{1,63}\.)*[a-z0-9_~!$&'()*+,;=-]{1,63}")
_DOUBLED_SLASHES = re.compile(r"(?<!:)//+")  # not those of an address inside the path
_LIST_ITEM = re.compile(r"(.+)%5B(0|[1-9]\d{0,3})%5D")  # name[0]

_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
_IN_PATH = _UNRESERVED + "!$&'()*+,:=@[]|"  # mean the same escaped or not; "/" and ";" do not


class NotAnAddressError(ValueError):
    """A string that cannot be fetched as a page, with the reason for a refusal."""

    def __init__(self, reason: Refusal, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Address(NamedTuple):
    """An http(s) address in canonical spelling; the fragment and who asks are not part of it."""

    scheme: str
    host: str  # ASCII, lower case; IPv6 in brackets
    port: int | None  # None: the scheme's own
    path: str  # begins with "/"
    parameters: tuple[tuple[str, str], ...]  # escaped and sorted, without tracking and session ids

    @property
    def site(self) -> str:
        """Return the host, with the port when it matters."""
        return self.host if self.port is None else f"{self.host}:{self.port}"

    def __str__(self) -> str:
        query = "&".join([f"{name}={value}" for name, value in self.parameters])
        return f"{self.scheme}://{self.site}{self.path}{'?' if query else ''}{query}"


@lru_cache(maxsize=1 << 13)  # scope and identity ask for the same address one after the other
def read_address(url: str) -> Address:
    """Take an address apart; raises NotAnAddressError."""
    url = url.strip(_EDGES).translate(_INSIDE)
    if "\\" in url:
        end = min(at for at in (url.find("?"), url.find("#"), len(url)) if at >= 0)
        url = url[:end].replace("\\", "/") + url[end:]
    if not _SCHEME.match(url):
        raise NotAnAddressError(Refusal.SCHEME, "it does not begin with http:// or https://")
    try:
        scheme, netloc, path, query, _ = urlsplit(url)
        host, port = _host_and_port(netloc.rpartition("@")[2])
    except ValueError as error:  # UnicodeError is one
        raise NotAnAddressError(Refusal.MALFORMED, f"its host or port is not one: {error}") from error
    return Address(
        scheme, host, None if port == _DEFAULT_PORT[scheme] else port, _path(path), _parameters(query)
    )


@lru_cache(maxsize=1 << 12)
def _host_and_port(text: str) -> tuple[str, int | None]:
    """Return the host in one spelling and the port that is named; raises ValueError."""
    if text.startswith("["):
        inner, _, rest = text[1:].partition("]")
        host = f"[{IPv6Address(inner)}]"
        if rest and not rest.startswith(":"):
            raise ValueError(f"{rest!r} after the bracket")
        return host, _port(rest[1:])
    host, _, port = text.partition(":")
    host = (host if host.isascii() else host.encode("idna").decode("ascii")).lower().removesuffix(".")
    if not _HOST.fullmatch(host):
        raise ValueError(f"{host[:80]!r} cannot be a host name" if host else "no host is named")
    return host, _port(port)


def _port(digits: str) -> int | None:
    if not digits:
        return None
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9 and int(digits) <= _LARGEST_PORT):
        raise ValueError(f"no port {digits[:20]!r}")
    return int(digits)


def _path(path: str) -> str:
    path = without_session(_respelt(path, _PATH))
    if "/." in path:
        path = _without_dots(path)
    return _DOUBLED_SLASHES.sub("/", path) or "/"


def _without_dots(path: str) -> str:
    """Resolve "." and ".." (RFC 3986, section 5.2.4)."""
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in {".", ".."}:
        kept.append("")
    return "/" + "/".join(kept)


def _parameters(query: str) -> tuple[tuple[str, str], ...]:
    """Return the query's parameters, sorted; names and values are escaped bytes in whatever charset."""
    if not query:
        return ()
    kept = []
    for field in query.split("&"):
        if not field:
            continue
        name, _, value = field.partition("=")
        name, value = _respelt(name, _QUERY), _respelt(value, _QUERY)
        if not is_noise(name, value):
            kept.append((name, value))
    if "%5D" in query or "]" in query or "%5d" in query:
        kept = _as_lists(kept)
    kept.sort()
    return tuple(kept)


def _as_lists(parameters: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Write name[0], name[1], … as name[]: a numbered list means its values, in whatever order they came."""
    numbers = defaultdict(list)
    for name, _ in parameters:
        if item := _LIST_ITEM.fullmatch(name):
            numbers[item[1]].append(int(item[2]))
    lists = {base for base, found in numbers.items() if sorted(found) == list(range(len(found)))}
    renamed = []
    for name, value in parameters:
        item = _LIST_ITEM.fullmatch(name)
        renamed.append((f"{item[1]}%5B%5D" if item and item[1] in lists else name, value))
    return renamed


class _Spelling(NamedTuple):
    """How bytes are written in one part of an address."""

    other: re.Pattern[str]  # what may need another spelling: escapes, and characters that are not kept
    written: dict[str, str]  # of those, one byte a character


def _spelling(kept: str, raw: str, *, plus: bool = False) -> _Spelling:
    """Write bytes of `kept` as they are and all others escaped; those of `raw` are left as they come.

    With `plus`, a space is written as "+", and a "+" that is not escaped is a space.
    """
    escaped = [chr(byte) if chr(byte) in kept else f"%{byte:02X}" for byte in range(256)]
    if plus:
        escaped[ord(" ")] = "+"
    written = {chr(byte): text for byte, text in enumerate(escaped)}
    for byte, text in enumerate(escaped):
        for high in {f"{byte >> 4:X}", f"{byte >> 4:x}"}:
            written |= {f"%{high}{low}": text for low in (f"{byte & 15:X}", f"{byte & 15:x}")}
    return _Spelling(re.compile(f"%[0-9A-Fa-f]{{2}}|[^{re.escape(kept + raw)}]"), written)


def _respelt(text: str, spelling: _Spelling) -> str:
    """Bring escapes to one spelling; what is not ASCII is escaped as UTF-8, and so is a bare %."""
    if not spelling.other.search(text):
        return text
    if not text.isascii():
        text = text.encode("utf-8", "surrogatepass").decode("latin-1")
    written = spelling.written
    return spelling.other.sub(lambda match: written[match[0]], text)


_PATH = _spelling(_IN_PATH, "/;")
_QUERY = _spelling(_UNRESERVED, "+", plus=True)
