"""Which lines of a page are its text: those of the main region that are sentences or stand among them."""

from __future__ import annotations

import operator

from lookclear.html.main_text import phrases
from lookclear.html.main_text.fallback import lenient
from lookclear.html.main_text.layout import CELL, ITEM, LOOSE, PARAGRAPH, Layout
from lookclear.html.main_text.lines import LONGEST_DATELINE, Lines, sums
from lookclear.html.main_text.region import lead, main_region, opening, text_end

LIST_LINKED = 0.5  # a list with more of its words in links is a menu, unless it holds …
LIST_PROSE = 0.3  # … so much prose
MENU_LINES = 0.5  # … or so many of its lines have words of their own
FEW_LINKS = 0.3  # share of a list up to which an item that is all link is kept
ROW_LINKED = 0.5
LINE_LINKED = 0.5
NEAR = 3  # lines to the next prose, for loose lines; 2 for a paragraph that is mostly link
LONGEST_LEAD_IN = 8  # words of `More on this:`, which goes when what follows goes
LONGEST_TEASER = 45  # words
LEAST_TEASERS = 3
MOST_TEASERS = 0.4  # of the prose; when they are more, they are what the page is about
COOKIE_SHARE = 0.3  # of the prose that a cookie notice may make up
ENDS = 3  # lines from the first and the last prose
LITTLE = 50  # words of prose; with less the page may be no article (fallback.py)


def choose(lines: Lines, layout: Layout) -> list[int]:
    """Return the numbers of the lines that are the main text, in order; none only when there are none."""
    prose = [
        0 if furniture else words for words, furniture in zip(lines.prose, layout.furniture, strict=True)
    ]
    start, end = main_region(lines, layout, prose)
    start = opening(layout, prose, start)
    end = text_end(lines, layout, prose, start, end)
    kept = _Strict(lines, layout, prose, start, end).keep()
    if sum(prose[at] for at in kept) >= LITTLE:
        return kept
    return lenient(lines, layout, prose, kept) or list(range(len(lines)))


