"""Which fields a document has, what a word in each is worth, and the constants of ranking.

Weights are frozen into the postings when a page is added, so a change of this table makes existing indexes
unreadable (see `fingerprint`): pages must be indexed again.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

UNITS = 4  # weights are stored in quarters of a body word


@dataclass(frozen=True, slots=True)
class Field:
    """A text field of `Document`.

    `weight` is in quarter units of one body word. A field with `own_list` can be searched alone
    (`title:word`).
    """

    name: str
    weight: int
    own_list: bool = False


FIELDS = (
    Field("title", 3 * UNITS, own_list=True),
    Field("body", UNITS),
    Field("description", UNITS // 2),
    Field("anchors", UNITS + UNITS // 2),
)
BODY = "body"
TITLE = "title"
SITE = "site"

# Fields share one space of positions; the gap keeps phrases from running over a field's end.
POSITION_GAP = 100
# Words and characters of a field beyond this many are not indexed: it bounds the work for one document.
MAX_FIELD_POSITIONS = 400_000
MAX_FIELD_CHARS = 2_000_000
MAX_PACKED = 0xFFFF  # weight and occurrences of a word in a document
MAX_STORED_CHARS = 16_000_000  # of the body; more is not kept
# Longer words are cut to this many characters, in documents and queries alike.
MAX_TERM_CHARS = 64

# Raise when `analysis.py`, `spellings.py` or the words of `lookclear.text` change what a text is cut into, or
# when records say more of a document.
ANALYSIS_VERSION = 4

_LIST_MARK = "\x1f"  # never inside a word


def list_term(field: str, word: str) -> str:
    r"""Return the lexicon's name for a word in a field's own list; the combined list has the word itself.

    >>> list_term("", "marsh"), list_term("title", "marsh")
    ('marsh', 'title\x1fmarsh')
    """
    return f"{field}{_LIST_MARK}{word}" if field else word


def characters_of(field: str) -> str:
    """Return the name of the lists of single Chinese characters that go with a field's lists of words.

    >>> characters_of(""), characters_of("title")
    ('han', 'han-title')
    """
    return f"han-{field}" if field else "han"


def clean_word(word: str) -> str:
    """Return a word as the lexicon takes it: bounded, and without the mark that names field lists."""
    return word[:MAX_TERM_CHARS].replace(_LIST_MARK, " ")


def fingerprint() -> int:
    """Return a number that changes when documents would be indexed differently."""
    return zlib.crc32(repr((FIELDS, POSITION_GAP, MAX_TERM_CHARS, ANALYSIS_VERSION)).encode())
