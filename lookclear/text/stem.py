"""English word stems, so that `crawlers` meets `crawler`."""

from __future__ import annotations

from functools import lru_cache

from snowballstemmer import stemmer

_ENGLISH = stemmer("english")  # uses the compiled PyStemmer when it is installed


@lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """Return the Snowball stem of an English word; other scripts and words with digits stay as they are.

    Takes a folded word (`lookclear.text.normalize.fold`).

    >>> stem("crawlers"), stem("搜索"), stem("mp3s")
    ('crawler', '搜索', 'mp3s')
    """
    if not word.isascii() or not word.replace("'", "").isalpha():
        return word
    return _ENGLISH.stemWord(word)  # type: ignore[no-any-return]
