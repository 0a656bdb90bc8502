"""One spelling for words that look different but read the same."""

from __future__ import annotations

import unicodedata
from functools import cache

from lookclear.text.chinese import forms

# Zero-width characters, soft hyphen, direction marks: they hide inside words and carry no meaning.
INVISIBLE = (
    *(0x00AD, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
)
_DROPPED = dict.fromkeys(INVISIBLE)
_FIRST_HAN = "\u2e80"
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "＇": "'"})


def fold(word: str) -> str:
    r"""Return the index form of a word: NFKC, lower case, simplified, no invisible characters.

    Apostrophes become plain. Idempotent.

    >>> fold("Ｃｈｉｎａ’S")
    "china's"
    >>> fold("co\u00adoperate")
    'cooperate'
    >>> fold("圖書館")
    '图书馆'
    """
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFKC", word.translate(_DROPPED)).lower()
    folded = unicodedata.normalize("NFKC", folded).translate(_APOSTROPHES)
    return folded.translate(_chinese_forms()) if max(folded, default="") >= _FIRST_HAN else folded


@cache
def _chinese_forms() -> dict[int, str]:
    return str.maketrans(forms())
