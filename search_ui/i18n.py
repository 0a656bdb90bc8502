"""The interface in English and Chinese: catalogues, the choice between them, numbers and dates."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

LOCALES = Path(__file__).parent / "locales"

_ENGLISH_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec")
_RANGE = re.compile(r"\s*([A-Za-z*]{1,8})(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q\s*=\s*([0-9.]{1,5}))?\s*$")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All strings of one interface language, by dotted key."""

    code: str  # as in ?ui=
    html_lang: str  # as in <html lang>
    name: str  # what its own speakers call it
    strings: Mapping[str, str]

    def text(self, key: str, **values: object) -> str:
        """Return the string with its {fields} filled in; KeyError for an unknown key."""
        return self.strings[key].format(**values)

    def count(self, key: str, number: int, **values: object) -> str:
        """Return the form of `key` that fits `number`, which is available to it as {n}."""
        form = "one" if number == 1 else "other"
        return self.text(f"{key}_{form}", n=self.number(number), **values)

    def number(self, value: int) -> str:
        """Group by thousands, as both languages do on the web."""
        return f"{value:,}"

    def milliseconds(self, value: float) -> str:
        """Return a duration; below one millisecond it says so and does not round to nothing."""
        if value < 1:
            return self.text("time.under_one")
        return self.text("time.ms", n=self.number(round(value)))

    def date(self, moment: datetime) -> str:
        """Return the UTC day in words: 30 Nov 2026, 2026年11月30日."""
        day = moment.astimezone(UTC)
        return self.text("time.date", year=day.year, month=self._month(day.month), day=day.day)

    def moment(self, moment: datetime) -> str:
        """Return the UTC day and minute: 30 Nov 2026, 23:05 UTC."""
        return f"{self.date(moment)} {moment.astimezone(UTC):%H:%M} UTC"

    def _month(self, month: int) -> str:
        return _ENGLISH_MONTHS[month - 1] if self.code == "en" else str(month)


@cache
def catalogues() -> Mapping[str, Catalogue]:
    """Return every interface language by its code, in a fixed order."""
    return {path.stem: _load(path) for path in sorted(LOCALES.glob("*.toml"))}


def choose(asked: str, accept_language: str, default: str) -> Catalogue:
    """Return the interface language: what `?ui=` asks for, else the browser's best, else `default`.

    >>> choose("", "fr, zh-TW;q=0.8, en;q=0.5", "en").code
    'zh'
    """
    known = catalogues()
    if asked in known:
        return known[asked]
    for code in _accepted(accept_language):
        if code in known:
            return known[code]
    return known.get(default) or known["en"]


def _accepted(header: str) -> list[str]:
    """Return the primary languages of an Accept-Language header, best first; nonsense is skipped."""
    ranked: list[tuple[float, int, str]] = []
    for part in header[:1000].split(","):
        match = _RANGE.match(part)
        if match is None:
            continue
        try:
            quality = float(match[2] or 1)
        except ValueError:
            continue
        if quality > 0:
            ranked.append((-quality, len(ranked), match[1].lower()))
    return [code for _, _, code in sorted(ranked)]


def _load(path: Path) -> Catalogue:
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    strings = {f"{table}.{key}": text for table, keys in tables.items() for key, text in keys.items()}
    admin = tomllib.loads((path.parent / "admin" / path.name).read_text(encoding="utf-8"))
    strings |= {f"{table}.{key}": text for table, keys in admin.items() for key, text in keys.items()}
    return Catalogue(path.stem, strings["language.html"], strings["language.name"], strings)
