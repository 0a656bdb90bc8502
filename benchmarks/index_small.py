"""Compare the index with Whoosh 2.7.4 on generated pages: build, add 100 to searchable, queries, opening.

Run as `python -m benchmarks.index_small [--docs 2000] [--whoosh-docs 500]`. Both engines get the same pages
and queries in the same run. Whoosh builds slowly, so it may be given fewer pages; queries are compared at its
size.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path

from whoosh import fields, qparser
from whoosh.analysis import StemmingAnalyzer
from whoosh.index import create_in

from indexer import Document, Index

WORDS_A_PAGE = 1500
VOCABULARY = 30_000
BATCH = 100


class Pages:
    """Seeded pages whose words follow Zipf's law, with endings so that stemming has work."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        syllables = [c + v for c in "bcdfghklmnprstvw" for v in "aeiou"]
        stems = {
            "".join(self._rng.choices(syllables, k=self._rng.randint(1, 4))) for _ in range(4 * VOCABULARY)
        }
        endings = ["", "", "s", "ing", "ed", "ly", "er"]
        self.words = [stem + self._rng.choice(endings) for stem in sorted(stems)[:VOCABULARY]]
        self._rng.shuffle(self.words)
        self._weights = list(accumulate(1 / rank for rank in range(1, len(self.words) + 1)))

    def text(self, count: int) -> str:
        """Return `count` words."""
        words = self._rng.choices(self.words, cum_weights=self._weights, k=count)
        return " ".join(word + "." * (at % 12 == 11) for at, word in enumerate(words))

    def document(self, number: int) -> Document:
        """Return one page."""
        return Document(
            f"http://example.org/{number}", title=self.text(6), body=self.text(WORDS_A_PAGE), language="en"
        )

    def queries(self, count: int) -> dict[str, list[str]]:
        """Return sets of queries by name."""
        rng = random.Random(7)
        middle = [word for word in self.words[100:5000] if len(word) > 3]
        common = [word for word in self.words[5:100] if len(word) > 3]

        def some(words: Sequence[str], size: int, joined: str) -> list[str]:
            return [joined.join(rng.sample(words, size)) for _ in range(count)]

        return {
            "1 word": some(middle, 1, " "),
            "2 words AND": some(middle, 2, " "),
            "4 words OR": some(middle, 4, " OR "),
            "2 common AND": some(common, 2, " "),
            "phrase of 2 common": [f'"{query}"' for query in some(common, 2, " ")],
        }


def timed(action: Callable[[], object]) -> float:
    """Return seconds."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def quantiles(seconds: Sequence[float]) -> tuple[float, float]:
    """Return median and 99th percentile in milliseconds."""
    ordered = sorted(seconds)
    return 1000 * statistics.median(ordered), 1000 * ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]


class OurIndex:
    """This project's index."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.index = Index.open(folder)

    def add(self, documents: Sequence[Document]) -> None:
        """Add a batch and make it searchable for others."""
        for document in documents:
            self.index.add(document)
        self.index.commit(sync=False)

    def search(self, query: str) -> int:
        """Return how many were found; ten snippets are made."""
        return self.index.search(query).total

    def reopen(self) -> None:
        """Close, and time opening."""
        self.index.close()
        print(f"  open: {1000 * timed(self._open):.0f} ms")

    def _open(self) -> None:
        self.index = Index.open(self.folder)


class WhooshIndex:
    """Whoosh with stemming, positions and stored text."""

    def __init__(self, folder: Path) -> None:
        text = fields.TEXT(analyzer=StemmingAnalyzer(), stored=True, phrase=True)
        schema = fields.Schema(key=fields.ID(unique=True, stored=True), title=text, body=text)
        self.index = create_in(str(folder), schema)
        self.parser = qparser.QueryParser("body", schema)

    def add(self, documents: Sequence[Document]) -> None:
        """Add a batch and make it searchable for others."""
        writer = self.index.writer()
        for document in documents:
            writer.add_document(key=document.key, title=document.title, body=document.body)
        writer.commit()

    def search(self, query: str) -> int:
        """Return how many were found; ten snippets are made."""
        with self.index.searcher() as searcher:
            results = searcher.search(self.parser.parse(query), limit=10)
            for hit in results:
                hit.highlights("body", top=1)
            return len(results)


