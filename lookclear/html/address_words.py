"""The words of an address: what stands in its path speaks for the page as an anchor does."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from lookclear.text.segment import words

LONGEST = 500  # characters of a path that are looked at
_ENDING = re.compile(r"\.(?:[sx]?html?|php\d?|aspx?|jspx?|cgi|cfm)$", re.I)  # says nothing of the page


@lru_cache(maxsize=1 << 14)
def address_words(url: str) -> tuple[str, ...]:
    """Return the words of an address's path, in order; of an odd address none.

    >>> address_words("https://farm.example/Crop_rotation/soil-%E5%9C%9F%E5%A3%A4.html")
    ('crop', 'rotation', 'soil', '土壤')
    """
    try:
        path = urlsplit(url).path
    except ValueError:
        return ()
    return tuple(words(unquote(_ENDING.sub("", path)[:LONGEST], errors="replace")))
