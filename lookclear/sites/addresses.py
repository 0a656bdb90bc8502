"""What became of the addresses a crawl knows of: visited, waiting, failed, or stood for by another.

Of the addresses of one page (`LearnedNoise`) one stands for the others: one that gave the page, else the
first that may still give it. When that one fails, the next takes its place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lookclear.sites.noise import LearnedNoise, site_of
from lookclear.urls.canonical import canonical

MOST_TRIES = 3  # addresses of one page that may fail; it is not there, or not to be had


@dataclass(frozen=True, slots=True)
class Renewed:
    """What changes for addresses: which need not be fetched, and which must be after all."""

    aliases: Mapping[str, str] = field(default_factory=dict)  # key → key of the one that stands for it
    reopened: tuple[str, ...] = ()


NOTHING = Renewed()


@dataclass(slots=True)
class _Site:
    found: dict[str, None] = field(default_factory=dict)  # in the order of discovery
    visited: dict[str, None] = field(default_factory=dict)
    failed: dict[str, None] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    failures: Counter[str] = field(default_factory=Counter)  # of each page, by its address without noise


class KnownAddresses:
    """The addresses of all sites, by key."""

    def __init__(self, noise: LearnedNoise, asked: Iterable[str] = ()) -> None:
        """`asked` are keys that are fetched in any case, such as those of seeds."""
        self._noise = noise
        self._asked = frozenset(asked)
        self._sites: defaultdict[str, _Site] = defaultdict(_Site)

    def key(self, url: str) -> str:
        """Return the identity of an address that was found; its own when the one that stood for it failed.

        So the page is asked for once more under an address that is fresh, as ids of sessions run out.
        """
        key = self._noise.key(url)
        site = self._sites.get(site_of(key))
        if site is None or key not in site.failed:
            return key
        own, page = canonical(url), self._noise.without_noise(key)
        if own in site.failed or site.failures[page] >= MOST_TRIES:
            return key
        self._noise.stand_for(page, own)
        return own

    def found(self, key: str) -> None:
        """Take note of an address that may be fetched."""
        self._sites[site_of(key)].found.setdefault(key)

    def visited(self, *keys: str) -> None:
        """Take note of the addresses of a page that was fetched: its own, and those that led to it."""
        for key in keys:
            self._sites[site_of(key)].visited.setdefault(key)

    def is_done(self, key: str) -> bool:
        """Tell whether an address was visited, or need not be."""
        site = self._sites.get(site_of(key))
        return site is not None and (key in site.visited or key in site.aliases)

    def of_site(self, name: str) -> Iterable[str]:
        """Return the addresses of a site that may have been fetched, in the order of their discovery."""
        return self._sites[name].found if name in self._sites else ()

    def failed(self, key: str) -> Renewed:
        """Take note that an address gave no page; the next one of the same page is reopened."""
        site = self._sites[site_of(key)]
        if key in site.visited or key in site.failed:
            return NOTHING
        site.failed[key] = None
        site.aliases.pop(key, None)  # it was on its way when another one was chosen
        others = [alias for alias, same in site.aliases.items() if same == key] if site.aliases else []
        page = self._noise.without_noise(key)
        site.failures[page] += 1
        if not others or site.failures[page] >= MOST_TRIES:
            return NOTHING
        first, *rest = others
        del site.aliases[first]
        site.aliases.update(dict.fromkeys(rest, first))
        self._noise.stand_for(page, first)
        return Renewed(dict.fromkeys(rest, first), (first,))

    def renew(self, name: str) -> Renewed:
        """Choose anew which address stands for each page of a site, after what is known of it changed."""
        site = self._sites[name]
        waiting = [
            key
            for key in site.found
            if key not in site.visited and key not in site.failed and key not in self._asked
        ]
        before, site.aliases = site.aliases, self._noise.merge(name, site.visited, waiting)
        return Renewed(
            {key: same for key, same in site.aliases.items() if before.get(key) != same},
            tuple(key for key in before if key not in site.aliases and key not in site.visited),
        )
