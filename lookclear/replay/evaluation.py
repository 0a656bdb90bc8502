"""Compare strategies on a recorded, labelled web, by the protocol of docs/evaluating.md.

Labels judge and never steer. Averages are over seed sets within a topic, then over topics.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from lookclear.config import TopicFile
from lookclear.domain import Page, Topic
from lookclear.errors import UsageError, WebArchiveError
from lookclear.replay.measures import Measures, interval95, measure
from lookclear.replay.pages import RecordedPages
from lookclear.replay.simulator import ORACLE, simulate
from lookclear.sites.templates import TemplateRule
from lookclear.visit import FeatureReader

Describe = Literal["seeds", "keywords", "examples"]
Unrecorded = Literal["skip", "fetch"]
EXAMPLES = 10  # further relevant pages given with `--describe examples`
_WORD = re.compile(r"[^\W\d_]+")


class _LabelLine(msgspec.Struct):
    url: str
    labels: list[str]


@dataclass(frozen=True, slots=True)
class Protocol:
    """One comparison: which topics and strategies, how long, how often, and what the crawler is told."""

    topics: tuple[str, ...]
    strategies: tuple[str, ...]
    pages: int = 500
    seeds: int = 3
    repeats: int = 5
    describe: Describe = "seeds"
    random_seed: int = 0
    unrecorded: Unrecorded = "skip"
    templates: TemplateRule = TemplateRule.SHARE


@dataclass(frozen=True, slots=True)
class StrategyResult:
    """A strategy on one topic: one Measures a seed set, and what they average to."""

    name: str
    runs: tuple[Measures, ...]
    auc_vs_oracle: tuple[float, ...]
    ms_per_page: float

    def mean(self, field: str) -> float:
        """Return the mean of one measure over the seed sets."""
        if field == "auc_vs_oracle":
            return sum(self.auc_vs_oracle) / len(self.auc_vs_oracle)
        return float(sum(getattr(run, field) for run in self.runs) / len(self.runs))

    @property
    def hits(self) -> int:
        """Relevant pages found in all runs together."""
        return sum(run.hits for run in self.runs)

    @property
    def curve(self) -> list[tuple[float, float]]:
        """Return the mean curve (fetched, relevant) over the seed sets."""
        return mean_curve([run.curve for run in self.runs])


@dataclass(frozen=True, slots=True)
class TopicResult:
    """All strategies on one topic; `relevant` counts the pages that carry the label."""

    label: str
    relevant: int
    strategies: tuple[StrategyResult, ...]


FIELDS = ("harvest", "recall", "auc", "auc_vs_oracle", "r_precision")


def read_labels(path: Path) -> dict[str, frozenset[str]]:
    """Return the labels of each address in a labels.jsonl; raises WebArchiveError that names a bad line."""
    decoder = msgspec.json.Decoder(_LabelLine)
    labels: dict[str, frozenset[str]] = {}
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"cannot read the labels {path}: {error.strerror}", hint="check the path") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = decoder.decode(line)
        except msgspec.DecodeError as error:
            raise WebArchiveError(
                f"{path}, line {number}: {error}", hint='a line reads {"url": "…", "labels": ["…"]}'
            ) from error
        labels[record.url] = frozenset(record.labels)
    return labels


def evaluate_web(
    pages: RecordedPages,
    labels: dict[str, frozenset[str]],
    protocol: Protocol,
    on_progress: Callable[[str, int, int], None] | None = None,
) -> list[TopicResult]:
    """Run every strategy on every topic and seed set; the greedy oracle runs along as the yardstick.

    Raises UsageError for a topic that no page, or too few pages, carry.
    """
    relevant = {topic: relevant_pages(labels, topic, protocol) for topic in protocol.topics}
    reader = FeatureReader(keep=True)
    results = []
    total = len(protocol.topics) * protocol.repeats
    for at, topic in enumerate(protocol.topics):
        runs: dict[str, list[Measures]] = {name: [] for name in (*protocol.strategies, ORACLE)}
        seconds = dict.fromkeys(runs, 0.0)
        for repeat in range(protocol.repeats):
            if on_progress is not None:
                on_progress(topic, at * protocol.repeats + repeat, total)
            drawn = _draw(pages, relevant[topic], topic, protocol, repeat)
            for name, crawls in runs.items():
                started = time.perf_counter()
                crawls.append(_crawl(pages, drawn, name, protocol, reader, repeat))
                seconds[name] += time.perf_counter() - started
        oracle = [max(run.auc, 1e-12) for run in runs[ORACLE]]
        results.append(
            TopicResult(
                topic,
                len(relevant[topic]),
                tuple(
                    StrategyResult(
                        name,
                        tuple(runs[name]),
                        tuple(run.auc / best for run, best in zip(runs[name], oracle, strict=True)),
                        1000 * seconds[name] / max(1, sum(run.fetched for run in runs[name])),
                    )
                    for name in protocol.strategies
                ),
            )
        )
    return results


def relevant_pages(labels: dict[str, frozenset[str]], topic: str, protocol: Protocol) -> list[str]:
    """Return the addresses that carry one of a topic's labels (`a+b` is a union), sorted."""
    wanted = set(topic.split("+"))
    relevant = sorted(url for url, own in labels.items() if own & wanted)
    needed = protocol.seeds + (EXAMPLES if protocol.describe == "examples" else 0) + 1
    if len(relevant) < needed:
        known = sorted({label for own in labels.values() for label in own})
        shown = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
        raise UsageError(
            f"{len(relevant)} pages carry the label {topic!r}; at least {needed} are needed",
            hint=f"labels of this web: {shown}",
        )
    return relevant


