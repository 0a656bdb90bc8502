"""A look at a page's markup before it is parsed: what would cost too much is taken out, and flagged.

libxml2 needs time in the square of the attributes of a tag, and in end tags times depth; the later steps need
time for every element. So markup is bounded in length, in tags and in attributes of one tag. An ordinary page
passes after a few searches at the speed of memchr; only a suspicious one is read tag by tag. Everything here
is linear: each pattern consumes what it has looked at (possessive), and what has no end ends with the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice

MOST_MARKUP = 2_000_000  # characters that are parsed
MOST_TAGS = 100_000  # start and end tags; the largest page of 13,000 on recorded webs has 48,237
MOST_START_TAGS = 49_000  # start tags: a parser adds some, and the tree is read up to 50,000
# Of a page with more than that: it is hostile or a list, and may not cost like an honest one.
KEPT_TAGS = 10_000
MOST_FLAT = 600_000  # characters of markup after these tags of which the text is kept
LONGEST_TAG = 65_536  # characters
MOST_ATTRIBUTES = 500  # of one tag: 0.2 ms in libxml2, while 40,000 take 1.2 s
_LONG_TAG = 4_096  # too long for a page that has to be made shorter
_MANY_VALUES = 20_000  # attributes with values in a page: fewer take 0.3 s even if all are in one tag
_LONGEST_NAME = 32  # of a tag that loses its attributes
_SEARCHED = 4_096  # characters before a cut in which a tag's border is looked for

_TAG = (
    r"<(?P<tag>[a-zA-Z][^\s/>=]*+)"
    r"""(?P<rest>(?:[^>=]++|=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))?+)*+)(?:>|\Z)"""
)
_UNSEEN = (
    r"<!--(?:[^-]++|-(?!->))*+(?:-->|\Z)"
    r"|<(?P<raw>script|style)\b[^>]*+>(?:[^<]++|<(?!/(?P=raw)\b))*+(?:</(?P=raw)[^>]*+>?+)?+"
)
_UNIT = re.compile(f"{_UNSEEN}|{_TAG}", re.I | re.S)
_ANY = re.compile(rf"{_UNSEEN}|{_TAG}|</[^>]*+>?+|<[!?][^>]*+>?+", re.I | re.S)
_RAW_BORDER = re.compile(r"<(?P<end>/?)(?:script|style)\b[^>]*+>?+", re.I)


class Flag(StrEnum):
    """What is wrong with a page as it came: values of `Page.flags`."""

    CUT = "cut"  # so long that not all of it is read
    HUGE_TAG = "huge-tag"  # attributes of a tag were dropped, they were too long or too many
    DEEP = "deep"  # nests so deep that its structure is lost
    MANY_LINKS = "many-links"  # more links than are kept
    MANY_ELEMENTS = "many-elements"  # from some tag on, only text is read, without its links
    BAD_BYTES = "bad-bytes"  # zeros or halves of characters in the text


@dataclass(frozen=True, slots=True)
class Limited:
    """Markup that can be parsed in bounded time, and what had to be done to it."""

    markup: str
    flags: frozenset[str] = frozenset()
    links_dropped: int = 0  # about: tags of links in what is not markup any more, seen or not
    # The markup in UTF-8, which has to be made anyway.
    encoded: bytes | None = field(default=None, compare=False, repr=False)


def prescan(markup: str, encoded: bytes | None = None) -> Limited:
    r"""Bound what parsing will cost; `encoded` is the markup in UTF-8 where that is known.

    >>> sorted(prescan("<p>soil\x00").flags), sorted(prescan("<p " + "a " * 50_000 + ">soil").flags)
    (['bad-bytes'], ['huge-tag'])
    """
    flags: set[str] = set()
    links_dropped = 0
    short = markup
    if _has_many_tags(short):
        flags.add(Flag.MANY_ELEMENTS)
        border = next(islice(re.finditer("<", short), KEPT_TAGS - 1, None)).start()
        links_dropped = _links_after(short, border)
        if len(short) - border > MOST_FLAT:
            flags.add(Flag.CUT)
        short = _flat_after(short, border)
    is_long = len(short) > MOST_MARKUP
    if is_long or _may_hold_huge_tag(short):
        thin = _Thinning(_LONG_TAG if is_long else LONGEST_TAG, drops_unseen=is_long)
        short = _UNIT.sub(thin, short)
        flags |= {Flag.HUGE_TAG} if thin.found else set()
    if len(short) > MOST_MARKUP:
        flags.add(Flag.CUT)
        border = short.rfind("<", MOST_MARKUP - _SEARCHED, MOST_MARKUP)
        border = border if border > 0 else MOST_MARKUP
        links_dropped += _links_after(short, border)
        short = short[:border]
    if encoded is not None and short is markup and b"\0" not in encoded:
        return Limited(markup, frozenset(flags), links_dropped, encoded)
    sound, encoded = _encodable(short)  # last, when it is short
    if sound is not short:
        flags.add(Flag.BAD_BYTES)
    return Limited(sound, frozenset(flags), links_dropped, encoded)


def _encodable(markup: str) -> tuple[str, bytes]:
    """Return markup without zeros and lone surrogates, the same object when there are none; and as UTF-8."""
    if "\x00" in markup:
        markup = markup.replace("\x00", "\ufffd")
    try:
        return markup, markup.encode()
    except UnicodeEncodeError:
        markup = markup.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return markup, markup.encode()


def _has_many_tags(markup: str) -> bool:
    if len(markup) < 3 * MOST_START_TAGS:  # "<b>" is the shortest tag
        return False
    if markup.count("<", 0, MOST_MARKUP) > MOST_TAGS:  # spares counting the rest of a bomb
        return True
    tags = markup.count("<")
    return tags > MOST_TAGS or (tags > MOST_START_TAGS and tags - markup.count("</") > MOST_START_TAGS)


def _links_after(markup: str, border: int) -> int:
    """Return about how many links follow a border; farther than MOST_MARKUP behind it they are estimated."""
    rest, end = len(markup) - border, border + MOST_MARKUP
    near = markup.count("<a ", border, end) or markup.count("<A ", border, end)
    return near * rest // MOST_MARKUP if rest > MOST_MARKUP else near


def _flat_after(markup: str, border: int) -> str:
    """Return markup in which only text follows a border (the start of a tag), and not too much of it."""
    head, tail = markup[:border], markup[border : border + MOST_FLAT]
    first = _RAW_BORDER.search(tail)
    if first is not None and first["end"]:  # the border lies inside a script, which has to end
        head, tail = head + first[0], tail[first.end() :]
    return head + _ANY.sub(" ", tail).replace("<", " ")


def _may_hold_huge_tag(markup: str) -> bool:
    """Tell whether it is worth to look at each tag.

    A tag is huge only where no ">" stands for long, or where many values may hide one in quotes.
    """
    if len(markup) > 4 * _MANY_VALUES and markup.count("=") > _MANY_VALUES:  # " a=b" is the shortest
        return True
    position, last = 0, len(markup) - LONGEST_TAG
    while position < last:
        end = markup.rfind(">", position, position + LONGEST_TAG)
        if end < 0:
            return True
        position = end + 1
    return False


class _Thinning:
    """Replaces a match of _UNIT by less, if it is too much."""

    def __init__(self, longest: int, *, drops_unseen: bool) -> None:
        self._longest = longest
        self._drops_unseen = drops_unseen
        self.found = False  # a tag that was too much

    def __call__(self, match: re.Match[str]) -> str:
        whole = match[0]
        if match["tag"] is None:
            return "" if self._drops_unseen else whole
        size = len(whole)
        if size <= MOST_ATTRIBUTES or (
            size <= self._longest and _attributes(match["rest"]) <= MOST_ATTRIBUTES
        ):
            return whole
        self.found = True
        return f"<{match['tag'][:_LONGEST_NAME]}>"


def _attributes(rest: str) -> int:
    """Return at least how many attributes there are in a tag, without looking for quotes."""
    return max(rest.count("="), len(rest.split()))
