"""Tells on which line of a TOML text a key stands.

tomllib keeps no positions, so the parser itself is asked: the first prefix of whole lines that parses and
contains the key ends the key's statement, and the statement begins after the prefix that parsed before.
That is right for dotted and quoted keys, inline tables and values over several lines, at the price of
parsing the text once per line; it runs only when there is an error to report.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

MOST_PARSED = 300  # lines; parsing a longer text once per line would take minutes


def line_of(text: str, path: Sequence[str], item: object = None) -> int:
    r"""Return the 1-based line on which the key at `path` stands, 0 when it does not stand in `text`.

    With `item`, the line inside the key's value on which that string first appears is preferred.

    >>> line_of('name = "x"\n[crawl]\npages = 3', ["crawl", "pages"])
    3
    """
    lines = text.split("\n")
    if len(lines) > MOST_PARSED:
        return _line_that_looks_right(lines, path, item)
    start = 0
    for end in range(1, len(lines) + 1):
        parsed = _parsed("\n".join(lines[:end]))
        if parsed is None:
            continue
        if _contains(parsed, path):
            return _line_within(lines, start, end, path[-1], item)
        start = end
    return 0


def _line_that_looks_right(lines: Sequence[str], path: Sequence[str], item: object) -> int:
    """Find the key in a long text by its looks: `key =` below the `[table]` line that names its table."""
    assignment = re.compile(rf"""\s*(?:[\w.-]+\.)?["']?{re.escape(path[-1])}["']?\s*=""")
    table = ""
    for number, line in enumerate(lines):
        header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line)
        if header:
            table = header[1]
        if assignment.match(line) and table == ".".join(path[:-1]):
            return _line_within(lines, number, len(lines), path[-1], item)
    return 0


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _contains(table: object, path: Sequence[str]) -> bool:
    for key in path:
        if isinstance(table, list):  # an array of tables: the last one is being written
            table = table[-1] if table else None
        if not isinstance(table, dict) or key not in table:
            return False
        table = table[key]
    return True


def _line_within(lines: Sequence[str], start: int, end: int, key: str, item: object) -> int:
    for wanted in ([item] if isinstance(item, str) and item else []) + [key]:
        for number in range(start, end):
            if wanted in lines[number]:
                return number + 1
    return start + 1
