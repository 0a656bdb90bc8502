"""Where a word stands on a page, and how much it counts there (docs/algorithms.md)."""

from __future__ import annotations

(
    BODY,
    TITLE,
    META_KEYWORDS,
    META_DESCRIPTION,
    H1,
    H2,
    H3,
    STRONG,
    ANCHOR,
    CAPTION,
    URL,
    NAVIGATION,
    TEMPLATE,
) = range(13)

# The published sources say only that structure matters; the values are our reconstruction.
WEIGHTS = {
    BODY: 1.0,
    TITLE: 4.0,
    META_KEYWORDS: 2.5,
    META_DESCRIPTION: 2.0,
    H1: 3.5,
    H2: 3.0,
    H3: 2.0,
    STRONG: 1.5,
    ANCHOR: 1.2,
    CAPTION: 1.2,
    URL: 2.0,
    NAVIGATION: 0.3,
    TEMPLATE: 0.1,
}

# Words repeated here beyond this count are stuffing.
MOST_REPEATS = {TITLE: 3, META_KEYWORDS: 3, META_DESCRIPTION: 3}

# Zones that are not part of the visible text: their tokens follow the body's in the token array.
INVISIBLE = frozenset({TITLE, META_KEYWORDS, META_DESCRIPTION, URL})

BY_TAG = {
    "h1": H1,
    "h2": H2,
    "h3": H3,
    "h4": H3,
    "h5": H3,
    "h6": H3,
    "strong": STRONG,
    "b": STRONG,
    "em": STRONG,
    "mark": STRONG,
    "th": STRONG,
    "a": ANCHOR,
    "figcaption": CAPTION,
}
