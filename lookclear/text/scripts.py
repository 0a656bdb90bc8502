"""Which scripts a text is written in."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from lookclear.text.chinese import CODES, han_mask

_SCRIPTS: dict[str, tuple[tuple[int, int], ...]] = {
    "latin": ((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x24F), (0x1E00, 0x1EFF)),
    "greek": ((0x370, 0x3FF), (0x1F00, 0x1FFF)),
    "cyrillic": ((0x400, 0x52F),),
    "armenian": ((0x531, 0x58F),),
    "hebrew": ((0x5D0, 0x5F2),),
    "arabic": ((0x620, 0x64A), (0x66E, 0x6D3), (0x750, 0x77F), (0xFB50, 0xFDFB), (0xFE70, 0xFEFC)),
    "devanagari": ((0x900, 0x97F),),
    "bengali": ((0x980, 0x9FF),),
    "gurmukhi": ((0xA00, 0xA7F),),
    "gujarati": ((0xA80, 0xAFF),),
    "oriya": ((0xB00, 0xB7F),),
    "tamil": ((0xB80, 0xBFF),),
    "telugu": ((0xC00, 0xC7F),),
    "kannada": ((0xC80, 0xCFF),),
    "malayalam": ((0xD00, 0xD7F),),
    "sinhala": ((0xD80, 0xDFF),),
    "thai": ((0xE01, 0xE5B),),
    "lao": ((0xE80, 0xEFF),),
    "tibetan": ((0xF00, 0xFFF),),
    "myanmar": ((0x1000, 0x109F),),
    "georgian": ((0x10A0, 0x10FF), (0x1C90, 0x1CBF)),
    "ethiopic": ((0x1200, 0x137F),),
    "khmer": ((0x1780, 0x17FF),),
    "hangul": ((0x1100, 0x11FF), (0x3131, 0x318E), (0xAC00, 0xD7A3)),
    "kana": ((0x3041, 0x3096), (0x30A1, 0x30FA), (0x31F0, 0x31FF), (0xFF66, 0xFF9D)),
    "han": (),  # `lookclear.text.chinese` knows them
}
_NAMES = ("", *_SCRIPTS)


def letters_by_script(text: str) -> dict[str, int]:
    """Return the scripts in a text, each with how many of its characters are of that script.

    >>> letters_by_script("Salt 盐沼, 3")
    {'latin': 4, 'han': 2}
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    counts = np.bincount(_table()[np.minimum(codes, CODES)], minlength=len(_NAMES)).tolist()
    return {name: count for name, count in zip(_NAMES, counts, strict=True) if name and count}


@cache
def _table() -> NDArray[np.uint8]:
    """Return the number of each code point's script in `_NAMES`; the last entry is for all higher ones."""
    table = np.zeros(CODES + 1, np.uint8)
    table[han_mask(CODES + 1)] = _NAMES.index("han")
    for number, name in enumerate(_NAMES):
        for first, last in _SCRIPTS.get(name, ()):
            table[first : last + 1] = number
    return table
