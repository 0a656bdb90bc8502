import json
import random
from dataclasses import replace

import pytest

from lookclear.errors import UsageError
from lookclear.replay.evaluation import evaluate_prepared, evaluate_web
from lookclear.replay.labels import read_labels, relevant_pages
from lookclear.replay.pages import RecordedPages
from lookclear.replay.prepared import prepare
from lookclear.replay.protocol import Protocol, draw, off_topic_pages
from lookclear.replay.report import WebResult, as_json
from lookclear.replay.results import FIELDS
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
    relevant = relevant_pages(marks, "topic:garden", 4)
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
    topics = tuple(evaluate_web(pages, read_labels(labels), protocol))
    document = as_json([WebResult("garden", str(labels), len(pages.web), topics)])
    strategies = document["topics"][1]["strategies"]["mix"]
    assert {"auc_vs_oracle", "r_precision", "curve", "ms_per_page", *FIELDS} <= set(strategies)
    assert document["topics"][1]["relevant"] == 120
    assert len(document["mean"]["mix"]["ci95"]) == 2
    json.dumps(document)


def test_a_label_nobody_carries_is_answered_with_those_that_exist(labelled):
    pages, labels = labelled
    with pytest.raises(UsageError, match="topic:football, topic:garden"):
        evaluate_web(pages, read_labels(labels), Protocol(("topic:gardn",), ("mix",)))


def without_times(topics):
    return [[replace(result, ms_per_page=0) for result in topic.strategies] for topic in topics]


def test_results_are_the_same_bit_for_bit_whatever_the_number_of_processes(labelled):
    pages, labels = labelled
    protocol = Protocol(
        ("topic:garden", "topic:football"),
        ("breadth-first", "mix", "random"),
        pages=25,
        repeats=2,
        describe="keywords",
    )
    marks = read_labels(labels)
    alone, both = (evaluate_web(pages, marks, protocol, jobs=jobs) for jobs in (1, 2))
    assert without_times(alone) == without_times(both)
    backwards = replace(protocol, topics=protocol.topics[::-1], strategies=("mix",))
    again = evaluate_web(RecordedPages(pages.web), marks, backwards, jobs=2)
    assert again[1].strategies[0].runs == alone[0].strategies[1].runs


def test_how_far_targets_are_and_how_much_crawls_share_is_measured(labelled):
    pages, labels = labelled
    protocol = Protocol(("topic:garden",), ("breadth-first", "random"), pages=40, repeats=3)
    (topic,) = evaluate_web(pages, read_labels(labels), protocol)
    for result in topic.strategies:
        assert 1 <= result.target_length < 5
        assert 0 < result.jaccard < result.overlap < 1
        assert result.harvest_sd >= 0
    (alone,) = evaluate_web(pages, read_labels(labels), replace(protocol, repeats=1))
    assert alone.strategies[0].overlap is None


def test_addresses_that_alone_may_be_told_are_never_targets(labelled):
    pages, labels = labelled
    marks = read_labels(labels)
    told = [url for url, own in sorted(marks.items()) if "topic:garden" in own][:10]
    protocol = Protocol(("topic:garden",), ("oracle",), pages=200, repeats=2)
    (topic,) = evaluate_prepared(prepare(pages), marks, protocol, seeds_from={"topic:garden": told})
    assert all(run.hits <= topic.relevant - len(told) for run in topic.strategies[0].runs)


def test_several_webs_are_averaged_with_the_same_weight(labelled):
    pages, labels = labelled
    protocol = Protocol(("topic:garden", "topic:football"), ("best-first", "mix"), pages=10, repeats=1)
    topics = tuple(evaluate_web(pages, read_labels(labels), protocol))
    one = WebResult("one", "1.warc", 120, topics, "best-first")
    two = WebResult("two", "2.warc", 120, topics[:1], "best-first")
    document = as_json([one, two])
    of = [document["webs"][at]["mean"]["mix"]["harvest"] for at in (0, 1)]
    assert document["mean"]["mix"]["harvest"] == pytest.approx(sum(of) / 2)
    assert [topic["web"] for topic in document["topics"]] == ["one", "one", "two"]
    (test,) = document["webs"][0]["against"]["auc_vs_oracle"]
    assert (test["strategy"], test["topics"]) == ("mix", 2)
    assert document["webs"][1]["against"]["auc_vs_oracle"] == []
    json.dumps(document, allow_nan=False)


def test_spoiled_seeds_are_off_topic_and_all_else_stays_as_it_was(labelled):
    pages, labels = labelled
    marks = read_labels(labels)
    relevant = relevant_pages(marks, "topic:garden", 4)
    clean = Protocol(("topic:garden",), ("mix",), describe="examples")
    others = off_topic_pages(pages, relevant)
    drawn = draw(pages, relevant, "topic:garden", clean, 1)
    spoiled = draw(pages, relevant, "topic:garden", replace(clean, spoil=1), 1, off_topic=others)
    assert marks[spoiled.topic.seeds[0]] == {"topic:football"}
    assert spoiled.topic.seeds[1:] == drawn.topic.seeds[1:]
    assert spoiled.examples == drawn.examples
    assert spoiled.targets - drawn.targets == {pages.fetch(drawn.topic.seeds[0]).key}
    assert not drawn.targets - spoiled.targets


def test_a_comparison_can_be_made_with_spoiled_seeds(labelled):
    pages, labels = labelled
    protocol = Protocol(("topic:garden",), ("link-context",), pages=40, repeats=2)
    found = [
        evaluate_web(pages, read_labels(labels), replace(protocol, spoil=spoil))[0].strategies[0].hits
        for spoil in (0, 3)
    ]
    assert found[0] > found[1]
