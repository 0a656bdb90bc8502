"""Which addresses may be fetched at all, and the rule that says no."""

from __future__ import annotations

import posixpath
from urllib.parse import unquote, urlsplit

from lookclear.config import Scope
from lookclear.domain import Refusal

LONGEST = 2_048  # characters; longer addresses are traps far more often than pages
REPEATS = 3  # a path that repeats a segment this often in a row, or a pair of them, is a trap

# What a page cannot be. Everything else is decided by the answer, not by the name.
_NOT_PAGES = frozenset(
    """
    7z apk avi bin bmp bz2 css csv dmg doc docx eot epub exe flac flv gif gz ico iso jar jpeg jpg js json
    m4a m4v mkv mov mp3 mp4 mpeg mpg msi ods odt ogg otf pdf png ppt pptx ps rar rpm rtf svg swf tar tgz
    tif tiff ttf wav webm webp wmv woff woff2 xls xlsx xz zip
    """.split()
)


def refusal(url: str, scope: Scope | None = None) -> Refusal | None:
    """Return the reason why an address is not to be queued, or None when it may be.

    >>> refusal("mailto:someone@example.org")
    <Refusal.SCHEME: 'scheme'>
    >>> refusal("https://example.org/a/b/a/b/a/b")
    <Refusal.TRAP: 'trap'>
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".")
        _ = parts.port
    except ValueError:
        return Refusal.MALFORMED
    if parts.scheme not in {"http", "https"}:
        return Refusal.SCHEME
    if not host:
        return Refusal.MALFORMED
    if len(url) > LONGEST:
        return Refusal.TOO_LONG
    if posixpath.splitext(parts.path)[1][1:].lower() in _NOT_PAGES:
        return Refusal.FILE_TYPE
    if _repeats(parts.path):
        return Refusal.TRAP
    if scope is not None and not _in_scope(url, host, scope):
        return Refusal.SCOPE
    return None


def _in_scope(url: str, host: str, scope: Scope) -> bool:
    if scope.hosts and not any(_belongs(host, allowed) for allowed in scope.hosts):
        return False
    if any(_belongs(host, banned) for banned in scope.exclude_hosts):
        return False
    return not any(piece in url or piece in unquote(url) for piece in scope.exclude)


def _belongs(host: str, parent: str) -> bool:
    parent = parent.lower().rstrip(".")
    return host == parent or host.endswith(f".{parent}")


def _repeats(path: str) -> bool:
    """Tell whether one, two or three segments repeat three times in a row: relative links gone wrong."""
    segments = [s for s in path.split("/") if s]
    for width in (1, 2, 3):
        for start in range(len(segments) - width * REPEATS + 1):
            first = segments[start : start + width]
            if all(segments[start + k * width : start + (k + 1) * width] == first for k in range(1, REPEATS)):
                return True
    return False
