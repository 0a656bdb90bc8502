"""What the server and the page say about the encoding of the page, in the order in which they are asked.

The header comes first, then an XML declaration and every meta tag in the first 256 kB, also late, misspelled
or contradictory ones. A saying is only a claim: detector.py weighs it against the bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from w3lib.encoding import resolve_encoding

_SEARCHED_BYTES = 256 * 1024
_MOST_CLAIMS = 4
_LABEL = rb"charset\s*[=:]\s*[\"']?\s*([\w.:-]{2,40})"
_IN_HEADER = re.compile(_LABEL, re.I)
_XML = re.compile(rb"\s*<\?xml\b[^<>]{0,200}?\bencoding\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.I)
# Comments and scripts are consumed whole, to the end when they are not closed, so that the scan is linear.
_META = re.compile(
    rb"<!--(?:>|(?:[^-]++|-(?!->))*+(?:-->|\Z))"
    rb"|<(script|style)\b(?:[^<]++|<(?!/\1))*+(?:</\1|\Z)"
    rb"|<meta(?=[\s/\"'])(?P<meta>[^<>]*)",
    re.I | re.S,
)
_ATTRIBUTE = re.compile(rb"(?<![\w-])([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"']+))")
_LABEL_ALONE = re.compile(rb"\W{0,4}([\w.:-]{2,40})")  # also between curly quotes
_ABOUT_SOMETHING_ELSE = re.compile(rb"[\s/\"'](?:name|property|itemprop)\s*=", re.I)
_WINDOWS = re.compile(r"(?:x[-_])?(?:windows|win|cp|ms)[-_ ]?(\d{3,5})", re.I)
_ALIASES = {
    "big-5": "big5hkscs",
    "cn-big5": "big5hkscs",
    "cn-gb": "gb18030",
    "csgb2312": "gb18030",
    "gb-2312": "gb18030",
    "gb-18030": "gb18030",
    "iso-8859-8-i": "iso-8859-8",
    "koi8": "koi8-r",
    "koi-8": "koi8-r",
    "koi": "koi8-r",
    "unicode-1-1-utf-8": "utf-8",
    "utf": "utf-8",
    "utf-8mb4": "utf-8",
    "utf-8-sig": "utf-8",
    "utf8-sig": "utf-8",
    "utf8mb4": "utf-8",
    "x-mac-cyrillic": "mac-cyrillic",
    "x-mac-roman": "mac-roman",
}
_NUMBERED = {"936": "gb18030", "950": "big5hkscs", "65001": "utf-8", "20866": "koi8-r", "54936": "gb18030"}
_MARKUP = b"<html lang='a'>&amp;"
_NEVER = re.compile(r"utf-?_?7\b|unicode-1-1-utf-7|.*(?:codec|escape|idna|punycode|charmap|mbcs|oem)", re.I)

WIDE = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be")
DEFAULTS = ("cp1252", "ascii")
"""Every western server says these without looking: no information."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An encoding, by its codec's name, and who named it: header, xml or meta."""

    charset: str
    source: str

    @property
    def says_something(self) -> bool:
        """Whether anybody chose this encoding; a western default says nothing."""
        return self.charset not in DEFAULTS


def claims(body: bytes, content_type: str) -> list[Claim]:
    """Return what is declared, each encoding once, unknown and dangerous ones left out."""
    found: dict[str, Claim] = {}
    for label, source in _labels(body, content_type):
        name = resolve(label.decode("ascii", "ignore"))
        if name and name not in found:
            found[name] = Claim(name, source)
        if len(found) == _MOST_CLAIMS:
            break
    return list(found.values())


@lru_cache(maxsize=512)
def resolve(label: str) -> str | None:
    """Return the name of the codec for a label as pages write it, None when there is none that may be used.

    UTF-7 is never used: it hides markup in harmless letters.

    >>> resolve("x-gbk"), resolve("windows1251"), resolve("utf-7")
    ('gb18030', 'cp1251', None)
    """
    label = label.strip().lower().strip(".:-_")
    if _NEVER.match(label):
        return None
    if match := _WINDOWS.fullmatch(label):
        number = match.group(1)
        label = _NUMBERED.get(number, f"cp{number}")
    name = resolve_encoding(_ALIASES.get(label, label))
    if name is None and label.startswith("x-"):
        return resolve(label.removeprefix("x-"))
    return name if name and _reads_markup(name) else None


def _reads_markup(name: str) -> bool:
    """Tell whether a codec gives text, and ASCII markup where bytes are ASCII markup."""
    try:
        return name in WIDE or _MARKUP.decode(name) == _MARKUP.decode("ascii")
    except (LookupError, UnicodeError):
        return False


def _labels(body: bytes, content_type: str) -> Iterator[tuple[bytes, str]]:
    if match := _IN_HEADER.search(content_type.encode("ascii", "replace")):
        yield match.group(1), "header"
    head = body[:_SEARCHED_BYTES]
    if match := _XML.match(head.removeprefix(b"\xef\xbb\xbf")):
        yield match.group(1), "xml"
    # Nothing after the last tag that can say "charset" matters: on most pages that is the first kilobyte.
    lower = head.lower()
    last = lower.rfind(b"<meta", 0, max(lower.rfind(b"charset"), 0))
    end = head.find(b">", last) + 1 if last >= 0 else 0
    for match in _META.finditer(head[: end or len(head)] if last >= 0 else b""):
        attributes = match.group("meta")
        if attributes and b"charset" in attributes.lower() and (label := _meta_label(attributes)):
            yield label, "meta"


def _meta_label(attributes: bytes) -> bytes | None:
    for name, *values in _ATTRIBUTE.findall(attributes):
        if name.lower() == b"charset" and (match := _LABEL_ALONE.match(b"".join(values))):
            return match.group(1)
    if _ABOUT_SOMETHING_ELSE.search(attributes):
        return None
    match = _IN_HEADER.search(attributes)
    return match.group(1) if match else None
