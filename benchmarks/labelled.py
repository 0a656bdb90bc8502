"""Collections of labelled pages to measure models on: recorded webs, and a generated one like newsgroups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lookclear.cachefolder import cache_folder
from lookclear.relevance.features import page_row
from lookclear.replay.labels import read_labels
from lookclear.replay.pages import RecordedPages
from lookclear.replay.web import RecordedWeb
from lookclear.text.vectors import RowBatch, Vocabulary

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
WEBS = ("wikispeedia", "docs-en", "zh-web", "demo-web")
NO_TOPICS = ("lang:", "kind:", "site:", "host:")
FEWEST, LARGEST_SHARE = 40, 0.4  # pages on a topic; share of a web that a topic may be


@dataclass(frozen=True, slots=True)
class Collection:
    """Pages as rows, with the labels of each; `name` is shown."""

    name: str
    vocabulary: Vocabulary
    rows: RowBatch
    labels: Sequence[frozenset[str]]

    def on_topic(self, label: str) -> NDArray[np.bool_]:
        """Return which pages carry a label."""
        return np.array([label in own for own in self.labels], np.bool_)

    def topics(self, most: int) -> list[str]:
        """Return labels of enough pages, spread evenly over sizes; labels of one set of pages once."""
        sizes: dict[bytes, tuple[int, str]] = {}
        for label in sorted({label for own in self.labels for label in own}):
            pages = self.on_topic(label)
            count = int(pages.sum())
            fits = FEWEST <= count <= LARGEST_SHARE * len(pages)
            if fits and not label.startswith(NO_TOPICS):
                sizes.setdefault(pages.tobytes(), (count, label))
        ordered = sorted(sizes.values())
        places = np.unique(np.linspace(0, len(ordered) - 1, min(most, len(ordered))).round().astype(int))
        return [ordered[place][1] for place in places]


def recorded(folder: Path) -> Collection:
    """Read a folder with pages.warc.gz and labels.jsonl; parsed pages are kept in the user's cache."""
    labels = read_labels(folder / "labels.jsonl")
    pages = RecordedPages(RecordedWeb(folder / "pages.warc.gz"), cache_folder("pages"))
    pages.read_all(jobs=2)
    vocabulary, rows, own = Vocabulary(), [], []
    for url, marks in labels.items():
        page = pages.fetch(url).page
        if page is not None:
            rows.append(page_row(page, vocabulary))
            own.append(marks)
    pages.close()
    return Collection(folder.name, vocabulary, RowBatch.of(rows), own)


def generated(groups: int = 20, posts: int = 300, seed: int = 20) -> Collection:
    """Return posts of groups that share words within a family of four, as newsgroups do.

    Words are drawn by Zipf's law: half from all posts' words, a quarter from the family's, a quarter from the
    group's. One post in ten quotes another group for half its length; posts have 20 to 300 words.
    """
    generator = np.random.default_rng(seed)
    vocabulary = Vocabulary()
    common = _words("all", 20_000, generator)
    rows, labels = [], []
    for group in range(groups):
        family = _words(f"family {group // 4}", 1_500, np.random.default_rng([seed, 1, group // 4]))
        own = _words(f"group {group}", 800, np.random.default_rng([seed, 2, group]))
        other = _words("other", 800, np.random.default_rng([seed, 2, (group + 7) % groups]))
        other = [word.replace("other", f"group {(group + 7) % groups}") for word in other]
        for post in range(posts):
            length = int(np.exp(generator.uniform(np.log(20), np.log(300))))
            words = _drawn(common, length // 2, generator) + _drawn(family, length // 4, generator)
            words += _drawn(own, length // 4, generator)
            if post % 10 == 0:
                words += _drawn(other, length // 2, generator)
            terms, counts = np.unique(words, return_counts=True)
            weights = (1 + np.log(counts)).tolist()
            rows.append(vocabulary.row(dict(zip(terms.tolist(), weights, strict=True))))
            labels.append(frozenset({f"group {group:02}"}))
    return Collection("newsgroup-like", vocabulary, RowBatch.of(rows), labels)


def _words(name: str, count: int, generator: np.random.Generator) -> list[str]:
    return [f"{name} {number}" for number in generator.permutation(count)]


def _drawn(words: list[str], count: int, generator: np.random.Generator) -> list[str]:
    """Draw words, the n-th in proportion to 1/(n + 20)."""
    shares = 1 / (np.arange(len(words)) + 20)
    places = generator.choice(len(words), count, p=shares / shares.sum())
    return [words[place] for place in places]
