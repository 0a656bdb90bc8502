"""What a typed word asks for with `*`, `?` and `~`."""

from __future__ import annotations

import re

from indexer.schema import clean_word
from lookclear.text.chinese import HAN
from lookclear.text.normalize import fold

LEAST_START = 2  # letters before the first wildcard; one Chinese character is enough
LEAST_FUZZY = 3  # letters of a word that is looked for with slips
_LONG = 6  # letters from which on two slips are allowed for, unless the query says how many
_WILDCARD = re.compile(r"\*|\w\?\w")
_PATTERN = re.compile(rf"(?:[{HAN}]|\w{{{LEAST_START}}})[\w*?]*")
_FUZZY = re.compile(r"(?P<word>\w+)~(?P<distance>[0-2]?)")


def has_wildcard(text: str) -> bool:
    """Return whether a text asks for any characters; the question mark of a question does not.

    >>> has_wildcard("wet*"), has_wildcard("m?rsh"), has_wildcard("why?")
    (True, True, False)
    """
    return _WILDCARD.search(text) is not None


def read_wildcard(text: str) -> str | None:
    """Return the folded pattern of a word with wildcards, None if its beginning says too little.

    >>> read_wildcard("Wet*land"), read_wildcard("搜*"), read_wildcard("w*"), read_wildcard("*land")
    ('wet*land', '搜*', None, None)
    """
    if not has_wildcard(text) or _PATTERN.fullmatch(text) is None:
        return None
    return clean_word(fold(text))


def has_fuzzy(text: str) -> bool:
    """Return whether a text is one word and a tilde."""
    return _FUZZY.fullmatch(text) is not None


def read_fuzzy(text: str) -> tuple[str, int] | None:
    """Return the folded word before a tilde and how many slips are allowed, None if it is too short.

    >>> read_fuzzy("marhs~"), read_fuzzy("wetlands~"), read_fuzzy("wetlands~1"), read_fuzzy("of~")
    (('marhs', 1), ('wetlands', 2), ('wetlands', 1), None)
    """
    match = _FUZZY.fullmatch(text)
    if match is None or len(match["word"]) < LEAST_FUZZY:
        return None
    word = clean_word(fold(match["word"]))
    given = match["distance"]
    return word, int(given) if given else (2 if len(word) >= _LONG else 1)
