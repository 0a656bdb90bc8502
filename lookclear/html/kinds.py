"""Is a response an HTML page? Decided by its first bytes, then by what it says it is."""

from __future__ import annotations

_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})
_UNSAID = frozenset({"", "application/octet-stream", "unknown/unknown", "*/*"})
_NOT_HTML = (
    b"%PDF-",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"RIFF",
    b"PK\x03\x04",
    b"\x1f\x8b\x08",
    b"Rar!",
    b"7z\xbc\xaf",
    b"ID3",
    b"OggS",
    b"\x00\x00\x01\x00",
    b"\xd0\xcf\x11\xe0",
    b"\x7fELF",
    b"MZ\x90",
)
# Often declared of pages that stand in for a file.
_MEDIA = ("image/", "audio/", "video/", "font/", "application/pdf", "application/x-")
_BLANK = b" \t\r\n\x0c\x00\xef\xbb\xbf\xfe\xff"  # white space and byte order marks
_HTML_STARTS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<title", b"<meta", b"<!--", b"<p", b"<div")


def is_html(content_type: str, body: bytes) -> bool:
    """Tell whether a body is a page to read.

    What is declared as something to look at or to save is a page when it says so in its first line.

    >>> is_html("text/html", b"%PDF-1.7"), is_html("", b"<!DOCTYPE html><p>x"), is_html("text/plain", b"x")
    (False, True, False)
    >>> is_html("image/png", b"<html><p>not found")
    True
    """
    if body.startswith(_NOT_HTML):
        return False
    kind = content_type.partition(";")[0].strip().lower()
    if kind in _HTML_TYPES:
        return True
    start = body[:64].lstrip(_BLANK).replace(b"\x00", b"").lower()  # without the zeros of UTF-16
    if kind.startswith(_MEDIA):
        return start.startswith(_HTML_STARTS[:2])
    return kind in _UNSAID and start.startswith(_HTML_STARTS)
