"""Makes up a crawl's mind anew from what was fetched before, as if nothing had happened in between."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from lookclear.domain import Outcome
from lookclear.frontier.base import Named
from lookclear.session.searchable import Searchable
from lookclear.session.stores import Stores
from lookclear.sites.addresses import NOTHING, Renewed
from lookclear.store.pages import PageRecord
from lookclear.visit import TopicCrawl, Visit


def rebuild(
    mind: TopicCrawl,
    stores: Stores,
    fetched: Searchable,
    *,
    count: Callable[[str, Visit, PageRecord], None],
    earlier: int,
) -> None:
    """Visit the pages fetched before once more, in the same order; index what a power cut took away.

    `count` is called with each page but the first `earlier` ones, which belong to runs that are over. Pages
    that are not stored any more, and addresses that a crash left half reopened, will be fetched again.
    """
    frontier = stores.frontier
    number = 0
    lost: list[str] = []
    reopened: dict[str, None] = {}
    named = deque(frontier.named())
    for place, (leased, final, outcome) in enumerate(frontier.ended()):
        _name(mind, named, place)
        if outcome is not Outcome.FETCHED:
            _follow(reopened, mind.failed(leased) if gave_nothing(leased, final, outcome) else NOTHING)
            continue
        number += 1
        record = stores.pages.get(final)
        if record is None:
            lost += [leased, final]
            continue
        visit = mind.visit(record.page, depth=record.depth, seed=record.seed, requested=record.url)
        _follow(reopened, visit)
        fetched.take_note(final, visit)
        if number > earlier:
            count(final, visit, record)
        if final not in stores.index:
            fetched.add(record, visit, leased)
    _name(mind, named)
    frontier.reopen([*lost, *(key for key in reopened if _is_alias(stores, key))])


def gave_nothing(leased: str, final: str, outcome: Outcome) -> bool:
    """Tell whether a lease ended with neither a page nor the way to one that is fetched."""
    return outcome is not Outcome.REDIRECTED or leased == final


def _is_alias(stores: Stores, key: str) -> bool:
    state = stores.frontier.state(key)
    return state is not None and state.outcome == Outcome.ALIAS


def _name(mind: TopicCrawl, named: deque[Named], place: int | None = None) -> None:
    """Let the mind hear of what listings named before so many leases were completed; None = all."""
    while named and (place is None or named[0].after <= place):
        one = named.popleft()
        mind.name(one.key, one.anchor)


def _follow(reopened: dict[str, None], change: Renewed | Visit) -> None:
    """Keep the list of addresses that were reopened up to date."""
    for key in change.aliases:
        reopened.pop(key, None)
    reopened |= dict.fromkeys(change.reopened)
