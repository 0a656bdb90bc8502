"""Chinese characters in one form: traditional ones count as their simplified form, radicals as the character.

The form is worked out character by character, so that it does not depend on what stands around one (乾 is
always 干, in 乾燥 and in 乾隆 alike): a part of a text then has the same form as the whole, a text keeps its
length, and places in the form are places in the text. The pairs are OpenCC's.
"""

from __future__ import annotations

import importlib
import unicodedata
from functools import cache
from importlib.metadata import version
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lookclear.text.kept import kept_table

_RANGES = (
    (0x2E80, 0x2FDF),
    (0x3005, 0x3005),
    (0x3007, 0x3007),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3134F),
)
HAN = "".join(f"{chr(first)}-{chr(last)}" for first, last in _RANGES)  # for use in a pattern's brackets
CODES = 0x32400  # beyond all Chinese characters, and all letters and digits
_SHORT = 64  # characters; arrays cost more than they save below this
_SAMPLE = 5000  # characters that tell which script a text is in

Codes: TypeAlias = NDArray[np.uint32]


def simplified(text: str) -> str:
    """Return a text with its Chinese characters in one form, and full-width letters and signs as ASCII.

    It has the same length.

    >>> simplified("軟體 and 圖書館：Ｃ＋＋")
    '软体 and 图书馆:C++'
    """
    if text.isascii():
        return text
    if len(text) < _SHORT:
        return text.translate(_form_of_each())
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    if codes.max() < _RANGES[0][0]:  # spares western texts the table
        return text
    changed = np.where(codes < CODES, form_table()[np.minimum(codes, CODES)], codes)
    return str(changed.tobytes(), "utf-32-le", "surrogatepass")


def is_traditional(text: str) -> bool:
    """Tell whether a Chinese text is written in traditional characters, by those only one script has.

    >>> is_traditional("圖書館的網頁"), is_traditional("图书馆的网页"), is_traditional("中文")
    (True, False, False)
    """
    traditional, simple = _telling()
    sample = text[:_SAMPLE]
    return sum(map(traditional.__contains__, sample)) > sum(map(simple.__contains__, sample))


def han_mask(size: int) -> NDArray[np.bool_]:
    """Return which code points below `size` are Chinese characters."""
    mask = np.zeros(size, np.bool_)
    for first, last in _RANGES:
        mask[first : last + 1] = True
    return mask


@cache
def form_table() -> Codes:
    """Return the form of each code point up to `CODES`."""
    table = np.arange(CODES + 1, dtype="<u4")
    for char, form in forms().items():
        table[ord(char)] = ord(form)
    table[0xFF01:0xFF5F] = np.arange(0x21, 0x7F)  # full width
    return table


@cache
def _form_of_each() -> dict[int, int]:
    """Return what `form_table` changes."""
    table = form_table()
    changed = np.flatnonzero(table != np.arange(len(table)))
    return dict(zip(changed.tolist(), table[changed].tolist(), strict=True))


@cache
def forms() -> dict[str, str]:
    """Return the characters whose form is another one."""
    made_of = f"OpenCC {version('opencc')}, Unicode {unicodedata.unidata_version}"
    return kept_table("forms", str, made_of, __file__, _forms)


def _forms() -> dict[str, str]:
    found = {}
    simple = _converted("t2s")
    for char in _characters():
        plain = unicodedata.normalize("NFKC", char)
        form = simple.get(plain, plain)
        form = simple.get(form, form)
        if form != char and len(form) == 1:
            found[char] = form
    return found


@cache
def _telling() -> tuple[frozenset[str], frozenset[str]]:
    """Return the characters that only traditional, and only simplified, text has."""
    traditional, simple = _converted("t2s"), _converted("s2t")
    return frozenset(traditional.keys() - simple.keys()), frozenset(simple.keys() - traditional.keys())


@cache
def _converted(scheme: str) -> dict[str, str]:
    """Return the characters that OpenCC turns into another one when they stand alone."""
    # Imported late: most pages are not Chinese.
    converter = importlib.import_module("opencc").OpenCC(scheme)
    characters = _characters()
    converted = converter.convert("\n".join(characters)).split("\n")
    pairs = zip(characters, converted, strict=True)
    return {char: other for char, other in pairs if char != other and len(other) == 1}


@cache
def _characters() -> list[str]:
    return [chr(code) for first, last in _RANGES for code in range(first, last + 1)]
