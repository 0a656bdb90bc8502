"""Addresses from the web, made safe to link to and short enough to read."""

from __future__ import annotations

import unicodedata
from urllib.parse import SplitResult, unquote, urlsplit

MAX_SHOWN_CHARACTERS = 90


def safe_href(url: str) -> str | None:
    """Return `url` when a browser may be sent there: http or https, a host, nothing hidden; else None.

    >>> safe_href("https://example.org/a"), safe_href("javascript:alert(1)")
    ('https://example.org/a', None)
    """
    parts = _split(url)
    if parts is None or parts.scheme not in {"http", "https"} or not parts.hostname:
        return None
    return None if any(_is_hidden(char) or char.isspace() for char in url) else url


def host_of(url: str) -> str:
    """Return the host without port and user name; '' when the address has none."""
    parts = _split(url)
    return (parts.hostname or "") if parts else ""


def trail(url: str) -> tuple[str, ...]:
    """Return host and path for reading, percent-decoded and shortened in the middle.

    >>> trail("https://zh.example.org/wiki/%E4%BC%9A%E8%AE%A1?a=1")
    ('zh.example.org', 'wiki', '会计?a=1')
    """
    parts = _split(url)
    if parts is None or not parts.hostname:
        return (_readable(url)[:MAX_SHOWN_CHARACTERS],)
    host = parts.netloc.rpartition("@")[2]
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    steps = [_readable(step) for step in path.split("/") if step]
    if len(steps) > 2 and len("/".join(steps)) > MAX_SHOWN_CHARACTERS - len(host):
        steps = [steps[0], "…", steps[-1]]
    return (_readable(host), *(_cut(step) for step in steps))


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.hostname, parts.port  # both are checked only when they are read
    except ValueError:
        return None
    return parts


def _readable(piece: str) -> str:
    text = unquote(piece)
    return piece if "\ufffd" in text or any(_is_hidden(char) for char in text) else text


def _cut(step: str) -> str:
    return step if len(step) <= MAX_SHOWN_CHARACTERS else step[: MAX_SHOWN_CHARACTERS - 1] + "…"


def _is_hidden(char: str) -> bool:
    """Control, format (bidirectional, zero-width), surrogate and unassigned characters."""
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Cn"}
