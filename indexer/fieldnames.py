"""The names before a colon in a query, in English and Chinese."""

from __future__ import annotations

import re

from indexer.schema import SITE, TITLE

LANGUAGE, KIND = "lang", "type"
# As they may be typed, with the name they are known by.
FIELD_NAMES = {
    "site": SITE, "站点": SITE, "网站": SITE,
    "title": TITLE, "intitle": TITLE, "标题": TITLE,
    "lang": LANGUAGE, "language": LANGUAGE, "语言": LANGUAGE,
    "type": KIND, "kind": KIND, "类型": KIND,
    "date": "date", "日期": "date", "after": "after", "before": "before",
}  # fmt: skip
DATE_FIELDS = frozenset({"date", "after", "before"})
RESTRICTIONS = frozenset({SITE, LANGUAGE, KIND}) | DATE_FIELDS  # they say where, not what
FIELDS = (TITLE, *sorted(RESTRICTIONS))
# What of a query is no word to correct: restrictions, exclusions, patterns, operators, names of fields.
NOT_WORDS = re.compile(
    rf"(?i:{'|'.join(name for name, field in FIELD_NAMES.items() if field != TITLE)})\s*[:：]\s*[^\s()]+"
    rf"|(?i:{'|'.join(name for name, field in FIELD_NAMES.items() if field == TITLE)})\s*[:：]"
    r'|(?:(?<=\s)|^)[-−–](?:"[^"]*"|\S+)|\S*[*~]\S*|\b(?:AND|OR|NOT)\b'
)
