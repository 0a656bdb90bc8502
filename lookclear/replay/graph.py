"""The links between the pages of a recorded web: how far is a page from the seeds?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from lookclear.replay.pages import RecordedPages


@dataclass(frozen=True, slots=True)
class LinkGraph:
    """Keys of all pages with those that they link to, redirects followed."""

    links: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, pages: RecordedPages) -> LinkGraph:
        """Read the links of every recorded page; those that must not be followed are none."""
        ends: dict[str, str | None] = {}  # many pages link to the same addresses
        links: dict[str, tuple[str, ...]] = {}
        for address in pages.web:
            answer = pages.fetch(address)
            if answer.page is None or answer.key in links:
                continue
            targets = dict.fromkeys(link.url for link in answer.page.links if not link.nofollow)
            for url in targets:
                if url not in ends:
                    end = pages.fetch(url)
                    ends[url] = end.key if end.page is not None else None
            found = (ends[url] for url in targets)
            links[answer.key] = tuple(dict.fromkeys(key for key in found if key and key != answer.key))
        return cls(links)

    def distances(self, seeds: Iterable[str]) -> dict[str, int]:
        """Return the number of links from the nearest seed, for every page that can be reached.

        >>> LinkGraph({"a": ("b",), "b": ("c",), "c": ()}).distances(["a"])
        {'a': 0, 'b': 1, 'c': 2}
        """
        found = dict.fromkeys(seeds, 0)
        level: Sequence[str] = list(found)
        distance = 0
        while level:
            distance += 1
            reached = dict.fromkeys(t for key in level for t in self.links.get(key, ()) if t not in found)
            found.update(dict.fromkeys(reached, distance))
            level = list(reached)
        return found


def target_length(found: Collection[str], distances: Mapping[str, int]) -> float | None:
    """Return the mean number of links from the nearest seed to the found targets; None without any.

    A target that no followable link leads to (it was reached by a canonical address) is left out.
    """
    lengths = [distances[key] for key in found if key in distances]
    return sum(lengths) / len(lengths) if lengths else None
