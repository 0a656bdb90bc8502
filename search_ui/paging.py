"""Page numbers of a list of results."""

from __future__ import annotations

from dataclasses import dataclass

from search_ui.params import MAX_PAGE

PER_PAGE = 10
_AROUND = 2  # numbers shown on each side of the current page


@dataclass(frozen=True, slots=True)
class Paging:
    """Where the visitor is: `pages` that can be listed of `total` results.

    `numbers` are those to link to, None standing for a gap. `beyond` is true past the last page;
    `capped` when results exist that no page lists.
    """

    page: int
    pages: int
    numbers: tuple[int | None, ...]
    beyond: bool
    capped: bool

    @property
    def previous(self) -> int | None:
        """The page before; past the end it is the last one that exists."""
        if self.beyond:
            return self.pages
        return self.page - 1 if self.page > 1 else None

    @property
    def next(self) -> int | None:
        """The page after, if there is one."""
        return self.page + 1 if self.page < self.pages else None


def paging(total: int, page: int) -> Paging:
    """Return the paging of `total` results at `page` (from 1, any size).

    >>> paging(95, 5).numbers
    (1, None, 3, 4, 5, 6, 7, None, 10)
    """
    existing = max(1, -(-total // PER_PAGE))
    pages = min(existing, MAX_PAGE)
    return Paging(page, pages, _numbers(min(page, pages), pages), page > pages, existing > MAX_PAGE)


def _numbers(page: int, pages: int) -> tuple[int | None, ...]:
    shown = {1, pages, *range(max(1, page - _AROUND), min(pages, page + _AROUND) + 1)}
    numbers: list[int | None] = []
    for number in sorted(shown):
        if numbers and numbers[-1] is not None and number - numbers[-1] == 2:
            numbers.append(number - 1)  # a gap of one page is shown as that page
        elif numbers and numbers[-1] is not None and number - numbers[-1] > 2:
            numbers.append(None)
        numbers.append(number)
    return tuple(numbers)
