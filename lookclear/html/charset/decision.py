"""The order of the decision, and how good its result is; the package's docstring lists the steps."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from w3lib.encoding import to_unicode

from lookclear.html.charset.declared import WIDE, Claim, claims
from lookclear.html.charset.detector import DECLARED_BITS, DEFAULT_BITS, choose
from lookclear.html.charset.sample import ASCII, take

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SEVEN_BIT = {"iso2022_jp": b"\x1b$", "iso2022_kr": b"\x1b$)C", "hz": b"~{"}
_ESCAPED = re.compile(rb"\x1b\$[@B](?:[\x21-\x7e\r\n]{2,})\x1b\([BJ]")
_HEAD_BYTES = 2048
_ZEROS_WITHIN = 64  # bytes: where markup in two or four bytes a character has its first zero
_MARKED_BITS = 200.0
_FEW_BYTES = 24  # so few bytes above ASCII may be valid UTF-8 by accident
_UTF8_WORD = re.compile(rb"(?<!\S)[\x21-\x7f]*(?:[\xe3-\xed][\x80-\xbf]{2}){2}\S*")
_REPLACED = "\ufffd"


@dataclass(frozen=True, slots=True)
class Quality:
    """How far the text of a page can be trusted.

    `replacements`: number of replacement characters; `replaced`: their share of all characters above ASCII.
    `contradicted`: a declaration (a western default is none) names another encoding than the one used.
    `mixed`: some of the words are in UTF-8 though the page is not.
    """

    replacements: int = 0
    replaced: float = 0.0
    mixed: bool = False
    # Asked when somebody wants to know: on most pages nothing else depends on what they declare.
    contradicts: Callable[[], bool] = field(default=lambda: False, compare=False, repr=False)

    @property
    def contradicted(self) -> bool:
        """Whether what is declared names another encoding than the one used."""
        return self.contradicts()

    @property
    def low(self) -> bool:
        """Whether part of the text is lost: mixed encodings, or more than 1 % replaced and more than two."""
        return self.mixed or (self.replaced > 0.01 and self.replacements > 2)


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the codec it was read with, what decided (see the package), and how good the text is."""

    text: str
    charset: str
    reason: str
    quality: Quality = Quality()
    # The text in UTF-8, where the bytes of the page are that.
    encoded: bytes | None = field(default=None, compare=False, repr=False)


def decode(body: bytes, content_type: str = "") -> Decoded:
    """Turn the bytes of a page into text; never raises.

    >>> decode("<p>中文</p>".encode("gbk"), "text/html; charset=utf-8").text
    '<p>中文</p>'
    """
    for mark, name in _MARKS:
        if body.startswith(mark):
            return _decoded(body, name, "mark", partial(claims, b"", content_type))
    marked = body.startswith(codecs.BOM_UTF8)
    is_narrow, is_ascii = b"\0" not in body[:_ZEROS_WITHIN], body.isascii()
    text = _as_utf8(body) if is_narrow and not is_ascii else None
    if text is not None and (marked or not _is_nearly_ascii(body, text)):  # as most pages are
        return _decoded(
            body, "utf-8", "mark" if marked else "utf-8", partial(claims, body, content_type), text
        )
    declared = claims(body, content_type)
    if wide := _wide(body, declared=any(claim.charset in WIDE for claim in declared)):
        return _decoded(body, wide, "zeros", lambda: declared)
    if is_ascii:
        return _ascii(body, declared)
    if text is not None or (text := _as_utf8(body)) is not None:
        return _valid_utf8(body, text, declared, marked=marked)
    return _weighed(body, declared, marked=marked)


def _ascii(body: bytes, declared: Sequence[Claim]) -> Decoded:
    """Read a page without a byte above ASCII; its encoding still matters for the queries of its links."""
    if name := _seven_bit(body, declared):
        return _decoded(body, name, "escapes", lambda: declared)
    plain = body.decode("ascii")
    for claim in _chosen(declared):
        if to_unicode(body, claim.charset) == plain:
            return _decoded(body, claim.charset, claim.source, lambda: declared)
    return _decoded(body, "utf-8", "utf-8", lambda: declared)


def _is_nearly_ascii(body: bytes, text: str) -> bool:
    """Tell whether there are so few bytes above ASCII that they may be valid UTF-8 by accident."""
    # A character above ASCII takes two bytes or more, so that most pages need not be looked through.
    return len(body) - len(text) <= _FEW_BYTES and len(body.translate(None, ASCII)) <= _FEW_BYTES