class _Strict:
    """The choice among the lines `[start, end)` of the main region."""

    def __init__(self, lines: Lines, layout: Layout, prose: list[int], start: int, end: int) -> None:
        self.lines = lines
        self.layout = layout
        self.prose = prose
        self.start = start
        self.end = end
        self.whole = sum(prose[start:end])
        self.first = next((at for at in range(start, end) if prose[at]), start)
        self.words = sums(lines.words)
        self.linked = sums(lines.linked)

    def keep(self) -> list[int]:
        """Return the kept lines."""
        kept = bytearray(len(self.lines))
        menus, few_links = self._lists()
        near = self._near_prose()
        rows = self._rows()
        levels, furniture = self.layout.levels, self.layout.furniture
        for at in range(self.start, self.end):
            if furniture[at] or levels[at]:
                continue
            if self.prose[at] or (not menus[at] and self._is_text(at, near, few_links, rows)):
                kept[at] = 1
        self._drop_notices(kept)
        self._drop_lead_ins(kept)
        self._judge_teasers(kept)
        self._keep_headings(kept)
        for at in lead(self.layout, self.prose, self.start):
            kept[at] = 1
        return [at for at, is_kept in enumerate(kept) if is_kept]

    def _is_text(self, at: int, near: bytearray, few_links: bytearray, rows: dict[int, list[int]]) -> bool:
        """Decide on a line that is neither prose nor heading, nor in a menu."""
        words, linked = self.lines.words[at], self.lines.linked[at]
        line = self.lines.line(at)
        if words <= phrases.LONGEST_LABEL and phrases.is_furniture(line):
            return False
        if at < self.first and words <= LONGEST_DATELINE and phrases.is_dateline(line):
            return False
        place = self.layout.places[at]
        if place in (LOOSE, ITEM) and phrases.is_number(line):
            return False
        if place == PARAGRAPH:
            return linked <= LINE_LINKED * words or (near[at] >= 2 and linked < words)
        if place == CELL:
            row = rows.get(self.layout.rows[at])
            if row is not None:
                words, linked = row
            return linked <= ROW_LINKED * words
        if place:
            return linked < words or few_links[at] == 1
        return linked <= LINE_LINKED * words and near[at] >= 1

    def _lists(self) -> tuple[bytearray, bytearray]:
        """Return which lines stand in a menu, and which in a list with few links."""
        menus, few_links = bytearray(len(self.lines)), bytearray(len(self.lines))
        prose = sums(self.prose)
        whole_links = map(operator.eq, self.lines.linked, self.lines.words)
        all_link = sums([int(is_link) for is_link in whole_links])
        for first, last in self.layout.lists:
            words = self.words[last] - self.words[first]
            linked = self.linked[last] - self.linked[first]
            few_links[first:last] = bytes((linked < FEW_LINKS * words,)) * (last - first)
            mostly_linked = linked > LIST_LINKED * words and prose[last] - prose[first] < LIST_PROSE * words
            if mostly_linked and all_link[last] - all_link[first] >= MENU_LINES * (last - first):
                menus[first:last] = b"\x01" * (last - first)
        return menus, few_links

    def _rows(self) -> dict[int, list[int]]:
        """Return words and linked words of each table row."""
        rows: dict[int, list[int]] = {}
        numbers, furniture = self.layout.rows, self.layout.furniture
        for at in range(self.start, self.end):
            if numbers[at] and not furniture[at]:
                row = rows.setdefault(numbers[at], [0, 0])
                row[0] += self.lines.words[at]
                row[1] += self.lines.linked[at]
        return rows

    def _near_prose(self) -> bytearray:
        """Return 1 for lines with prose within 3 lines on both sides, 2 for within 2 lines."""
        near = bytearray(len(self.lines))
        following = [0] * len(self.lines)
        distance = NEAR + 1
        for at in range(self.end - 1, self.start - 1, -1):
            distance = 0 if self.prose[at] else distance + 1
            following[at] = distance
        distance = NEAR + 1
        for at in range(self.start, self.end):
            distance = 0 if self.prose[at] else distance + 1
            farther = max(distance, following[at])
            near[at] = 2 if farther <= NEAR - 1 else farther <= NEAR
        return near

    def _drop_notices(self, kept: bytearray) -> None:
        """Drop cookie notices: at the beginning or the end of the text, and little of it."""
        last = max((at for at in range(self.start, self.end) if self.prose[at]), default=-1)
        for at in range(self.first, last + 1):
            if self.first + ENDS < at <= last - ENDS:
                continue
            small = self.prose[at] < COOKIE_SHARE * self.whole
            if kept[at] and small and phrases.is_cookie_notice(self.lines.line(at)):
                kept[at] = 0

    def _drop_lead_ins(self, kept: bytearray) -> None:
        """Drop a short line that ends in a colon when what it announces is dropped."""
        lines, levels = self.lines, self.layout.levels
        for at in range(self.start, self.end - 1):
            is_short = kept[at] and not self.prose[at] and lines.words[at] <= LONGEST_LEAD_IN
            stands_alone = is_short and not (kept[at + 1] or levels[at + 1])
            if stands_alone and lines.line(at).rstrip().endswith((":", "：")):
                kept[at] = 0

    def _judge_teasers(self, kept: bytearray) -> None:
        """Drop teasers, short texts each under a linked title; if they are the page, keep the titles too."""
        lines, layout = self.lines, self.layout
        teasers = [
            at
            for at in range(max(self.start, 1), self.end)
            if 0 < self.prose[at] < LONGEST_TEASER
            and lines.linked[at - 1] == lines.words[at - 1]
            and not layout.furniture[at - 1]
        ]
        held = sum(self.prose[at] for at in teasers)
        if len(teasers) < LEAST_TEASERS:
            return
        if held >= MOST_TEASERS * self.whole:
            for at in teasers:
                kept[at - 1] = not layout.levels[at - 1]
            return
        for at in teasers:
            if layout.places[at] != PARAGRAPH and not layout.levels[at - 1]:
                kept[at] = 0

    def _keep_headings(self, kept: bytearray) -> None:
        """Keep a heading with text below it before the next heading of its level or a higher one.

        One of the same level right below it does no harm: pages nest their levels carelessly.
        """
        levels, furniture = self.layout.levels, self.layout.furniture
        open_level = 0  # of the highest heading that what follows can still belong to; 0 is none
        for at in range(self.end - 1, self.start - 1, -1):
            level = levels[at]
            if furniture[at]:
                continue
            if not level:
                if kept[at]:
                    open_level = 7
                continue
            below = kept[at + 1 : min(at + 1 + NEAR, self.end)]
            opens = open_level > level and (level == 1 or any(below))
            titles = open_level == level and below[:1] == b"\x01" and not self.lines.linked[at]
            if (opens or titles) and not phrases.is_furniture(self.lines.line(at)):
                kept[at] = 1
                open_level = level
