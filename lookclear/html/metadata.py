"""What a page says about itself outside its visible text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lxml import etree

from lookclear.html.links import resolve
from lookclear.html.tree import text_of

_SPACE = re.compile(r"\s+")
LONGEST = 500  # characters of a title or description that are kept


@dataclass(frozen=True, slots=True)
class Metadata:
    """Title, meta tags, canonical address and robots directives."""

    title: str
    description: str
    keywords: str
    canonical: str | None
    directives: frozenset[str]


def read(root: etree._Element, url: str, charset: str, headers: Mapping[str, str]) -> Metadata:
    """Collect the metadata of a parsed page; `headers` are the response's, names in lower case."""
    names: dict[str, str] = {}
    robots = [headers.get("x-robots-tag", "")]
    for node in root.iter("meta"):
        name = (node.get("name") or node.get("property") or "").strip().lower()
        if name in {"robots", "lookclear"}:
            robots.append(node.get("content") or "")
        elif name and name not in names:
            names[name] = _flat(node.get("content") or "")
    return Metadata(
        title=_title(root) or names.get("og:title", ""),
        description=names.get("description") or names.get("og:description", ""),
        keywords=names.get("keywords", ""),
        canonical=_canonical(root, url, charset),
        directives=_directives(robots),
    )


def _directives(sources: Iterable[str]) -> frozenset[str]:
    """Return all robots directives; `none` is short for two of them, and a prefix names another crawler."""
    words = {word.strip().lower() for source in sources for word in source.split(",")} - {""}
    ours = {word.removeprefix("lookclear:").strip() for word in words}
    return frozenset(ours | ({"noindex", "nofollow"} if "none" in ours else set()))


def _title(root: etree._Element) -> str:
    return next((text for node in root.iter("title") if (text := _flat(text_of(node)))), "")


def _canonical(root: etree._Element, url: str, charset: str) -> str | None:
    for node in root.iter("link"):
        if "canonical" in (node.get("rel") or "").lower().split():
            return resolve(node.get("href"), url, charset)
    return None


def _flat(text: str) -> str:
    return _SPACE.sub(" ", text).strip()[:LONGEST]
