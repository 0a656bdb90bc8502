"""Which addresses may be fetched at all, and the rule that says no."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from lookclear.config import Scope
from lookclear.domain import Refusal
from lookclear.urls.actions import action
from lookclear.urls.address import Address, NotAnAddressError, read_address
from lookclear.urls.traps import trap

LONGEST = 2_048  # characters; longer addresses are traps far more often than pages

# What a page cannot be. Everything else is decided by the answer, not by the name.
_NOT_PAGES = frozenset(
    """
    7z apk avi bin bmp bz2 css csv dmg doc docx eot epub exe flac flv gif gz ico iso jar jpeg jpg js json
    m4a m4v mkv mov mp3 mp4 mpeg mpg msi ods odt ogg otf pdf png ppt pptx ps rar rpm rtf svg swf tar tgz
    tif tiff ttf wav webm webp wmv woff woff2 xls xlsx xz zip
    """.split()
)
_PORTS = frozenset({80, 443, 591, *range(8000, 9000)})  # where pages are; others belong to other services
_LOOPBACK = re.compile(r"(?:.+\.)?localhost|127(?:\.[0-9]{1,3}){3}|\[::1\]")


class Decision(NamedTuple):
    """Whether an address may be queued."""

    reason: Refusal | None  # None: it may
    rule: str  # the rule that decided, in words


ALLOWED = Decision(None, "no rule refuses it")


def decide(url: str, scope: Scope | None = None) -> Decision:
    """Tell whether an address may be queued, and which rule decided; never raises.

    >>> decide("https://example.org/a/b/a/b/a/b").rule
    "its path repeats 'a/b' 3 times in a row"
    """
    decision = _decide_anywhere(url)
    if scope is None or decision.reason not in {None, Refusal.PORT}:
        return decision
    return _decide_in_scope(url, read_address(url), scope, decision)


def refusal(url: str, scope: Scope | None = None) -> Refusal | None:
    """Return the reason why an address is not to be queued, or None when it may be.

    >>> refusal("mailto:someone@example.org")
    <Refusal.SCHEME: 'scheme'>
    """
    return decide(url, scope).reason


@lru_cache(maxsize=1 << 15)
def _decide_anywhere(url: str) -> Decision:
    """Decide by the rules of every crawl; the one about ports comes last, since a scope may overrule it."""
    try:
        address = read_address(url)
    except NotAnAddressError as error:
        return Decision(error.reason, str(error))
    if len(url) > LONGEST:
        return Decision(Refusal.TOO_LONG, f"it has {len(url)} characters, {LONGEST} are allowed")
    if "#!" in url:
        return Decision(Refusal.MALFORMED, "what follows #! can only be shown by a script")
    ending = posixpath.splitext(address.path)[1][1:].lower()
    if ending in _NOT_PAGES:
        return Decision(Refusal.FILE_TYPE, f"it ends in .{ending}, which is not a page")
    if rule := trap(url, address):
        return Decision(Refusal.TRAP, rule)
    if rule := action(address):
        return Decision(Refusal.ACTION, rule)
    if address.port is not None and address.port not in _PORTS and not _LOOPBACK.fullmatch(address.host):
        return Decision(Refusal.PORT, f"pages are not on port {address.port}")
    return ALLOWED


def _decide_in_scope(url: str, address: Address, scope: Scope, decision: Decision) -> Decision:
    allowed = next((host for host in scope.hosts if _belongs(address, host)), None)
    if scope.hosts and allowed is None:
        return Decision(Refusal.SCOPE, f"[scope] hosts does not name {address.site}")
    for banned in scope.exclude_hosts:
        if _belongs(address, banned):
            return Decision(Refusal.SCOPE, f"[scope] exclude_hosts names {banned}")
    for piece in scope.exclude:
        if piece in url or piece in unquote(url):
            return Decision(Refusal.SCOPE, f"[scope] exclude has '{piece}'")
    if allowed is None or (decision.reason is not None and _named(allowed)[1] is None):
        return decision
    return Decision(None, f"[scope] hosts names {allowed}, and no rule refuses it")


def _belongs(address: Address, entry: str) -> bool:
    """Tell whether an address is on a host of the topic file or a subdomain; an entry may name a port."""
    host, port = _named(entry)
    if port is not None and port != address.port:
        return False
    return address.host == host or address.host.endswith(f".{host}")


@lru_cache(maxsize=1 << 10)
def _named(entry: str) -> tuple[str, int | None]:
    """Return host and port of an entry of the topic file, in the spelling of addresses."""
    try:
        address = read_address(f"http://{entry}/")
    except NotAnAddressError:
        return entry.lower(), None
    return address.host, address.port
