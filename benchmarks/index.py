"""Compare the index with others on one collection, in one run: build, additions, queries, size, opening.

Run as `python -m benchmarks.index [--docs 400000] [--peers tantivy,fts5,whoosh] [--corpus FILE]`. A corpus
has a passage a line (or `text` in JSON lines); without one, passages are generated. Peers that are not
installed are left out with a line that says so. Whoosh gets at most --whoosh-docs.

Engines grow side by side to each size and are then asked the same questions in turns, so that what else the
machine does falls on all of them. Query times are the best of five runs of each query, additions are medians,
both in processor time of the threads that work for an engine; ratios above 1 say that the index is quicker.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from benchmarks.passages import generated, lines_of
from benchmarks.peers import PEERS, Engine, Ours, missing
from indexer import compiled, trial

ROUNDS = 15  # additions of a kind at a size
BATCH = 100
SIZES = (10_000, 100_000, 400_000, 800_000)
CHUNK = 1000  # passages in a batch while building
RUNS = 5

Set = tuple[str, list[list[str]]]  # kind of query, words of each


def query_sets(texts: Sequence[str], count: int, seed: int = 7) -> dict[str, Set]:
    """Return sets of queries by name: words of one passage, words common everywhere, phrases."""
    rng = random.Random(seed)
    df = Counter(word for text in texts for word in set(text.split()))
    low, high = 20 * len(texts) / 50_000, 0.1 * len(texts)
    common = [word for word, held in df.items() if 0.01 * len(texts) <= held <= 0.3 * len(texts)]
    sets: dict[str, Set] = {}
    for size in (1, 2, 4):
        topic: list[list[str]] = []
        while len(topic) < count:
            words = sorted({word for word in rng.choice(texts).split() if low <= df[word] <= high})
            if len(words) >= size:
                topic.append(rng.sample(words, size))
        for kind in ("and", "or") if size > 1 else ("or",):
            sets[f"topic{size} {kind}"] = (kind, topic)
        frequent = [rng.sample(common, size) for _ in range(count)]
        for kind in ("and", "or") if size > 1 else ("or",):
            sets[f"common{size} {kind}"] = (kind, frequent)
    for size in (2, 3):
        phrases = []
        while len(phrases) < count:
            words = rng.choice(texts).split()
            at = rng.randrange(max(1, len(words) - size))
            phrases.append(words[at : at + size])
        sets[f"phrase of {size}"] = ("phrase", phrases)
    return sets


def ask(engines: Sequence[Engine], sets: dict[str, Set]) -> dict[str, dict[str, list[float]]]:
    """Return seconds by set and engine, the best of five runs of each query."""
    times: dict[str, dict[str, list[float]]] = {}
    for name, (kind, queries) in sets.items():
        times[name] = {engine.name: [float("inf")] * len(queries) for engine in engines}
        for _ in range(RUNS):
            for engine in engines:
                best = times[name][engine.name]
                for at, words in enumerate(queries):
                    start = engine.seconds()
                    engine.search(kind, words)
                    best[at] = min(best[at], engine.seconds() - start)
    return times


def quantile(values: Sequence[float], share: float) -> float:
    """Return a quantile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def folder_bytes(folder: Path) -> int:
    """Return how much a folder's files take."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


class Comparison:
    """Engines side by side on one collection."""

    def __init__(self, texts: Sequence[str], root: Path, options: argparse.Namespace) -> None:
        self.texts, self.root, self.options = texts, root, options
        self.engines: list[Engine] = [Ours(self._folder("lookclear"))]
        self.engines += [PEERS[name](self._folder(name)) for name in options.peers]
        self.build = dict.fromkeys((engine.name for engine in self.engines), 0.0)
        self.built = dict.fromkeys(self.build, 0)
        self.extra = 0  # passages for additions, from the end of the collection

    def _folder(self, name: str) -> Path:
        path = self.root / name
        path.mkdir()
        return path

    def present(self) -> list[Engine]:
        """Return the engines that have grown as far as the others."""
        most = max(self.built.values())
        return [engine for engine in self.engines if self.built[engine.name] == most]

    def grow(self, size: int) -> None:
        """Let all engines grow to a size, chunk by chunk in turns."""
        at = max(self.built.values())
        while at < size:
            chunk = self.texts[at : min(at + CHUNK, size)]
            for engine in self.engines:
                if engine.name == "whoosh" and at + len(chunk) > self.options.whoosh_docs:
                    continue
                start = engine.seconds()
                engine.add(at, chunk)
                self.build[engine.name] += engine.seconds() - start
                self.built[engine.name] += len(chunk)
            at += len(chunk)

    def additions(self, count: int) -> dict[str, list[float]]:
        """Return seconds of adding `count` passages, round by round."""
        found: dict[str, list[float]] = {engine.name: [] for engine in self.present()}
        for at in range(ROUNDS):
            batch = self.texts[-1 - (self.extra + at) * count % 10_000 :][:count]
            batch = batch if len(batch) == count else self.texts[-count:]
            for engine in self.present():
                start = engine.seconds()
                engine.add(10**7 + (self.extra + at) * BATCH, batch)
                found[engine.name].append(engine.seconds() - start)
        self.extra += ROUNDS
        return found


def print_row(name: str, values: dict[str, str]) -> None:
    """Print a line of the table."""
    print(f"| {name} | " + " | ".join(values.values()) + " |", flush=True)


def report(comparison: Comparison, sets: dict[str, Set]) -> None:
    """Print what was measured at the present size."""
    size = max(comparison.built.values())
    engines = comparison.present()
    print(f"\n## At {size:,} passages\n")
    print_row("", {engine.name: engine.name for engine in engines})
    print_row("---", {engine.name: "---" for engine in engines})
    print_row(
        "build, passages/s",
        {engine.name: f"{size / comparison.build[engine.name]:,.0f}" for engine in engines},
    )
    for count in (BATCH, 1):
        times = comparison.additions(count)
        ours = statistics.median(times["lookclear"])
        print_row(
            f"add {count}: p50 (worst) ms; ratio",
            {
                name: f"{1e3 * statistics.median(found):.2f} ({1e3 * max(found):.2f}); "
                f"{statistics.median(found) / ours:.2f}"
                for name, found in times.items()
            },
        )
    for name, times in ask(engines, sets).items():
        p50, p99 = quantile(times["lookclear"], 0.5), quantile(times["lookclear"], 0.99)
        print_row(
            f"{name}: p50/p99 ms; ratios",
            {
                engine: f"{1e3 * quantile(found, 0.5):.3f}/{1e3 * quantile(found, 0.99):.2f}; "
                f"{quantile(found, 0.5) / p50:.2f} {quantile(found, 0.99) / p99:.2f}"
                for engine, found in times.items()
            },
        )


def sizes_and_opening(comparison: Comparison) -> None:
    """Print what the files take and how long a new process needs to its first answer."""
    ours = comparison.engines[0]
    assert isinstance(ours, Ours)
    lists = ours.index.stats()
    postings = sum(len(set(text.split())) for text in comparison.texts[:2000]) / 2000 * lists.documents
    print("\n## Size and opening\n")
    print(f"lookclear: {lists.memory_bytes / postings:.2f} bytes a posting in lists (rows of terms in)")
    for engine in comparison.engines:
        engine.close()
    for engine in comparison.engines[1:]:
        if not comparison.built[engine.name]:
            continue
        count = comparison.built[engine.name] / max(comparison.built.values()) * postings
        size = folder_bytes(comparison.root / engine.name) / count
        print(f"{engine.name}: {size:.2f} bytes a posting on disk")
    script = (
        "import time; start = time.perf_counter()\n"
        "from indexer import Index\n"
        f"index = Index.open({str(comparison.root / 'lookclear')!r}, read_only=True)\n"
        "index.leading('marsh salt'); print(f'{time.perf_counter() - start:.2f}')"
    )
    first = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    print(f"lookclear: {first.stdout.strip()} s from a new process to its first answer")


def main() -> None:
    """Parse the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--docs", type=int, default=400_000)
    parser.add_argument("--peers", default="tantivy,fts5,whoosh")
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--whoosh-docs", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--folder", type=Path, help="where the indexes are written for the run")
    options = parser.parse_args()
    names = [name for name in options.peers.split(",") if name]
    for name in names:
        if reason := missing(name):
            print(f"WITHOUT {name}: {reason}")
    options.peers = [name for name in names if missing(name) is None]
    if os.environ.get(compiled.MODE) != "numpy" and not compiled.is_warm():
        print("WITHOUT compiled code: run `lookclear warm` first")
    elif os.environ.get(compiled.MODE) != "numpy":
        os.environ[compiled.MODE] = "numba"
        trial.run(compiled.load())  # loading it is no part of building
    source = lines_of(options.corpus) if options.corpus else generated(options.docs + 10_000)
    texts = list(islice(source, options.docs + 10_000))
    docs = min(options.docs, len(texts) - 1000)
    words = sum(len(text.split()) for text in texts[:2000]) / 2000
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    print(f"{docs:,} passages of {words:.0f} words; load {os.getloadavg()[0]:.1f}")
    root = Path(tempfile.mkdtemp(prefix="index-peers-", dir=options.folder))
    try:
        comparison = Comparison(texts, root, options)
        for size in sorted({*(size for size in SIZES if size < docs), docs}):
            comparison.grow(size)
            report(comparison, query_sets(texts[: min(size, 50_000)], options.queries))
        sizes_and_opening(comparison)
    finally:
        shutil.rmtree(root)


if __name__ == "__main__":
    main()
