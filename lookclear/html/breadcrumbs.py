"""The way from a site's top to the page, where only its looks tell: a list of that name, or "当前位置：…"."""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

from lookclear.html.structured import LONGEST_CRUMB, MOST_CRUMBS
from lookclear.html.tree import Tree

LONGEST = 600  # characters of the whole way; a longer one is something else
MOST_LISTS = 10  # candidates that are looked at
_NAMED = etree.XPath(
    "//*[(self::nav or self::ol or self::ul or self::div or self::p or self::section)"
    " and (contains(@class, 'crumb') or contains(@class, 'Crumb') or contains(@id, 'crumb')"
    " or contains(@id, 'Crumb') or contains(@class, '面包屑') or contains(@aria-label, 'readcrumb'))]"
)
_LABEL = re.compile(
    r"(?:您|你)?(?:当前|目前|现在)?(?:的|所在)?(?:所在)?位置\s?(?:是|为)?\s?[:：]?|面包屑(?:导航)?[:：]?|"
    r"you are here\s?:?|sie sind hier\s?:?|breadcrumbs?\s?:",
    re.I,
)
_PLACE = re.compile(
    r"(?:您|你|当前|现在|目前|所在)(?:的|所在|当前|现在|目前){0,3}位置\s?(?:是|为)?\s?[:：]"
    r"|you are here\s?:?",
    re.I,
)
_BETWEEN = re.compile(r"\s*[>›»→▸\ue000-\uf8ff]+\s*|\s+[/|·•\\-]\s+|^\s*[/|·•\\-]\s*|\s*[/|·•\\-]\s*$|\n")
_SPACE = re.compile(r"\s+")


def find_breadcrumbs(tree: Tree, markup: str) -> tuple[str, ...]:
    """Return the steps of the first list that looks like a way, at most 12; none when there is none.

    `markup` is the page's source.
    """
    if "crumb" in markup or "Crumb" in markup or "面包屑" in markup:
        nodes = _NAMED(tree.root)
        for node in nodes[:MOST_LISTS] if isinstance(nodes, list) else []:
            steps = _steps(list(_texts(node))) if isinstance(node, etree._Element) else ()
            if len(steps) > 1:
                return steps
    if "位置" in tree.text or "ou are here" in tree.text:
        for match in islice(_PLACE.finditer(tree.text), MOST_LISTS):
            if steps := _steps([_after(tree.text, match.end())]):
                return steps
    return ()


def _texts(node: etree._Element) -> list[str]:
    """Return the pieces of text in an element, without what is not shown."""
    length = 0
    pieces: list[str] = []
    stack = [(node, False)]
    while stack and length <= LONGEST:
        one, is_tail = stack.pop()
        text = one.tail if is_tail else one.text
        if not is_tail:
            if one is not node:
                stack.append((one, True))
            if one.tag in {"script", "style", "svg", "form", "button", "select"}:
                continue
            stack.extend((child, False) for child in reversed(one))
        if text and not text.isspace():
            pieces.append(text)
            length += len(text)
    return pieces if length <= LONGEST else []


def _steps(pieces: list[str]) -> tuple[str, ...]:
    """Cut pieces of text at the signs between steps; one step is no way."""
    parts = [part for piece in pieces for part in _BETWEEN.split(_SPACE.sub(" ", piece))]
    parts = [_LABEL.sub("", part).strip(" >›»/|·•→\\-") for part in parts]
    steps = [part for part in parts if part and not part.endswith((":", "："))]
    if steps and steps[0] in steps[1:]:  # the way once more
        steps = steps[: steps.index(steps[0], 1)]
    if any(len(step) > LONGEST_CRUMB for step in steps):
        return ()
    return tuple(steps[:MOST_CRUMBS]) if len(steps) > 1 else ()


def _after(text: str, at: int) -> str:
    """Return the rest of the line after a label, or the next line that is not blank, if it is near."""
    for line in text[at : at + LONGEST].split("\n")[:4]:
        if line.strip():
            return line
    return ""
