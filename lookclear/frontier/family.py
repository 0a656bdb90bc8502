"""A page and all addresses that led to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def family(key: str, final: Callable[[str], str], aliases: Callable[[str], Iterable[str]]) -> dict[str, None]:
    """Return a page's key and those of all its aliases, of whichever of them `key` is; the page first."""
    seen: dict[str, None] = {}
    while key not in seen:
        seen[key] = None
        key = final(key)
    queue, found = [key], dict.fromkeys([key])
    while queue:
        more = [one for one in aliases(queue.pop(0)) if one not in found]
        found |= dict.fromkeys(more)
        queue += more
    return found
