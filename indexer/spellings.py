"""Other spellings a word is looked for by: `cafe` for `café`, `oreilly` for `O'Reilly`, `wifi` for `Wi-Fi`.

A page is indexed under them too, at the place of the word, so that both spellings find both. Under the two
parts of `iPhone15` as well, which count half there; written apart it is found by reading the query so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from indexer.analysis import index_term
from lookclear.text.chinese import HAN
from lookclear.text.normalize import fold

_UNDIVIDED = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ı": "i"})
_SHORT_PART, _LONGEST_PART = 3, 12  # characters; one part of a joined word is short, neither is long
_MOST_SIGNS = 20_000  # of one kind in a text; those further down are not looked at
_LETTER = rf"[^\W{HAN}]"
_BEFORE = re.compile(rf"(?<!{_LETTER})(?<!['’.-])[a-zA-Z][a-zA-Z0-9]*\Z")
_AFTER = re.compile(rf"[a-zA-Z0-9]+(?!{_LETTER})(?!['’-])")
_JS = re.compile(rf"\.(?=[jJ][sS](?!{_LETTER})(?!['’-]))")
_HYPHEN = re.compile("-")
_TWO_PARTS = re.compile(r"([^\W\d_]{2,20})([0-9]{1,6})|([0-9]{1,6})(?!(?:st|nd|rd|th)\Z)([^\W\d_]{2,20})")


@lru_cache(maxsize=1 << 16)
def variants(term: str) -> tuple[str, ...]:
    """Return the terms that a term's word is also indexed under: without accents, without apostrophes.

    >>> variants("café"), variants("o'reilli"), variants("cafe")
    (('cafe',), ('oreilli',), ())
    """
    if term.isascii():
        return (index_term(term.replace("'", "")),) if "'" in term else ()
    decomposed = unicodedata.normalize("NFKD", term.translate(_UNDIVIDED))
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return (index_term(plain),) if plain.isascii() else ()


@lru_cache(maxsize=1 << 16)
def parts(word: str) -> tuple[str, ...]:
    """Return the terms of a word's letters and of its number when it is made of one each, else nothing.

    Not of short codes (`5g`), ordinals, and what has more parts (`h5n1`, hashes).

    >>> parts("windows11"), parts("5kg"), parts("h5n1"), parts("19th")
    (('window', '11'), ('5', 'kg'), (), ())
    """
    match = _TWO_PARTS.fullmatch(word)
    return tuple(index_term(part) for part in match.groups() if part) if match else ()


def other_cuts(found: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the terms of words that stand side by side if letters and numbers are cut otherwise.

    All of them apart, and all of them together, pairs from the left; only cuts that differ from the words.

    >>> other_cuts(["usb3", "0"]), other_cuts(["iphone", "15", "pro"]), other_cuts(["marsh"])
    ([('usb', '3', '0')], [('iphone15', 'pro')], [])
    """
    apart = [term for word in found for term in (parts(word) or (index_term(word),))]
    together: list[str] = []
    at = 0
    while at < len(found):
        pair = "".join(found[at : at + 2])
        is_one = at + 1 < len(found) and not parts(found[at]) and bool(parts(pair))
        together.append(index_term(pair if is_one else found[at]))
        at += 2 if is_one else 1
    return [tuple(cut) for cut in (apart, together) if len(cut) != len(found)]


def joined_words(text: str) -> list[tuple[int, str]]:
    """Return the words that a hyphen parts, and names in .js, written as one; and where each begins.

    Only those with a part of three characters or fewer: of `well-known` nobody looks for the whole.

    >>> joined_words("E-mail over Wi-Fi, with Node.js; a well-known state-of-the-art")
    [(0, 'email'), (12, 'wifi'), (24, 'nodejs')]
    """
    found = []
    for pattern, sign in ((_HYPHEN, "-"), (_JS, ".js"), (_JS, ".JS")):
        if sign not in text:
            continue
        for match in islice(pattern.finditer(text), _MOST_SIGNS):
            at = match.start()
            before = _BEFORE.search(text[max(0, at - _LONGEST_PART - 1) : at])
            after = _AFTER.match(text, at + 1, at + _LONGEST_PART + 2)
            if before is None or after is None:
                continue
            parts = before.group(), after.group()
            if max(map(len, parts)) <= _LONGEST_PART and min(map(len, parts)) <= _SHORT_PART:
                found.append((at - len(parts[0]), fold("".join(parts))))
    return sorted(set(found))