@dataclass(frozen=True, slots=True)
class _Drawn:
    topic: Topic
    examples: tuple[Page, ...]
    targets: frozenset[str]


def _draw(
    pages: RecordedPages, relevant: Sequence[str], label: str, protocol: Protocol, repeat: int
) -> _Drawn:
    generator = random.Random(protocol.random_seed + repeat)
    seeds = generator.sample(list(relevant), protocol.seeds)
    examples: list[str] = []
    if protocol.describe == "examples":
        rest = [url for url in relevant if url not in set(seeds)]
        examples = generator.sample(rest, EXAMPLES)
    keywords = label_words(label) if protocol.describe != "seeds" else ()
    known = {pages.fetch(url).key for url in (*seeds, *examples)}
    example_pages = tuple(page for url in examples if (page := pages.fetch(url).page) is not None)
    targets = frozenset(pages.fetch(url).key for url in relevant) - known
    return _Drawn(Topic(label, seeds=tuple(seeds), keywords=keywords), example_pages, targets)


def _crawl(
    pages: RecordedPages, drawn: _Drawn, strategy: str, protocol: Protocol, reader: FeatureReader, repeat: int
) -> Measures:
    trace = simulate(
        pages,
        drawn.topic,
        strategy=strategy,
        budget=protocol.pages,
        settings=TopicFile(name=drawn.topic.name),
        reader=reader,
        example_pages=drawn.examples,
        relevant=drawn.targets,
        random_seed=protocol.random_seed + repeat,
        count_unrecorded=protocol.unrecorded == "fetch",
        templates=protocol.templates,
    )
    return measure(trace.fetched, drawn.targets, protocol.pages)


def label_words(label: str) -> tuple[str, ...]:
    """Return the words of a label, without its namespace.

    >>> label_words("topic:machine-learning"), label_words("Everyday_life.Food_and_agriculture")
    (('machine', 'learning'), ('Everyday', 'life', 'Food', 'and', 'agriculture'))
    """
    names = (part.partition(":")[2] or part for part in label.split("+"))
    return tuple(dict.fromkeys(word for name in names for word in _WORD.findall(name.replace("_", " "))))


def mean_curve(curves: Sequence[Sequence[tuple[float, float]]]) -> list[tuple[float, float]]:
    """Average curves point by point, each at its own share of the way."""
    longest = max(curves, key=len)
    rows = []
    for at, (fetched, _) in enumerate(longest):
        values = [curve[min(at, len(curve) - 1)][1] for curve in curves]
        rows.append((float(fetched), sum(values) / len(values)))
    return rows


def as_json(results: Iterable[TopicResult], web: Path, pages: int) -> dict[str, object]:
    """Return the results in the form of the contract (`evaluate --json`)."""
    listed = list(results)
    topics = [
        {
            "label": topic.label,
            "relevant": topic.relevant,
            "strategies": {s.name: _strategy_json(s) for s in topic.strategies},
        }
        for topic in listed
    ]
    return {"web": {"path": str(web), "pages": pages}, "topics": topics, "mean": _mean_json(listed)}


def _strategy_json(result: StrategyResult) -> dict[str, object]:
    numbers: dict[str, object] = {field: result.mean(field) for field in FIELDS}
    return {
        **numbers,
        "hits": result.hits,
        "fetched": sum(run.fetched for run in result.runs),
        "curve": [list(point) for point in result.curve],
        "ms_per_page": result.ms_per_page,
    }


def _mean_json(results: Sequence[TopicResult]) -> dict[str, object]:
    means: dict[str, object] = {}
    for at, strategy in enumerate(results[0].strategies):
        own = [topic.strategies[at] for topic in results]
        values: dict[str, object] = {field: sum(s.mean(field) for s in own) / len(own) for field in FIELDS}
        values["hits"] = sum(s.hits for s in own)
        values["ci95"] = list(interval95([s.mean("auc_vs_oracle") for s in own]))
        means[strategy.name] = values
    return means
