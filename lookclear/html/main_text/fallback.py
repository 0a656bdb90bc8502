"""The text of a page that is no article: a hub, an index, a form, or a notice of a line or two.

Its own lines are kept whether they are links or not; and when names of furniture seem to cover all of the
page, names are not believed.
"""

from __future__ import annotations

from collections.abc import Iterable

from lookclear.html.main_text import phrases
from lookclear.html.main_text.layout import CONTENTS, Layout
from lookclear.html.main_text.lines import Lines, sums

SCARCELY_ANY = 30  # words of prose: with less the strict choice is not enough
HUB_SHARE = 0.35  # of the own words: nor is it when it kept less
OWN_SHARE = 0.5  # of a page's own words: enough for a container named as the text
BAR_LINKED = 0.8  # of a menu written in one line, with at least …
BARS = 2
NAMES_FAILED = 0.15  # of the words that tags leave: when names leave less, they are wrong


def lenient(lines: Lines, layout: Layout, prose: list[int], kept: list[int]) -> list[int]:
    """Return the text of a page with hardly any prose: what strict kept, or all of its own lines."""
    is_own = [furniture in (0, CONTENTS) for furniture in layout.furniture]
    own = sums([words if owned else 0 for words, owned in zip(lines.words, is_own, strict=True)])
    start, end = _own_region(layout, own)
    words = own[end] - own[start]
    by_tags = [at for at in range(len(lines)) if not layout.strictly[at]]
    words_by_tags = _words(lines, by_tags)
    held = _words(lines, kept)
    sentences = sum(prose[at] for at in kept)
    is_article = sentences >= SCARCELY_ANY and held >= HUB_SHARE * words
    if is_article and held >= NAMES_FAILED * words_by_tags:
        return kept
    if words >= NAMES_FAILED * words_by_tags:
        chosen = [at for at in range(start, end) if is_own[at]]
    else:
        chosen = by_tags
    return [at for at in chosen if not _is_notice(lines, at)] or chosen


def _own_region(layout: Layout, own: list[int]) -> tuple[int, int]:
    """Return the lines of the innermost container named as the text that holds most of the own words."""
    start, end = 0, len(own) - 1
    least = OWN_SHARE * own[-1]
    for container in layout.containers:
        held = own[container.end] - own[container.start]
        if (
            container.is_named
            and container.start >= start
            and container.end <= end
            and held
            and held >= least
        ):
            start, end = container.start, container.end
            least = OWN_SHARE * held
    return start, end


def _is_notice(lines: Lines, at: int) -> bool:
    """Tell whether a line is a row of links between bars, a label of furniture or a cookie notice."""
    line = lines.line(at)
    if lines.words[at] <= phrases.LONGEST_LABEL and phrases.is_furniture(line):
        return True
    return phrases.is_cookie_notice(line) or (
        lines.linked[at] >= BAR_LINKED * lines.words[at] and line.count("|") >= BARS
    )


def _words(lines: Lines, chosen: Iterable[int]) -> int:
    return sum(lines.words[at] for at in chosen)
