"""What a page says about itself in its head, and in the headers it came with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from lxml import etree

from lookclear.html.addresses import base_of, resolve
from lookclear.html.directives import OWN_NAME, read_directives
from lookclear.html.tree import text_of
from lookclear.urls.canonical import canonical

_SPACE = re.compile(r"\s+")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,4}|x-default")
_LINK_HEADER = re.compile(
    r'<([^<>]*)>|(?<![a-z*])([a-z*]++)\s*+=\s*+(?:"([^"]*)"|([^\s;,"]*))', re.I
)  # an address, or a parameter of the one before
_FEEDS = frozenset(
    f"application/{kind}" for kind in ("rss+xml", "atom+xml", "feed+json", "rdf+xml", "rss", "atom")
)
_READ = ("title", "meta", "link", "script", "h1")
LONGEST = 500  # characters of a title or description that are kept
MOST_ALTERNATES = 200
MOST_FEEDS = 20
MOST_LINKS = 500  # link elements that are looked at
MOST_NAMES = 200  # meta tags whose content is kept
MOST_SCRIPTS = 20  # JSON-LD scripts that are read
LONGEST_HEADER = 16_384  # characters of the Link header that are read


@dataclass(frozen=True, slots=True)
class Metadata:
    """Title, meta tags, related addresses and robots directives; every text is one line of bounded length."""

    title: str
    description: str
    keywords: str
    canonical: str | None
    directives: frozenset[str]
    alternates: tuple[tuple[str, str], ...] = ()
    feeds: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)  # content of meta tags by name, the first of each
    scripts: tuple[str, ...] = ()  # the texts of JSON-LD scripts


class _Related(NamedTuple):
    """A link of the page as a whole to another address, from its head or from a Link header."""

    rel: frozenset[str]
    href: str
    kind: str  # media type
    language: str

    @property
    def is_feed(self) -> bool:
        return "alternate" in self.rel and self.kind.partition(";")[0].strip().lower() in _FEEDS


@dataclass(slots=True)
class _Head:
    """What one pass over the tree meets, before addresses are made absolute."""

    title: str = ""
    heading: str = ""  # the first h1
    names: dict[str, str] = field(default_factory=dict)
    robots: list[str] = field(default_factory=list)
    links: list[_Related] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)


def read(root: etree._Element, url: str, charset: str, headers: Mapping[str, str]) -> Metadata:
    """Collect the metadata of a parsed page.

    `headers` are the response's, names in lower case; several of one name are joined by a comma, better by a
    comma and a line break. The canonical address is None when several are given that disagree.
    """
    head = _collect(root)
    base = base_of(root, url)
    links = [*head.links, *_header_links(headers.get("link", ""))]
    return Metadata(
        title=head.title or head.names.get("og:title", "") or head.heading,
        description=head.names.get("description") or head.names.get("og:description", ""),
        keywords=head.names.get("keywords", ""),
        canonical=_canonical(links, base, charset),
        directives=read_directives(head.robots, headers.get("x-robots-tag", "").split("\n")),
        alternates=_alternates(links, base, charset),
        feeds=_feeds(links, base, charset),
        names=head.names,
        scripts=tuple(head.scripts),
    )


def _collect(root: etree._Element) -> _Head:
    """Read what belongs into a head wherever it stands, as browsers do; in an image it is the image's own."""
    head = _Head()
    for node in root.iter(*_READ):
        match node.tag:
            case "meta":
                _meta(node, head)
            case "link":
                rel = frozenset((node.get("rel") or "").lower().split())
                if not rel.isdisjoint({"canonical", "alternate"}) and len(head.links) < MOST_LINKS:
                    kind, language = node.get("type") or "", node.get("hreflang") or ""
                    head.links.append(_Related(rel, node.get("href") or "", kind, language))
            case "script":
                is_data = (node.get("type") or "").strip().lower().startswith("application/ld+json")
                if is_data and node.text and len(head.scripts) < MOST_SCRIPTS:
                    head.scripts.append(node.text)
            case "title":
                if not head.title and next(node.iterancestors("svg", "math", "template"), None) is None:
                    head.title = _flat(text_of(node))
            case "h1":
                head.heading = head.heading or _flat(text_of(node))
            case _:
                pass
    return head


def _meta(node: etree._Element, head: _Head) -> None:
    content = node.get("content")
    if not content:
        return
    for attribute in ("name", "property", "itemprop"):
        name = (node.get(attribute) or "").strip().lower()
        if name in {"robots", OWN_NAME}:
            head.robots.append(content)
        elif name and len(head.names) < MOST_NAMES and not head.names.get(name):
            head.names[name[:LONGEST]] = _flat(content)


def _canonical(links: list[_Related], base: str, charset: str) -> str | None:
    """Return the address the page is known by; like Google, believe none when there are two."""
    named = (resolve(link.href, base, charset) for link in links if "canonical" in link.rel)
    by_identity: dict[str, str] = {}
    for address in named:
        if address is not None:
            by_identity.setdefault(canonical(address), address)
    return next(iter(by_identity.values())) if len(by_identity) == 1 else None


def _alternates(links: list[_Related], base: str, charset: str) -> tuple[tuple[str, str], ...]:
    found: dict[tuple[str, str], None] = {}
    for link in links:
        code = link.language.strip().lower().replace("_", "-")
        if "alternate" not in link.rel or link.is_feed or not _LANGUAGE.fullmatch(code):
            continue
        address = resolve(link.href, base, charset)
        if address is not None:
            found[code, address] = None
        if len(found) >= MOST_ALTERNATES:
            break
    return tuple(found)


def _feeds(links: list[_Related], base: str, charset: str) -> tuple[str, ...]:
    found = (resolve(link.href, base, charset) for link in links if link.is_feed)
    return tuple(dict.fromkeys(address for address in found if address is not None))[:MOST_FEEDS]


def _header_links(header: str) -> Iterator[_Related]:
    """Yield the links of a Link header (RFC 8288) as if they were link elements."""
    href: str | None = None
    parameters: dict[str, str] = {}
    for match in _LINK_HEADER.finditer(header[:LONGEST_HEADER]):
        if match[1] is None:
            parameters.setdefault(match[2].lower(), match[3] if match[3] is not None else match[4])
            continue
        if href is not None:
            yield _as_link(href, parameters)
        href, parameters = match[1], {}
    if href is not None:
        yield _as_link(href, parameters)


def _as_link(href: str, parameters: Mapping[str, str]) -> _Related:
    rel = frozenset(parameters.get("rel", "").lower().split())
    return _Related(rel, href, parameters.get("type", ""), parameters.get("hreflang", ""))


def _flat(text: str) -> str:
    return _SPACE.sub(" ", text[: 20 * LONGEST]).strip()[:LONGEST]
