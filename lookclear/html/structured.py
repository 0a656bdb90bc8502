"""Dates and breadcrumbs from structured data: JSON-LD, microdata, and RDFa as far as it looks alike.

JSON-LD is read with the mistakes that are common in it. What is too long or nests too deep is not read as
JSON; its dates are then looked for in the bare text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import islice
from typing import Any

from lxml import etree

from lookclear.html.surrogates import without_surrogates
from lookclear.html.tree import text_of

LONGEST = 200_000  # characters of one script that are read as JSON
LONGEST_ALL = 400_000  # … and of all scripts of a page
MOST_OBJECTS = 5_000  # of one page
MOST_PROPERTIES = 1_000  # elements with microdata or RDFa
MOST_LEVELS = 30  # between a property and the thing it belongs to
MOST_CRUMBS = 12
LONGEST_CRUMB = 100  # characters

# Things that carry dates of their own on a page about something else.
_OTHERS = frozenset(
    "answer comment usercomment review person organization imageobject offer aggregaterating itemlist".split()
)
_OTHERS_KEYS = frozenset(
    "author blogPost citation comment hasPart image isBasedOn itemListElement logo mentions offers publisher "
    "relatedLink review reviews sponsor".split()
)
_PUBLISHED, _MODIFIED = "datepublished", "datemodified"
_DATES = frozenset({_PUBLISHED, _MODIFIED, "uploaddate", "datecreated"})
_BARE = re.compile(r'"(datePublished|dateModified)"\s{0,9}:\s{0,9}"([^"]{4,40})"')
_TRAILING_COMMA = re.compile(r",(?=\s*+[}\]])")
_LINE_COMMENT = re.compile(r"^[ \t]*+//[^\n]*+", re.M)
_SPACE = re.compile(r"\s+")
_PROPERTIES = etree.XPath("//*[@itemprop]")
_RDFA_PROPERTIES = etree.XPath("//*[@property and not(self::meta)]")


@dataclass(frozen=True, slots=True)
class Structured:
    """Dates as they are written, the most trusted first, and the way from the site's top to the page."""

    published: tuple[str, ...] = ()
    modified: tuple[str, ...] = ()
    breadcrumbs: tuple[str, ...] = ()


def read_json_ld(scripts: Iterable[str]) -> Structured:
    """Return what JSON-LD scripts say; those of articles before those of other things."""
    dates: list[tuple[int, str, str]] = []  # (rank, property in lower case, date)
    crumbs: tuple[str, ...] = ()
    left, length = MOST_OBJECTS, 0
    for script in scripts:
        length += min(len(script), LONGEST)
        if length > LONGEST_ALL:
            break
        values = _values(script)
        if values is None:
            dates += [(3, name.lower(), date) for name, date in _BARE.findall(script[:LONGEST])]
            continue
        for thing in _things(values, left):
            left -= 1
            types = _types(thing)
            if "breadcrumblist" in types:
                crumbs = crumbs or _crumbs(thing.get("itemListElement"))
            if not types & _OTHERS:
                rank = 0 if any(one.endswith(("article", "posting", "report")) for one in types) else 1
                dates += [
                    (rank, key.lower(), value) for key, value in thing.items() if _is_date(key.lower(), value)
                ]
    return _structured(dates, crumbs)


def read_microdata(root: etree._Element, markup: str) -> Structured:
    """Return what microdata and RDFa attributes say; `markup` is the source, to see if there are any."""
    dates: list[tuple[int, str, str]] = []
    crumbs: list[str] = []
    nodes: list[etree._Element] = []
    if "itemprop" in markup:
        nodes += _found(_PROPERTIES, root)
    if "typeof=" in markup:
        nodes += _found(_RDFA_PROPERTIES, root)
    for node in nodes:
        for written in (node.get("itemprop") or node.get("property") or "").lower().split():
            name = written.rpartition(":")[2]
            if name in {"name", "title"} and _in_breadcrumbs(node):
                crumbs.append(_flat(node.get("content") or text_of(node)))
            elif name in _DATES:
                value = node.get("content") or node.get("datetime") or _flat(text_of(node))
                if not _scope(node) & _OTHERS:
                    dates.append((0, name, value))
    return _structured(dates, tuple(filter(None, crumbs))[:MOST_CRUMBS])


def _found(path: etree.XPath, root: etree._Element) -> list[etree._Element]:
    nodes = path(root)
    found = nodes[:MOST_PROPERTIES] if isinstance(nodes, list) else []
    return [node for node in found if isinstance(node, etree._Element)]


