"""Where the main text lies: the innermost container that holds it with little else.

Descending from the page, a container is entered when its author says that it is the text and it holds half of
the prose, or when entering costs less prose than it sheds furniture (maximal subsequence over a chain of
containers, after Pasternack & Roth 2009; the weights are ours).
"""

from __future__ import annotations

from lookclear.html.main_text import phrases
from lookclear.html.main_text.layout import ITEM, LOOSE, PARAGRAPH, Layout
from lookclear.html.main_text.lines import Lines, sums

HALF = 0.5  # of the prose: enough for a container that is named as the text
MOST = 0.6  # of the prose: enough for one that is not, if it sheds more than it loses
LINKED_COST = 0.3  # of a linked word outside prose, in words of prose …
OTHER_COST = 0.06  # … and of any other word outside prose and headings
OPENING_GAP = 1  # lines between the region and prose above it
OPENING_PLACES = frozenset({LOOSE, PARAGRAPH})
LEAD_LINES = 25  # between a headline outside the container and the container
ENDING_AFTER = 0.5  # of the prose must come before a title that ends the text …
ENDING_BEFORE = 0.25  # … and at most so much after it;
HEADED_ENDING_AFTER = 0.3  # for a heading so much before is enough when no long prose follows …
LONG = 35  # … of so many words
LONGEST_TITLE = 12  # words of a title that ends the text; 6 when it is no heading


def main_region(lines: Lines, layout: Layout, prose: list[int]) -> tuple[int, int]:
    """Return the lines of the container that is the main text; all of them when there is no prose."""
    gained = sums(prose)
    cost = sums_of_cost(lines, layout, prose)
    start, end = 0, len(lines)
    if not gained[-1]:
        return start, end
    whole = gained[-1]
    best = whole - cost[-1]
    for container in layout.containers:
        if container.start < start or container.end > end:
            continue
        held = gained[container.end] - gained[container.start]
        value = held - (cost[container.end] - cost[container.start])
        named = container.is_named and held >= HALF * whole
        if held and (named or (held >= MOST * whole and value >= best)):
            start, end, best = container.start, container.end, value
            if named:
                whole = held
    return start, end


def opening(layout: Layout, prose: list[int], start: int) -> int:
    """Return where the text begins when paragraphs of prose stand right above the region."""
    first = start
    for at in range(start - 1, -1, -1):
        if first - at > OPENING_GAP or layout.levels[at] == 1:
            break
        if prose[at] and layout.places[at] in OPENING_PLACES:
            first = at
    return first


def sums_of_cost(lines: Lines, layout: Layout, prose: list[int]) -> list[float]:
    """Return prefix sums of what the lines beside the prose cost a container that holds them."""
    total = 0.0
    found = [total]
    for words, linked, sentences, furniture, level in zip(
        lines.words, lines.linked, prose, layout.furniture, layout.levels, strict=True
    ):
        if not (furniture or sentences or level):
            total += LINKED_COST * linked + OTHER_COST * (words - linked)
        found.append(total)
    return found


def lead(layout: Layout, prose: list[int], start: int) -> list[int]:
    """Return the lines of prose between a main headline that stands above the region and the region."""
    for headline in range(start - 1, max(-1, start - 1 - LEAD_LINES), -1):
        if layout.levels[headline] == 1:
            between = range(headline + 1, start)
            return [at for at in between if prose[at] and layout.places[at] != ITEM]
    return []


def text_end(lines: Lines, layout: Layout, prose: list[int], start: int, end: int) -> int:
    """Return the line where a title of comments, related articles or the like ends the text, else `end`."""
    whole = sum(prose[start:end])
    last_long = max((at for at in range(start, end) if prose[at] >= LONG), default=start)
    before = 0
    for at in range(start, end):
        words = lines.words[at]
        if words <= LONGEST_TITLE and before >= HEADED_ENDING_AFTER * whole and not layout.furniture[at]:
            is_last = before >= ENDING_AFTER * whole and whole - before < ENDING_BEFORE * whole
            ends = is_last or at > last_long if layout.levels[at] else is_last and 2 * words <= LONGEST_TITLE
            if ends and phrases.is_ending(lines.line(at)):
                return at
        before += prose[at]
    return end
