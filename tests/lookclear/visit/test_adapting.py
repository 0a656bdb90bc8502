import numpy as np
import pytest

from lookclear.config import RelevanceSettings, TopicFile
from lookclear.domain import Topic
from lookclear.html.parse import parse
from lookclear.relevance.centroid import CentroidModel
from lookclear.text.vectors import RowBatch, TermRows, Vocabulary
from lookclear.visit import TopicCrawl
from lookclear.visit.adapting import EVERY, Adaptation

SEED = {"soil": 2.0, "crop": 1.0, "土壤": 1.0}


def adaptation():
    vocabulary = Vocabulary()
    model = CentroidModel(vocabulary, [])
    row = vocabulary.row(SEED)
    model.add_known(row, row)
    found = Adaptation(model)
    found.know("s.example", row, row)
    return vocabulary, model, found


def refreshed(vocabulary, model, found):
    model.refresh(np.zeros(len(vocabulary)), TermRows())
    found.apply()
    return {vocabulary.term(n): w for n, w in enumerate(model.link_topic) if w > 0}


def test_the_list_begins_with_what_seeds_say_of_themselves():
    assert set(refreshed(*adaptation())) == set(SEED)


def test_words_of_links_to_seeds_take_their_place_when_they_are_found():
    vocabulary, model, found = adaptation()
    for host in ("a.example", "b.example"):
        found.back_link(host, vocabulary.row({"farming": 1.0, "农业": 1.0}))
    assert {"farming", "农业"} < set(refreshed(vocabulary, model, found))


@pytest.mark.parametrize(("relevance", "is_learned"), [(0.9, True), (0.1, False), (0.5, False)])
def test_words_that_led_to_relevant_pages_come_in_after_a_batch(relevance, is_learned):
    vocabulary, model, found = adaptation()
    refreshed(vocabulary, model, found)
    context = RowBatch.of([vocabulary.row({"soil": 1.0, "plough": 1.0})])
    for n in range(EVERY):
        found.outcome([f"h{n % 4}.example"], context, relevance)
    assert ("plough" in refreshed(vocabulary, model, found)) is is_learned
    assert found.outcomes.total() == 1


def test_a_crawl_learns_from_links_and_repeats_itself():
    def crawl():
        settings = TopicFile(name="t", relevance=RelevanceSettings(adapt=True))
        core = TopicCrawl(Topic("t", seeds=("http://a.example/",)), strategy="mix", settings=settings)
        pages = ["<p>soil crop 土壤 <a href=/1>plough soil</a><a href=/2>bank</a></p>"]
        pages += [
            f"<p>soil crop 土壤 <a href=/>fields 田地</a><a href=/{n + 2}>soil</a></p>" for n in range(30)
        ]
        return [
            core.visit(parse(html.encode(), f"http://a.example/{n or ''}"), depth=0, seed=n == 0)
            for n, html in enumerate(pages)
        ]

    assert crawl() == crawl()
