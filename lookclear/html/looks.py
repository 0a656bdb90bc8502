"""Measure what a page looks like, for `page_kind` to judge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TypeAlias, TypedDict

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from lookclear.html.link_sources import is_refresh, refresh_of
from lookclear.html.page_kind import LITTLE_OWN, LITTLE_RUNNING, Looks
from lookclear.html.tree import Tree, text_of

RUNNING_LINE = 12  # words of a line that is running text; list entries and captions have fewer
LINK_LINE = 0.8  # share of a line's words in links that makes it a line of links
LINK_LINE_COST = 30  # running words that a line of links outweighs when the best stretch is looked for
MOST_LINES = 300  # lines kept for a page with little text
MOUNTS = (
    "root",
    "app",
    "__next",
    "__nuxt",
    "___gatsby",
    "svelte",
    "main-app",
    "app-root",
    "react-root",
    "q-app",
)
_FURNITURE = frozenset({"nav", "header", "footer", "aside"})
_FRAMES = frozenset({"header", "footer"})
_CONTENT = frozenset({"article", "main"})
_FURNITURE_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary"})
_SENDS = re.compile(
    r"(?:window\.|document\.|self\.|top\.)?location(?:\.href)?\s{0,5}=\s{0,5}['\"]([^'\"\n]{1,500})['\"]"
    r"|location\.(?:replace|assign)\(\s{0,5}['\"]([^'\"\n]{1,500})['\"]"
)
_TYPED = frozenset({"text", "email", "tel", "number"})
_ACCOUNT = re.compile(r"user|log[io]n|account|identifier|passw|pwd", re.I)
_FORM_NAMES = ("action", "class", "id", "name")
_LOGIN_FORM = re.compile(r"log[_-]?[io]n|sign[_-]?[io]n|auth(?!or)|passport|session", re.I)
MOST_HINTS = 5
MOST_FIELDS = 20  # whose form is looked at
MOST_LEVELS = 30  # between a field and its form
HINT_WORDS = 40  # a noscript element with fewer asks for scripts; with more it stands in for the page
LONGEST_HINT = 300  # characters of a noscript element
LONGEST_ADDRESS = 500  # characters of an address that a page sends to
LONGEST_LINE = 300  # characters of a line that are kept
LONGEST_SCRIPT = 10_000  # characters of a script that are looked at
LONGEST_SENDING = 3_000  # characters of all scripts of a page that only sends elsewhere
SENDING_WORDS = 15  # words of such a page
AT_ONCE = 15  # seconds; a page that refreshes later means to be read

Bytes: TypeAlias = NDArray[np.uint8]
Counts: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


def look(tree: Tree, title: str) -> Looks:
    """Return what a page looks like; details that only pages with little text are asked for come last."""
    count = len(tree.words)
    if tree.is_noscript and count < HINT_WORDS:
        return replace(Looks(title=title, **_details(tree)), lines=())
    in_links, in_furniture, aside = bytearray(count), bytearray(count + 1), bytearray(count)
    links = own_links = content_end = 0
    headline = ""
    for element in tree.elements:
        tag, start, end = element.tag, element.start, element.end
        if tag == "a":
            href = element.node.get("href")
            if href and not href.startswith("#"):
                links += 1
                own_links += not in_furniture[start]
                in_links[start:end] = b"\1" * (end - start)
        elif tag in _CONTENT:
            content_end = max(content_end, end)
        elif tag in _FURNITURE or (tag == "div" and element.node.get("role") in _FURNITURE_ROLES):
            if start >= content_end or tag not in _FRAMES:  # an article's own header names it
                in_furniture[start:end] = b"\1" * (end - start)
                if tag != "header":  # one that is never closed holds the whole page
                    aside[start:end] = b"\1" * (end - start)
        elif tag == "h1" and not headline:
            headline = " ".join(tree.slice(start, end).split())[:200]
    linked = np.frombuffer(bytes(in_links), np.uint8)
    outside = np.frombuffer(bytes(in_furniture[:count]), np.uint8) == 0
    edges = _line_edges(tree)
    sizes, shares = np.diff(edges), _shares(edges, linked)
    is_running = (
        (sizes >= RUNNING_LINE) & (shares < 0.5) & (_shares(edges, np.frombuffer(aside, np.uint8)) < 0.5)
    )
    running = np.where(is_running, sizes, 0)
    stretch, stretch_links = _stretch(running.tolist(), (shares >= LINK_LINE).tolist())
    own = int(((linked == 0) & outside).sum())
    is_little = running.sum() < LITTLE_RUNNING and own < LITTLE_OWN
    return Looks(
        title=title,
        headline=headline,
        words=count,
        own=own,
        running=int(running.sum()),
        stretch=stretch,
        stretch_links=stretch_links,
        linked=int(linked[outside].sum()),
        links=links,
        own_links=own_links,
        **(_details(tree) if is_little else {}),
    )


class _Details(TypedDict, total=False):
    """The fields of `Looks` that only pages with little text are asked for."""

    lines: tuple[str, ...]
    passwords: int
    names: int
    scripts: int
    hidden_hint: str
    mount: str
    sends_to: str


def _details(tree: Tree) -> _Details:
    scripts: list[str] = []
    hints: list[str] = []
    passwords = fields = names = 0
    refresh = ""
    for node in tree.root.iter("input", "script", "noscript", "meta"):
        match node.tag:
            case "input":
                kind = (node.get("type") or "text").strip().lower()
                passwords += kind == "password"
                fields += kind in _TYPED
                names += kind in _TYPED and fields <= MOST_FIELDS and _asks_who(node)
            case "script":
                scripts.append((node.text or "")[:LONGEST_SCRIPT])
            case "noscript":
                hints.append(text_of(node)[:LONGEST_HINT] if len(hints) < MOST_HINTS else "")
            case _ if is_refresh(node):
                refresh = refresh or _at_once(node.get("content") or "")
            case _:
                pass
    lines = (" ".join(line.split()) for line in islice(_split(tree.text), MOST_LINES))
    return {
        "lines": tuple(line for line in lines if line),
        "passwords": passwords,
        "names": names,
        "scripts": len(scripts),
        "hidden_hint": " ".join(" ".join(hints).split()),
        "mount": _mount(tree),
        "sends_to": refresh or (_sent_by(scripts) if len(tree.words) <= SENDING_WORDS else ""),
    }


def _asks_who(field: etree._Element) -> bool:
    """Tell whether a field is for the name of a user, by what it or its form is called."""
    if _ACCOUNT.search(" ".join(field.get(name) or "" for name in ("name", "id", "autocomplete"))):
        return True
    outer = islice(field.iterancestors(), MOST_LEVELS)
    form = next((one for one in outer if one.tag == "form"), None)
    return form is not None and bool(
        _LOGIN_FORM.search(" ".join((form.get(name) or "")[:LONGEST_ADDRESS] for name in _FORM_NAMES))
    )


def _line_edges(tree: Tree) -> Counts:
    """Return the words at which the lines of the text begin, and the number of all words."""
    breaks = np.flatnonzero(np.frombuffer(tree.text.encode("utf-32-le", "replace"), "<u4") == ord("\n"))
    inner = np.searchsorted(np.asarray(tree.starts, np.int64), breaks)
    return np.concatenate([[0], inner, [len(tree.words)]])


def _shares(edges: Counts, marked: Bytes) -> Floats:
    """Return the share of marked words in each line."""
    before = np.concatenate([[0], np.cumsum(marked, dtype=np.int64)])
    return np.diff(before[edges]) / np.maximum(np.diff(edges), 1)


def _stretch(running: list[int], is_links: list[bool]) -> tuple[int, int]:
    """Return the running words and the lines of links of the best stretch of lines.

    The best is the one of the largest sum when a line of links costs 30 running words (Kadane's algorithm).
    """
    best = total = 0
    found = here = (0, 0)
    for words, links in zip(running, is_links, strict=True):
        if not words and not links:
            continue
        total += words - LINK_LINE_COST * links
        here = (here[0] + words, here[1] + links)
        if total <= 0:
            total, here = 0, (0, 0)
        elif total > best:
            best, found = total, here
    return found


def _mount(tree: Tree) -> str:
    for element in tree.elements:
        if element.start == element.end:
            name = element.tag if element.tag in MOUNTS else element.node.get("id") or ""
            if name in MOUNTS:
                return name
    return ""


def _at_once(content: str) -> str:
    refresh = refresh_of(content)
    return refresh[1][:LONGEST_ADDRESS] if refresh and refresh[0] <= AT_ONCE else ""


def _sent_by(scripts: list[str]) -> str:
    """Return where short scripts send to; a long one has more to do."""
    if sum(map(len, scripts)) > LONGEST_SENDING:
        return ""
    match = _SENDS.search("\n".join(scripts))
    return (match[1] or match[2]) if match else ""


def _split(text: str) -> Iterator[str]:
    at = 0
    while at <= len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield text[at : min(end, at + LONGEST_LINE)]
        at = end + 1
