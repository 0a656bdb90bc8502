"""Which elements of a page lead to other pages, and how.

| element | rule |
|---|---|
| `a`, `area` with `href` | followed, with the words around it; the `alt` of an area is its text |
| `frame`, `iframe` with `src` | followed: a page of its own, indexed under its own address |
| `meta http-equiv=refresh`, a script that sends elsewhere at once | followed: the page speaks for it |
| `link rel=next`, `prev`, `contents`, `index`, `up`, … | followed, without context |
| `link rel=canonical` | not a link but a vote on what the page is called (`Page.canonical`) |
| `link rel=alternate` | the page in other languages and as a feed (`Page.alternates`, `Page.feeds`) |
| `img`, `source`, `video`, `audio`, `embed`, `object`, `srcset` | no pages; alt texts are read |
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

ATTRIBUTES = {"a": "href", "area": "href", "iframe": "src", "frame": "src"}
KINDS = {"a": "anchor", "area": "anchor", "iframe": "frame", "frame": "frame"}

_RELATIONS = frozenset("next prev previous first last start contents toc index up chapter section".split())
LONGEST_REFRESH = 4_096  # characters of a meta refresh that are read
_REFRESH = re.compile(
    r"\s*+([0-9]{0,9}+)(?:\.[0-9.]{0,20}+)?+(?:\s*+[;,]\s*+|\s++)(?:url\s*+=\s*+)?+['\"]?+\s*+([^'\";,\s][^'\"]*+)",
    re.I,
)


def unseen(root: etree._Element) -> Iterator[tuple[str, str]]:
    """Yield (kind, address as written) of links that are no visible text."""
    for node in root.iter("link", "meta"):
        if node.tag == "link":
            relations = (node.get("rel") or "").lower().split()
            if not _RELATIONS.isdisjoint(relations) and "stylesheet" not in relations:
                yield "relation", node.get("href") or ""
        elif is_refresh(node) and (refresh := refresh_of(node.get("content") or "")):
            yield "refresh", refresh[1]


def is_refresh(node: etree._Element) -> bool:
    """Tell whether a meta element is to send elsewhere."""
    return (node.get("http-equiv") or "").strip().lower() == "refresh"


def refresh_of(content: str) -> tuple[int, str] | None:
    """Return after how many whole seconds a meta refresh sends to which address; None if it names none.

    Read as browsers do (HTML, "shared declarative refresh steps"), but a time that is missing counts as 0.

    >>> refresh_of("5; url='/next'"), refresh_of("300")
    ((5, '/next'), None)
    """
    match = _REFRESH.match(content[:LONGEST_REFRESH])
    return (int(match[1] or 0), match[2].strip()) if match else None


def hidden_texts(node: etree._Element) -> Iterator[str]:
    """Yield the title of a link, and the alt of its images: read aloud, but not visible text."""
    yield node.get("title") or ""
    if node.tag == "area":
        yield node.get("alt") or ""
    if len(node):
        for image in node.iter("img"):
            yield image.get("alt") or ""
