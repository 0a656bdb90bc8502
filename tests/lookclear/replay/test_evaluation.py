import json
import random

import pytest

from lookclear.errors import UsageError, WebArchiveError
from lookclear.replay.evaluation import (
    FIELDS,
    Protocol,
    as_json,
    evaluate_web,
    label_words,
    read_labels,
    relevant_pages,
)
from lookclear.replay.pages import RecordedPages
from lookclear.replay.web import RecordedWeb
from tests.web.topical import record, topical

SITE = "http://garden.test"


@pytest.fixture(scope="module")
def labelled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web")
    pages = topical([SITE], 120)
    lines = [
        json.dumps({"url": url, "labels": ["topic:garden" if "tomato" in html else "topic:football"]})
        for url, html in pages.items()
    ]
    (folder / "labels.jsonl").write_text("\n".join(lines) + "\n")
    return RecordedPages(RecordedWeb.open(record(pages, folder / "warc"))), folder / "labels.jsonl"


def test_strategies_are_compared_on_the_same_seeds(labelled):
    pages, labels = labelled
    protocol = Protocol(("topic:garden",), ("breadth-first", "link-context", "oracle"), pages=30, repeats=2)
    (topic,) = evaluate_web(pages, read_labels(labels), protocol)
    breadth, context, oracle = topic.strategies
    assert context.hits > breadth.hits
    assert oracle.auc_vs_oracle == (1.0, 1.0)
    assert 0 < context.mean("auc_vs_oracle") <= 1.0
    assert context.curve[-1] == (30.0, context.hits / 2)


def test_seeds_are_drawn_as_the_protocol_says_and_never_count(labelled):
    pages, labels = labelled
    marks = read_labels(labels)
    relevant = relevant_pages(marks, "topic:garden", Protocol(("topic:garden",), ()))
    seeds = random.Random(7).sample(relevant, 3)
    protocol = Protocol(("topic:garden",), ("oracle",), pages=200, repeats=1, random_seed=7)
    (topic,) = evaluate_web(pages, marks, protocol)
    (run,) = topic.strategies[0].runs
    assert run.hits <= len(relevant) - len(set(seeds))
    assert run.recall <= 1.0


@pytest.mark.parametrize("describe", ["keywords", "examples"])
def test_the_crawler_can_be_told_more(labelled, describe):
    pages, labels = labelled
    protocol = Protocol(("topic:garden",), ("mix",), pages=20, repeats=1, describe=describe)
    (topic,) = evaluate_web(pages, read_labels(labels), protocol)
    assert topic.strategies[0].hits > 0


def test_results_have_the_form_of_the_contract(labelled):
    pages, labels = labelled
    protocol = Protocol(("topic:garden", "topic:garden+topic:football"), ("mix",), pages=10, repeats=1)
    document = as_json(evaluate_web(pages, read_labels(labels), protocol), labels, len(pages.web))
    strategies = document["topics"][1]["strategies"]["mix"]
    assert {"auc_vs_oracle", "r_precision", "curve", "ms_per_page", *FIELDS} <= set(strategies)
    assert document["topics"][1]["relevant"] == 120
    assert len(document["mean"]["mix"]["ci95"]) == 2
    json.dumps(document)


def test_a_label_nobody_carries_is_answered_with_those_that_exist(labelled):
    pages, labels = labelled
    with pytest.raises(UsageError, match="topic:football, topic:garden"):
        evaluate_web(pages, read_labels(labels), Protocol(("topic:gardn",), ("mix",)))


@pytest.mark.parametrize("line", ['{"url": 1}', "not json", '{"labels": []}'])
def test_a_bad_line_of_labels_is_named(tmp_path, line):
    path = tmp_path / "labels.jsonl"
    path.write_text('{"url": "http://a.test/", "labels": []}\n' + line)
    with pytest.raises(WebArchiveError, match="line 2"):
        read_labels(path)


def test_words_of_labels():
    assert label_words("topic:machine-learning+IT") == ("machine", "learning", "IT")
