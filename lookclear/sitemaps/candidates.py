"""From entries to candidates: an address without a page around it is judged by its words alone."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import unquote, urlsplit

from lookclear.config import Scope
from lookclear.domain import Candidate, Refusal, Score
from lookclear.sitemaps.listing import Entry
from lookclear.text.background import page_share
from lookclear.text.segment import words
from lookclear.text.vectors import term_of
from lookclear.urls.canonical import host_of
from lookclear.urls.scope import refusal

MOST_JUDGED = 10_000  # entries of one listing that are compared with the topic
LONGEST_ANCHOR = 200
_ENDING = re.compile(r"\.(?:s?html?|php\d?|aspx?|jspx?|cgi|xhtml)$", re.I)
_EARLIEST = datetime.min.replace(tzinfo=UTC)
_BETWEEN = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class TopicWords:
    """What words are compared with: the topic's weights by term (unit length), and the idf of its terms.

    Terms that are not in `idf` are damped by how common they are at large.
    """

    weights: Mapping[str, float]
    idf: Mapping[str, float]

    def similarity(self, text: str) -> float:
        """Return the cosine of a short text with the topic, in 0..1.

        >>> topic = TopicWords({"garden": 1.0}, {"garden": 4.0})
        >>> topic.similarity("Gardens of the"), topic.similarity("of the")
        (1.0, 0.0)
        """
        counts = Counter(term for word in words(text) if (term := term_of(word)))
        values = {term: count * self._idf(term) for term, count in counts.items()}
        length = math.sqrt(sum(value * value for value in values.values()))
        if not length:
            return 0.0
        found = sum(value * self.weights.get(term, 0.0) for term, value in values.items())
        return min(1.0, max(0.0, found / length))

    def _idf(self, term: str) -> float:
        known = self.idf.get(term)
        return -math.log(page_share(term)) if known is None else known


@dataclass(frozen=True, slots=True)
class Source:
    """Where entries come from: key of the listing, depth of what named it, and the hosts it may speak for.

    `hosts` is None for a feed, which may name any host as a page may link anywhere. A sitemap speaks for its
    own host and for those whose robots.txt names it (sitemaps.org, "Sitemaps & Cross Submits").
    """

    key: str
    depth: int = 0
    hosts: Collection[str] | None = None
    dates_count: bool = False  # newer entries come first among equals


@dataclass(frozen=True, slots=True)
class Listed:
    """What became of the entries of one listing."""

    candidates: tuple[Candidate, ...] = ()
    refused: tuple[tuple[str, Refusal], ...] = ()
    known: int = 0  # fetched before
    foreign: int = 0  # on a host that the listing may not speak for
    over: int = 0  # beyond what may be taken or judged


def listed(
    entries: Sequence[Entry],
    source: Source,
    *,
    topic: TopicWords,
    worth: Callable[[float], float],
    key: Callable[[str], str],
    is_done: Callable[[str], bool],
    scope: Scope,
    most: int,
) -> Listed:
    """Return the `most` best entries as candidates, one a key, best first.

    `worth` turns a similarity into the strategy's score; `key` and `is_done` are the crawl's. Ties go to the
    newer entry when the dates can be believed, then to the earlier one.
    """
    refused: dict[str, Refusal] = {}
    found: dict[str, Entry] = {}
    known = foreign = 0
    for entry in entries:
        reason = refusal(entry.url, scope)
        if reason is not None:
            refused.setdefault(entry.url, reason)
        elif source.hosts is not None and host_of(entry.url) not in source.hosts:
            foreign += 1
        elif is_done(target := key(entry.url)):
            known += 1
        else:
            found.setdefault(target, entry)
    judged = _best_first(found, source, topic)
    candidates = [
        Candidate(
            url=entry.url,
            key=target,
            score=Score(round(worth(similarity), 6), {"listed": similarity}),
            depth=source.depth + 1,
            parent=source.key,
            anchor=anchor,
        )
        for similarity, anchor, target, entry in judged[:most]
    ]
    over = len(found) - len(candidates)
    return Listed(tuple(candidates), tuple(refused.items()), known, foreign, over)


def _best_first(
    found: Mapping[str, Entry], source: Source, topic: TopicWords
) -> list[tuple[float, str, str, Entry]]:
    entries: Iterable[tuple[str, Entry]] = found.items()
    if source.dates_count:
        entries = sorted(entries, key=lambda one: one[1].lastmod or _EARLIEST, reverse=True)
    judged = []
    for target, entry in list(entries)[:MOST_JUDGED]:
        anchor = (entry.words or url_words(entry.url))[:LONGEST_ANCHOR]
        judged.append((round(topic.similarity(anchor), 6), anchor, target, entry))
    judged.sort(key=lambda one: -one[0])  # stable: what was first stays first
    return judged


def url_words(url: str) -> str:
    """Return the words of an address's path and query, as a reader would take them.

    >>> url_words("https://h.org/garden-tools/%E5%9B%AD%E8%89%BA/How_to-prune.html?id=7")
    'garden tools 园艺 How to prune id 7'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    text = unquote(f"{_ENDING.sub('', parts.path)} {parts.query}", errors="replace")
    return _BETWEEN.sub(" ", text).strip()
