"""The links of a page, each with the words that describe its target."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin, urlsplit

from w3lib.html import strip_html5_whitespace
from w3lib.url import safe_url_string

from lookclear.domain import Block, Link, Span
from lookclear.html.context import LEAST, ZETA, zeta_idom
from lookclear.html.tree import HEADINGS, Tree
from lookclear.text.segment import words
from lookclear.urls.userinfo import without_userinfo

LONGEST_REFRESH = 4_096  # characters of a meta refresh that are read
MOST_LINKS = 5_000  # of one page; the first ones are kept
_SOURCES = {"a": "href", "area": "href", "iframe": "src", "frame": "src"}
_REFRESH = re.compile(r"(?:[\d.]{0,12})\s{0,9};\s{0,9}url\s{0,9}=\s{0,9}['\"]?([^'\"]+)", re.I)
_SPACE = re.compile(r"\s+")
_BEFORE_QUERY = re.compile(r"[^?#]*")


def extract(tree: Tree, url: str, charset: str, blocks: Sequence[Block]) -> list[Link]:
    """Return the http(s) links of a page in document order, without those to the page itself."""
    base = _base(tree, url)
    headings = [(e.start, e.end) for e in tree.elements if e.tag in HEADINGS and e.end > e.start]
    places = _Places(blocks, [block.start for block in blocks], headings, [start for start, _ in headings])
    links: list[Link] = []
    for index, element in enumerate(tree.elements):
        attribute = _SOURCES.get(element.tag)
        if attribute is None:
            continue
        target = resolve(element.node.get(attribute), base, charset)
        if target is None or target == url:
            continue
        links.append(_link(tree, index, target, places))
        if len(links) >= MOST_LINKS:
            break
    refresh = _meta_refresh(tree, base, charset)
    if refresh is not None and refresh != url:
        links.append(Link(refresh, "", (0, 0), (0, 0), -1))
    return links


def resolve(href: str | None, base: str, charset: str) -> str | None:
    """Return the absolute address a browser would request, without fragment, or None when it is not a page.

    Paths are percent-encoded as UTF-8 and queries in the page's charset, as browsers do. A user name and
    password are left out. A fragment that begins with "!" names another page and is kept, to be refused.
    """
    if href is None:
        return None
    stripped = strip_html5_whitespace(href)
    if not stripped or stripped.startswith(("#", "javascript:", "mailto:", "data:", "tel:")):
        return None
    try:
        slashed = _BEFORE_QUERY.sub(lambda match: match[0].replace("\\", "/"), stripped, count=1)
        absolute, fragment = urldefrag(urljoin(base, slashed))
        if not absolute.lower().startswith(("http://", "https://")) or not urlsplit(absolute).hostname:
            return None
        if fragment.startswith("!"):
            absolute += f"#{fragment}"
        return safe_url_string(without_userinfo(absolute), encoding=charset)
    except (ValueError, LookupError, UnicodeError):
        return None


@dataclass(frozen=True, slots=True)
class _Places:
    """Blocks and headings of a page with their start positions, for look-up by bisection."""

    blocks: Sequence[Block]
    block_starts: Sequence[int]
    headings: Sequence[Span]
    heading_starts: Sequence[int]

    def heading_above(self, position: int, block_start: int) -> Span | None:
        """Return the last heading that starts in the block and not after a position."""
        at = bisect_right(self.heading_starts, position) - 1
        return self.headings[at] if at >= 0 and self.headings[at][0] >= block_start else None


def _link(tree: Tree, index: int, target: str, places: _Places) -> Link:
    element = tree.elements[index]
    span = (element.start, element.end)
    at = bisect_right(places.block_starts, span[0]) - 1
    block = (places.blocks[at].start, places.blocks[at].end) if at >= 0 else (0, len(tree.words))
    context = zeta_idom(span, _ancestors(tree, index), block, ZETA)
    heading = None
    if (context[1] - context[0]) - (span[1] - span[0]) < LEAST:
        heading = places.heading_above(span[0], block[0])
    rel = (element.node.get("rel") or "").lower().split()
    return Link(
        url=target,
        anchor=_SPACE.sub(" ", tree.slice(*span)).strip(),
        span=span,
        context=context,
        block=at,
        heading=heading,
        extra=tuple(_hidden_words(tree, index)),
        nofollow="nofollow" in rel,
    )


def _ancestors(tree: Tree, index: int) -> Iterator[Span]:
    parent = tree.elements[index].parent
    while parent >= 0:
        element = tree.elements[parent]
        yield element.start, element.end
        parent = element.parent


def _hidden_words(tree: Tree, index: int) -> list[str]:
    """Return the words of title= and of the alt= of images in the link: read aloud, but not visible text."""
    node = tree.elements[index].node
    texts = [node.get("title") or ""]
    if len(node):
        texts.extend(image.get("alt") or "" for image in node.iter("img"))
    return [word for text in texts if text for word in words(text)]


def _base(tree: Tree, url: str) -> str:
    for node in tree.root.iter("base"):
        href = node.get("href")
        if href is None:
            continue
        try:
            base = urljoin(url, strip_html5_whitespace(href))
        except ValueError:
            continue
        if base.lower().startswith(("http://", "https://")):
            return base
    return url


def _meta_refresh(tree: Tree, base: str, charset: str) -> str | None:
    for node in tree.root.iter("meta"):
        if (node.get("http-equiv") or "").lower() == "refresh":
            match = _REFRESH.match((node.get("content") or "")[:LONGEST_REFRESH].strip())
            if match:
                return resolve(match.group(1), base, charset)
    return None