def _structured(dates: Sequence[tuple[int, str, str]], crumbs: tuple[str, ...]) -> Structured:
    ordered = sorted(dates, key=lambda one: (one[0], one[1] != _PUBLISHED))
    crumbs = tuple(without_surrogates(crumb) for crumb in crumbs)
    if crumbs and crumbs[0] in crumbs[1:]:  # the list once more
        crumbs = crumbs[: crumbs.index(crumbs[0], 1)]
    return Structured(
        published=tuple(without_surrogates(date) for _, name, date in ordered if name != _MODIFIED),
        modified=tuple(without_surrogates(date) for _, name, date in ordered if name == _MODIFIED),
        breadcrumbs=crumbs if len(crumbs) > 1 else (),  # one step is no way
    )


def _is_date(name: str, value: object) -> bool:
    return name in _DATES and isinstance(value, str)


def _values(script: str) -> list[Any] | None:
    """Return the JSON values of a script, None when it cannot be read."""
    if len(script) > LONGEST:
        return None
    text = script.strip().removeprefix("<!--").removeprefix("//<![CDATA[").removeprefix("<![CDATA[")
    text = text.strip().removesuffix("-->").removesuffix("]]>").removesuffix("//").strip(" \t\r\n;\ufeff")
    for attempt in range(3):
        try:
            return _decoded(text if attempt == 0 else _repaired(text if attempt == 1 else unescape(text)))
        except (ValueError, RecursionError):  # a number of 5,000 digits is a ValueError too
            continue
    return None


def _decoded(text: str) -> list[Any]:
    decoder = json.JSONDecoder(strict=False)  # bare line breaks in strings are common
    values = []
    at = 0
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        values.append(value)
        while at < len(text) and text[at] in " \t\r\n,;":
            at += 1
    return values


def _repaired(text: str) -> str:
    pieces = []
    at = 0
    while (start := text.find("/*", at)) >= 0 and (end := text.find("*/", start)) >= 0:
        pieces.append(text[at:start])
        at = end + 2
    return _TRAILING_COMMA.sub("", _LINE_COMMENT.sub("", "".join([*pieces, text[at:]])))


def _things(values: Iterable[Any], most: int) -> Iterator[dict[str, Any]]:
    """Yield the objects that speak of the page, outer ones first; an explicit stack, for they may nest."""
    stack = list(values)[::-1]
    steps = 4 * MOST_OBJECTS
    while stack and most > 0 and steps > 0:
        value = stack.pop()
        steps -= 1
        if isinstance(value, list):
            stack.extend(reversed(value[:MOST_OBJECTS]))
        elif isinstance(value, dict):
            most -= 1
            yield value
            if not _types(value) & _OTHERS:
                inner = [one for key, one in value.items() if key not in _OTHERS_KEYS]
                stack.extend(one for one in reversed(inner) if isinstance(one, dict | list))


def _types(thing: dict[str, Any]) -> set[str]:
    named = thing.get("@type", "")
    names = named if isinstance(named, list) else [named]
    return {_last(name) for name in names if isinstance(name, str)}


def _last(name: str) -> str:
    """Return the name of a type without its vocabulary, in lower case."""
    return name.rpartition("/")[2].rpartition(":")[2].strip().lower()


def _crumbs(elements: object) -> tuple[str, ...]:
    steps = [one for one in elements if isinstance(one, dict)] if isinstance(elements, list) else []
    steps = sorted(steps[:MOST_CRUMBS], key=lambda step: _position(step.get("position")))
    names = []
    for step in steps:
        item = step.get("item")
        name = step.get("name") or (item.get("name") if isinstance(item, dict) else None)
        if isinstance(name, str) and name.strip():
            names.append(_flat(unescape(name)))
    return tuple(names)


def _position(value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return 0.0


def _scope(node: etree._Element) -> set[str]:
    """Return the types of the thing that a property belongs to."""
    outer = next((one for one in _outer(node) if one.get("itemtype") or one.get("typeof")), None)
    if outer is None:
        return set()
    return {_last(name) for name in (outer.get("itemtype") or outer.get("typeof") or "").split()}


def _outer(node: etree._Element) -> Iterator[etree._Element]:
    return islice(node.iterancestors(), MOST_LEVELS)


def _in_breadcrumbs(node: etree._Element) -> bool:
    for outer in _outer(node):
        kinds = (outer.get("itemtype") or outer.get("typeof") or "").lower()
        if "breadcrumb" in kinds:
            return True
        if kinds and "listitem" not in kinds and "thing" not in kinds and "webpage" not in kinds:
            return False
    return False


def _flat(text: str) -> str:
    return _SPACE.sub(" ", text[: 20 * LONGEST_CRUMB]).strip()[:LONGEST_CRUMB]
