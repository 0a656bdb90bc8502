"""A comparison as JSON, in the form of the contract (`lookclear evaluate --json`), with more beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields

from lookclear.replay.judge import Judge
from lookclear.replay.results import (
    FIELDS,
    Mean,
    StrategyResult,
    TopicResult,
    comparisons,
    over_topics,
    over_webs,
)


@dataclass(frozen=True, slots=True)
class WebResult:
    """What was measured on one recorded web; `baseline` is what the others are compared with, or empty."""

    name: str
    path: str
    pages: int
    topics: tuple[TopicResult, ...]
    baseline: str = ""
    judge: Judge | None = None


def as_json(webs: Sequence[WebResult]) -> dict[str, object]:
    """Return the results of one web, or of several with their mean over webs and each web's own document."""
    documents = [_web_json(web) for web in webs]
    if len(webs) == 1:
        return documents[0]
    return {
        "web": {"names": [web.name for web in webs], "pages": sum(web.pages for web in webs)},
        "topics": [_topic_json(topic) | {"web": web.name} for web in webs for topic in web.topics],
        "mean": _means_json(over_webs([over_topics(web.topics) for web in webs])),
        "webs": documents,
    }


def _web_json(web: WebResult) -> dict[str, object]:
    about: dict[str, object] = {"name": web.name, "path": web.path, "pages": web.pages}
    if web.judge is not None:
        about["judge"] = {
            "kind": "model",
            "examples": len(web.judge.told) + web.judge.trained_on,
            "trained_on": web.judge.trained_on,
            "precision": web.judge.precision,
            "recall": web.judge.recall,
        }
    document: dict[str, object] = {
        "web": about,
        "topics": [_topic_json(topic) for topic in web.topics],
        "mean": _means_json(over_topics(web.topics)),
    }
    if web.baseline:
        document["against"] = {
            "baseline": web.baseline,
            **{
                field: [_finite(asdict(one)) for one in found]
                for field, found in comparisons(web.topics, web.baseline).items()
            },
        }
    return document


def _topic_json(topic: TopicResult) -> dict[str, object]:
    return {
        "label": topic.label,
        "relevant": topic.relevant,
        "strategies": {result.name: _strategy_json(result) for result in topic.strategies},
    }


def _strategy_json(result: StrategyResult) -> dict[str, object]:
    return {
        **{field: result.mean(field) for field in FIELDS},
        "hits": result.hits,
        "fetched": sum(run.fetched for run in result.runs),
        "target_length": result.target_length,
        "overlap": result.overlap,
        "jaccard": result.jaccard,
        "harvest_sd": result.harvest_sd,
        "curve": [list(point) for point in result.curve],
        "ms_per_page": result.ms_per_page,
    }


def _means_json(means: Sequence[Mean]) -> dict[str, object]:
    rest = [field.name for field in fields(Mean) if field.name not in {"name", "values"}]
    return {mean.name: {**mean.values, **{name: getattr(mean, name) for name in rest}} for mean in means}


def _finite(values: Mapping[str, object]) -> dict[str, object]:
    """Replace what JSON has no number for (an effect without any spread) by null."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in values.items()
    }