def _valid_utf8(body: bytes, text: str, declared: Sequence[Claim], *, marked: bool) -> Decoded:
    chosen = _chosen(declared)
    if chosen and not marked and _is_nearly_ascii(body, text):
        worth = dict.fromkeys(["utf-8", *(claim.charset for claim in chosen)], DECLARED_BITS)
        name = choose(take(body), worth, among=())
        if name != "utf-8":
            return _decoded(body, name, _source(name, chosen), lambda: declared)
    return _decoded(body, "utf-8", "mark" if marked else "utf-8", lambda: declared, text)


def _weighed(body: bytes, declared: Sequence[Claim], *, marked: bool) -> Decoded:
    sample = take(body)
    worth = {claim.charset: DECLARED_BITS for claim in _chosen(declared)}
    worth |= {claim.charset: DEFAULT_BITS for claim in declared if not claim.says_something}
    if marked:
        worth = {**worth, "utf-8": _MARKED_BITS}
    name = choose(sample, worth)
    reason = "mark" if marked and name == "utf-8" else _source(name, declared)
    return _decoded(body, name, reason, lambda: declared, found=sample.words)


def _chosen(declared: Sequence[Claim]) -> list[Claim]:
    """Return the claims that say something and can be true of bytes in which markup reads as ASCII."""
    return [claim for claim in declared if claim.says_something and claim.charset not in WIDE]


def _source(name: str, declared: Sequence[Claim]) -> str:
    return next((claim.source for claim in declared if claim.charset == name), "detector")


def _decoded(
    body: bytes,
    name: str,
    reason: str,
    declared: Callable[[], Sequence[Claim]],
    text: str | None = None,
    *,
    found: Sequence[bytes] = (),
) -> Decoded:
    # A text that was given is the bytes in UTF-8, but for a last character that was cut in two.
    is_same = text is not None and not text.startswith("\ufeff") and not text.endswith(_REPLACED)
    text = (to_unicode(body, name) if text is None else text).lstrip("\ufeff")
    count = text.count(_REPLACED) if _REPLACED in text else 0  # looking is ten times as fast as counting
    quality = Quality(
        replacements=count,
        replaced=count / max(len(text) - len(text.encode("ascii", "ignore")), 1) if count else 0.0,
        mixed=name != "utf-8" and _mixed(found),
        contradicts=lambda: any(claim.says_something and claim.charset != name for claim in declared()),
    )
    return Decoded(text, name, reason, quality, body if is_same else None)


def _mixed(found: Sequence[bytes]) -> bool:
    """Tell whether at least a hundredth of the words above ASCII are East Asian text in UTF-8."""
    foreign = sum(_is_utf8(word) for word in _UTF8_WORD.findall(b" ".join(found)))
    return foreign > 0 and foreign * 100 >= len(found)


def _is_utf8(body: bytes) -> bool:
    """Tell whether bytes are valid UTF-8; a last character cut in two is forgiven after a whole one."""
    try:
        body.decode()
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data" and not body[: error.start].isascii()
    return True


def _as_utf8(body: bytes) -> str | None:
    """Return the text of valid UTF-8 (a last character cut in two becomes U+FFFD), else None."""
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body.decode("utf-8", "replace") if _is_utf8(body) else None


def _wide(body: bytes, *, declared: bool) -> str | None:
    """Return the encoding of two or four bytes a character that the zero bytes of ASCII markup give away.

    Fewer of them are enough where one is declared.
    """
    head = body[:_HEAD_BYTES]
    if b"\0" not in head[:_ZEROS_WITHIN]:
        return None
    zeros = [head[at::4].count(0) / max(len(head[at::4]), 1) for at in range(4)]
    few, some, nearly_all = 0.05, 0.1 if declared else 0.3, 0.9
    patterns = (  # which of four bytes are zero, how often at least; which hardly ever
        ("utf-32-le", (2, 3), nearly_all, (0,)),
        ("utf-32-be", (0, 1), nearly_all, (3,)),
        ("utf-16-le", (1, 3), some, (0, 2)),
        ("utf-16-be", (0, 2), some, (1, 3)),
    )
    for name, empty, floor, full in patterns:
        if min(zeros[at] for at in empty) >= floor and max(zeros[at] for at in full) <= few:
            return name
    return None


def _seven_bit(body: bytes, declared: Sequence[Claim]) -> str | None:
    """Return the encoding that switches character sets by ASCII sequences, when an ASCII body is in one."""
    for claim in declared:
        escape = _SEVEN_BIT.get(claim.charset)
        if escape and escape in body:
            return claim.charset
    return "iso2022_jp" if _ESCAPED.search(body) else None
