"""From a query string to a frozen parameter object: nothing a visitor can write is an error here."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import parse_qsl

from indexer.attributes import read_days

MAX_QUERY_CHARACTERS = 256
MAX_PAGE = 100  # results further down are not listed; the page says so
_TOO_FAR = 10**9
_MAX_FIELDS = 64
_MAX_NAME = 260  # a host and its port
LISTED = ("q", "site", "lang", "type", "from", "to", "sort")  # in the order of addresses
_DIGITS = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class SearchParams:
    """What one address asks for. `notes` are codes of what was changed in it."""

    query: str = ""
    page: int = 1
    ui: str = ""
    notes: tuple[str, ...] = ()
    site: str = ""
    language: str = ""
    kind: str = ""
    since: str = ""  # dates as they are typed
    until: str = ""
    order: str = ""  # "date", or empty for relevance

    @property
    def fields(self) -> dict[str, str]:
        """What of an address says which pages are listed and in which order, by the names used there."""
        values = (self.query, self.site, self.language, self.kind, self.since, self.until, self.order)
        return {name: value for name, value in zip(LISTED, values, strict=True) if value}

    @property
    def is_restricted(self) -> bool:
        """Whether other pages than those of the query alone are left out."""
        return any((self.site, self.language, self.kind, self.since, self.until))

    @property
    def dates(self) -> str:
        """The dates as the index reads them; empty without any."""
        return f"{self.since}..{self.until}" if self.since or self.until else ""


def read_params(query_string: bytes) -> SearchParams:
    """Read what `LISTED` names, page and ui; the first of several wins and unknown names are ignored.

    Bytes that are not UTF-8 are dropped, control characters become spaces, and a query is cut at
    `MAX_QUERY_CHARACTERS`; the notes tell.

    >>> read_params(b"q=salt+marsh&page=2&lang=zh&utm_source=x").fields
    {'q': 'salt marsh', 'lang': 'zh'}
    """
    fields = _first_values(query_string)
    query, notes = _clean_query(fields.get("q", ""))
    since, until = (_date(fields.get(name, "")) for name in ("from", "to"))
    notes += tuple(
        f"date-ignored:{fields[name][:40]}"
        for name, read in (("from", since), ("to", until))
        if not read and fields.get(name, "").strip()
    )
    return SearchParams(
        query=query,
        page=_page_number(fields.get("page", "")),
        ui=fields.get("ui", "")[:8],
        notes=notes,
        site=_name(fields.get("site", "")),
        language=_name(fields.get("lang", "")),
        kind=_name(fields.get("type", "")),
        since=since,
        until=until,
        order="date" if fields.get("sort") == "date" else "",
    )


def _name(raw: str) -> str:
    """Return a host, language or kind as it was given, if it can be one."""
    name = raw.strip()
    return name if len(name) <= _MAX_NAME and all(char.isalnum() or char in ".-:_" for char in name) else ""


def _date(raw: str) -> str:
    """Return a date as it was given, empty if it is none."""
    date = raw.strip()
    return date if ".." not in date and read_days("after", date) is not None else ""


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
