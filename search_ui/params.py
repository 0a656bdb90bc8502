"""From a query string to a frozen parameter object: nothing a visitor can write is an error here."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import parse_qsl

MAX_QUERY_CHARACTERS = 256
MAX_PAGE = 100  # results further down are not listed; the page says so
_TOO_FAR = 10**9
_MAX_FIELDS = 64
_DIGITS = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class SearchParams:
    """What one address asks for. `notes` are codes of what was changed in it."""

    query: str = ""
    page: int = 1
    ui: str = ""
    notes: tuple[str, ...] = ()


def read_params(query_string: bytes) -> SearchParams:
    """Read q, page and ui; the first of several wins and unknown names are ignored.

    Bytes that are not UTF-8 are dropped, control characters become spaces, and a query is cut at
    `MAX_QUERY_CHARACTERS`; the notes tell.

    >>> read_params(b"q=salt+marsh&page=2&utm_source=x")
    SearchParams(query='salt marsh', page=2, ui='', notes=())
    """
    fields = _first_values(query_string)
    query, notes = _clean_query(fields.get("q", ""))
    return SearchParams(query, _page_number(fields.get("page", "")), fields.get("ui", "")[:8], notes)


def _first_values(query_string: bytes) -> dict[str, str]:
    pairs = query_string.decode("utf-8", "replace").split("&", _MAX_FIELDS)[:_MAX_FIELDS]
    values: dict[str, str] = {}
    for name, value in parse_qsl("&".join(pairs), keep_blank_values=True, errors="replace"):
        values.setdefault(name, value)
    return values


def _clean_query(raw: str) -> tuple[str, tuple[str, ...]]:
    notes = []
    if "\ufffd" in raw:
        raw = raw.replace("\ufffd", " ")
        notes.append("undecodable")
    spaced = "".join(" " if unicodedata.category(char) in {"Cc", "Cs"} else char for char in raw)
    query = " ".join(spaced.split())
    if len(query) > MAX_QUERY_CHARACTERS:
        query = query[:MAX_QUERY_CHARACTERS].rstrip()
        notes.append("query-cut")
    return query, tuple(notes)


def _page_number(raw: str) -> int:
    """Return 1 or more; anything that is not a plain number means the first page."""
    digits = raw.strip()
    if not _DIGITS.fullmatch(digits):
        return 1
    return max(1, int(digits)) if len(digits) <= 9 else _TOO_FAR
