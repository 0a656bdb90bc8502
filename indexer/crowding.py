"""Not more than a few results of one host on a page, as long as others have something to say.

The ranking is rearranged within windows of some pages, so that each result is on exactly one page, whichever
page is asked for, and no more than a window has to be ranked.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Sequence

PAGES = 5  # in a window


def window(offset: int, limit: int) -> tuple[int, int]:
    """Return the ranks `[first, end)` that decide what is on the page from `offset` on.

    >>> window(0, 10), window(60, 10)
    ((0, 50), (50, 100))
    """
    size = PAGES * max(1, limit)
    first = offset // size * size
    return first, first + size


def spread(hosts: Sequence[Hashable], limit: int, most: int) -> list[int]:
    """Return the places of a window's results in their new order.

    Each page takes the best results that are left, at most `most` of a host; a page that is not full then
    takes the best of the others.

    >>> spread(["a", "a", "a", "b", "a", "c"], 3, 2)
    [0, 1, 3, 2, 4, 5]
    """
    waiting, order = deque(range(len(hosts))), list[int]()
    while waiting:
        page: list[int] = []
        passed: list[int] = []
        taken: Counter[Hashable] = Counter()
        while waiting and len(page) < limit:
            place = waiting.popleft()
            is_free = taken[hosts[place]] < most
            (page if is_free else passed).append(place)
            taken[hosts[place]] += is_free
        missing = limit - len(page)
        order += sorted(page + passed[:missing])
        waiting.extendleft(reversed(passed[missing:]))
    return order
