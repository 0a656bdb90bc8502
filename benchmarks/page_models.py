"""Compare the page models of lookclear/relevance: F1, and how true their probabilities are.

Run as `python -m benchmarks.page_models [--web FOLDER]... [--topics 4] [--positives 10]`; collections are
those of `benchmarks.pu`. Each model learns from P pages on topic and up to 1,000 unlabelled ones of which a
given share (base rate) is on topic, and judges other pages with the same share, or with four times the share
(*drift*: as it is, and adapted to what it sees, without labels). Labels judge only. Printed are means over
topics and repeats:

* F1 of "probability ≥ ½", and of the threshold that the model expects most of;
* Brier score as a share of that of always saying the base rate: below 1 is better than knowing that alone;
* precision that is expected at ½ minus the one found;
* a reliability table: of pages given a probability in a range, how many are on topic;
* the ablation of TFIDF-2: mean average precision of likeness by four term weights and three centroid rules.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.labelled import Collection
from benchmarks.pu import collections, f1
from lookclear.relevance.calibration import best_threshold, brier, expected_precision
from lookclear.relevance.contract import Examples
from lookclear.relevance.learned import KINDS, learn
from lookclear.relevance.tfidf2 import RULES, TermWeight, Tfidf2
from lookclear.text.vectors import RowBatch

RATES = (0.01, 0.05, 0.2, 0.4)
MOST_UNLABELLED = 1_000
DRIFT = 4  # times the share
RANGES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0 + 1e-9)


@dataclass(frozen=True, slots=True)
class Split:
    """Rows to learn from and to judge."""

    examples: Examples
    test: RowBatch
    truth: NDArray[np.bool_]
    later: RowBatch  # with a greater share on topic
    later_truth: NDArray[np.bool_]


@dataclass(slots=True)
class Tally:
    """Figures by name, and pages by range of probability: (how many, how many on topic, sum of scores)."""

    figures: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    reliability: NDArray[np.float64] = field(default_factory=lambda: np.zeros((len(RANGES) - 1, 3)))

    def mean(self, name: str) -> float:
        """Return the mean of a figure."""
        return float(np.mean(self.figures[name]))


def splits(
    collection: Collection, topics: Sequence[str], rate: float, size: int, repeats: int
) -> Iterator[Split]:
    """Yield splits in which `rate` of the unlabelled and of the test pages is on topic."""
    for topic in topics:
        on_topic = collection.on_topic(topic)
        for repeat in range(repeats):
            generator = np.random.default_rng([size, repeat])
            on, off = (generator.permutation(np.flatnonzero(on_topic == side)) for side in (True, False))
            spare = on[size:]
            half = len(spare) // 2
            hidden = min(half, round(rate * MOST_UNLABELLED), round(rate * len(off) / 2))
            if hidden < 3:
                continue
            others = round(hidden * (1 - rate) / rate)
            later_on = min(half, DRIFT * hidden)
            later_off = round(later_on * max(0.05, 1 - DRIFT * rate) / min(0.95, DRIFT * rate))
            rows = collection.rows
            unlabelled = np.sort(np.concatenate([spare[:hidden], off[:others]]))
            test = np.concatenate([spare[half : half + hidden], off[others : 2 * others]])
            later = np.concatenate([spare[half : half + later_on], off[others : others + later_off]])
            yield Split(
                Examples(rows.take(on[:size]), rows.take(unlabelled)),
                rows.take(test), on_topic[test], rows.take(later), on_topic[later],
            )  # fmt: skip


def judged(kind: str, collection: Collection, split: Split, tally: Tally) -> None:
    """Learn one model and add up what it does."""
    model = learn(kind, collection.vocabulary, split.examples, np.random.default_rng(0))
    scores, truth = model.scores(split.test), split.truth
    figures = tally.figures
    figures["F1 at ½"].append(f1(scores >= 0.5, truth))
    held = model.held if model.held is not None else model.scores(split.examples.unlabelled)
    figures["F1 at best"].append(f1(scores >= best_threshold(held).theta, truth))
    figures["Brier"].append(relative_brier(scores, truth))
    called = scores >= 0.5
    if called.any():
        figures["expected − found"].append(expected_precision(scores, 0.5) - float(truth[called].mean()))
    figures["drift"].append(relative_brier(model.scores(split.later), split.later_truth))
    adapted = model.adapted(split.later).scores(split.later)
    figures["adapted"].append(relative_brier(adapted, split.later_truth))
    places = np.digitize(scores, RANGES) - 1
    for column, values in enumerate((np.ones(len(scores)), truth.astype(float), scores)):
        tally.reliability[:, column] += np.bincount(places, values, len(RANGES) - 1)


def relative_brier(scores: NDArray[np.float64], truth: NDArray[np.bool_]) -> float:
    """Return the Brier score over that of always saying the share of pages on topic."""
    share = float(truth.mean())
    return brier(scores, truth.astype(np.float64)) / max(1e-9, share * (1 - share))


def models(collection: Collection, topics: Sequence[str], size: int, repeats: int) -> None:
    """Print the tables of one collection."""
    names = ("F1 at ½", "F1 at best", "Brier", "expected − found", "drift", "adapted")
    tallies: dict[str, Tally] = {kind: Tally() for kind in KINDS}
    for rate in RATES:
        found = list(splits(collection, topics, rate, size, repeats))
        if not found:
            continue
        print(f"\n{collection.name}, |P| = {size}, base rate {100 * rate:.0f} %, {len(found)} cases")
        print(f"{'model':14}" + "".join(f"{name:>18}" for name in names))
        for kind in KINDS:
            tally = Tally(reliability=tallies[kind].reliability)
            for split in found:
                judged(kind, collection, split, tally)
            print(f"{kind:14}" + "".join(f"{tally.mean(name):18.3f}" for name in names), flush=True)
    print("\nreliability: mean probability → share on topic (pages)")
    for kind, tally in tallies.items():
        cells = [
            f"{total / pages:.2f} → {on / pages:.2f} ({pages:.0f})"
            for pages, on, total in tally.reliability
            if pages
        ]
        print(f"{kind:14}" + "   ".join(cells))


def ablation(collection: Collection, topics: Sequence[str], size: int, repeats: int) -> None:
    """Print mean average precision by term weight and centroid rule, at a base rate of 5 %."""
    found = list(splits(collection, topics, 0.05, size, repeats))
    print(f"\n{collection.name}: average precision of likeness, {len(found)} cases")
    print(f"{'term weight':28}" + "".join(f"{rule:>8}" for rule in RULES))
    for weight in TermWeight:
        cells = []
        for rule in RULES:
            precisions = []
            for split in found:
                model = Tfidf2.learned(collection.vocabulary, split.examples, weight, rule)
                precisions.append(average_precision(model.margins(split.test), split.truth))
            cells.append(f"{np.mean(precisions):8.3f}")
        print(f"{weight.value:28}" + "".join(cells), flush=True)


def average_precision(scores: NDArray[np.float64], truth: NDArray[np.bool_]) -> float:
    """Return the mean of the precision at each page on topic, best scores first."""
    ordered = truth[np.argsort(-scores, kind="stable")]
    ranks = np.flatnonzero(ordered) + 1
    return float(np.mean(np.arange(1, len(ranks) + 1) / ranks)) if len(ranks) else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--web", type=Path, action="append", default=[], help="folder of a recorded web")
    parser.add_argument("--topics", type=int, default=4, help="how many are chosen of each web (default 4)")
    parser.add_argument("--positives", type=int, default=10, help="size of P (default 10)")
    parser.add_argument("--repeats", type=int, default=2, help="splits of each topic (default 2)")
    options = parser.parse_args()
    for collection in collections(options.web):
        topics = collection.topics(options.topics)
        print(f"\n{collection.name}: {len(collection.rows)} pages; topics {', '.join(topics)}")
        models(collection, topics, options.positives, options.repeats)
        ablation(collection, topics, options.positives, options.repeats)
    return 0


if __name__ == "__main__":
    sys.exit(main())
