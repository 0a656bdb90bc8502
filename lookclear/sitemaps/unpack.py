"""From bytes to text: compression is told by its first bytes, never by name or header; size is bounded."""

from __future__ import annotations

import codecs
import re
import zlib
from typing import NamedTuple

from lookclear.html.charset.declared import resolve
from lookclear.sitemaps.listing import ListingFlag

MOST_BYTES = 52_428_800  # unpacked; the limit of the sitemap protocol
_MOST_LAYERS = 3  # gzip in gzip is what servers make that compress whatever they send
_GZIP = b"\x1f\x8b"
_GZIP_WINDOW = 31  # zlib: largest window, with gzip's header
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']""")
_HEADER = re.compile(r"""charset\s*=\s*["']?([\w.:-]{1,40})""", re.I)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Unpacked(NamedTuple):
    """Plain bytes, and what was wrong on the way."""

    data: bytes
    flags: frozenset[ListingFlag]


def unpack(body: bytes, most: int = MOST_BYTES) -> Unpacked:
    """Take off all gzip layers (up to three); what cannot be unpacked to the end is given as far as it goes.

    >>> import gzip
    >>> unpack(gzip.compress(gzip.compress(b"<urlset/>")) + b"<!-- made in 3 ms -->").data
    b'<urlset/>'
    """
    flags: set[ListingFlag] = set()
    for _ in range(_MOST_LAYERS):
        if not body.startswith(_GZIP):
            break
        body = _gunzip(body, most, flags)
    if len(body) > most:
        flags.add(ListingFlag.TOO_LARGE)
        body = body[:most]
    return Unpacked(body, frozenset(flags))


def _gunzip(body: bytes, most: int, flags: set[ListingFlag]) -> bytes:
    """Unpack all members of a gzip file, at most `most` bytes and one (to tell that there is more)."""
    parts: list[bytes] = []
    room = most + 1
    while body.startswith(_GZIP) and room > 0:
        member = zlib.decompressobj(_GZIP_WINDOW)
        room -= _member(member, body, room, parts, flags)
        if not member.eof:
            if room > 0:
                flags.add(ListingFlag.CUT)
            return b"".join(parts)
        body = member.unused_data
    if body:
        flags.add(ListingFlag.TRAILING)
    return b"".join(parts)


def _member(
    member: zlib._Decompress, body: bytes, room: int, parts: list[bytes], flags: set[ListingFlag]
) -> int:
    """Unpack one member in pieces, so that an error in the middle loses only what follows."""
    taken = 0
    while room > taken and not member.eof:
        try:
            piece = member.decompress(body, min(room - taken, 1 << 16))
        except zlib.error:
            flags.add(ListingFlag.CUT)
            break
        body = member.unconsumed_tail
        if not piece and not body:
            break
        parts.append(piece)
        taken += len(piece)
    return taken


def decode(data: bytes, content_type: str = "") -> str:
    """Return the text: by byte order mark, XML declaration, header, else UTF-8, GB18030 or cp1252.

    Characters that cannot be read become U+FFFD. Only names of charsets count: Python has codecs by other
    names that unpack, escape or take forever.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace").lstrip("\ufeff")
    declared = _DECLARED.match(data[:400])
    labels = [declared[1].decode("ascii")] if declared else []
    if header := _HEADER.search(content_type):
        labels.append(header[1])
    names = [name for name in map(resolve, labels) if name is not None]
    for name in ("utf-8", *names, "gb18030", "cp1252"):  # what is valid UTF-8 is nothing else
        text = _decoded(data, name)
        if text is not None:
            return text
    return data.decode("utf-8", "replace")


def _decoded(data: bytes, name: str) -> str | None:
    """Decode as one charset; None when that fails, but a character cut off at the end is no failure."""
    try:
        return codecs.getincrementaldecoder(name)().decode(data)
    except UnicodeError:
        return None
