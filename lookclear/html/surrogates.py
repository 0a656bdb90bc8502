r"""Halves of characters: JSON such as `"\ud83d"` gives strings with them, which no UTF-8 can hold."""

from __future__ import annotations

import re

_LONE = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    r"""Return text with U+FFFD for each surrogate, as a decoder does.

    >>> without_surrogates("soil \ud83d")
    'soil \ufffd'
    """
    return text if text.isascii() else _LONE.sub("\ufffd", text)