def build(engine: OurIndex | WhooshIndex, documents: Sequence[Document]) -> float:
    """Return documents a second."""
    batches = [documents[at : at + BATCH] for at in range(0, len(documents), BATCH)]
    seconds = sum(timed(partial(engine.add, batch)) for batch in batches)
    return len(documents) / seconds


def ask(engine: OurIndex | WhooshIndex, queries: dict[str, list[str]]) -> dict[str, tuple[float, float]]:
    """Return p50 and p99 in milliseconds, parsing, ranking and ten snippets included; each query is new."""
    return {
        name: quantiles([timed(partial(engine.search, q)) for q in some]) for name, some in queries.items()
    }


def size_of(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the index with Whoosh on generated pages.")
    parser.add_argument("--docs", type=int, default=2000)
    parser.add_argument("--whoosh-docs", type=int, default=500)
    parser.add_argument("--queries", type=int, default=60)
    options = parser.parse_args()
    pages = Pages(seed=1)
    documents = [pages.document(number) for number in range(options.docs)]
    queries = pages.queries(options.queries)
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    megabytes = sum(len(document.body) for document in documents) / 1e6
    print(f"{options.docs} pages of {WORDS_A_PAGE} words, {megabytes:.1f} MB of text")
    root = Path(tempfile.mkdtemp(prefix="index-small-"))
    try:
        ours = OurIndex(root / "ours")
        theirs = WhooshIndex(_folder(root / "whoosh"))
        compare(ours, theirs, documents[: options.whoosh_docs], pages, queries, root)
        alone(ours, documents[options.whoosh_docs :], queries)
    finally:
        shutil.rmtree(root)


def compare(
    ours: OurIndex,
    theirs: WhooshIndex,
    documents: Sequence[Document],
    pages: Pages,
    queries: dict[str, list[str]],
    root: Path,
) -> None:
    """Print both engines' numbers at one size."""
    print(f"at {len(documents)} pages, lookclear against whoosh:")
    rate = build(ours, documents), build(theirs, documents)
    print(f"  build: {rate[0]:.0f} and {rate[1]:.0f} pages/s: {rate[0] / rate[1]:.1f} times as fast")
    more = [pages.document(10**6 + number) for number in range(BATCH)]
    adds = timed(partial(ours.add, more)), timed(partial(theirs.add, more))
    times = adds[1] / adds[0]
    print(f"  add {BATCH}: {adds[0] * 1e3:.0f} and {adds[1] * 1e3:.0f} ms: {times:.1f} times as fast")
    answers = ask(ours, queries), ask(theirs, queries)
    for name in queries:
        (our50, our99), (their50, their99) = answers[0][name], answers[1][name]
        print(
            f"  {name}: p50 {our50:.2f} and {their50:.2f} ms ({their50 / our50:.0f} times), "
            f"p99 {our99:.2f} and {their99:.2f} ms"
        )
    sizes = [size_of(root / name) / (len(documents) + BATCH) for name in ("ours", "whoosh")]
    print(f"  bytes a page on disk: {sizes[0]:.0f} and {sizes[1]:.0f}")


def alone(ours: OurIndex, documents: Sequence[Document], queries: dict[str, list[str]]) -> None:
    """Print this index's numbers when it has grown; queries are new, so that none is parsed already."""
    rate = build(ours, documents)
    print(f"at {len(ours.index)} pages, lookclear alone:")
    print(f"  build of the last {len(documents)}: {rate:.0f} pages/s")
    fresh = {
        name: [f"{query} -unused{at}" for at, query in enumerate(some)] for name, some in queries.items()
    }
    for name, (p50, p99) in ask(ours, fresh).items():
        print(f"  {name}: p50 {p50:.2f} ms, p99 {p99:.2f} ms")
    ours.reopen()
    print(f"  {ours.index.stats()}")


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


if __name__ == "__main__":
    main()
