"""Neighbours tell what word lists cannot: which pages stand among the known ones."""

import numpy as np
import pytest

from lookclear.relevance.neighbours import BEGINS, FARTHEST, Known, Neighbours, odds_of
from lookclear.text.vectors import TermRows

ENGLISH = {
    "farm": ("soil", "grain", "plough", "wheat", "barn"),
    "bank": ("loan", "rate", "bond", "fund", "tax"),
}
CHINESE = {"farm": ("土壤", "谷物", "犁", "小麦", "谷仓"), "bank": ("贷款", "利率", "债券", "基金", "税")}
MIXED = {"farm": ("soil", "谷物", "plough", "小麦", "barn"), "bank": ("loan", "利率", "bond", "基金", "tax")}
WORDS = [ENGLISH, CHINESE, MIXED]


def web(words, pages=60):
    """Return rows of pages, farm and bank by turns, each with three of its kind's five words."""
    numbers = {word: at for at, word in enumerate((*words["farm"], *words["bank"]))}
    chance = np.random.default_rng(1)
    rows = TermRows()
    for page in range(pages):
        own = words["farm" if page % 2 == 0 else "bank"]
        said = sorted(numbers[word] for word in chance.choice(own, 3, replace=False))
        rows.append((np.array(said, np.int32), np.ones(3, np.float32)))
    return rows, np.full(len(numbers), 2.0)


def known_pages(rows, pages=(0, 2), trust=None, fetched=True):
    trusts = np.ones(len(pages)) if trust is None else np.array(trust)
    at = tuple(pages) if fetched else (-1,) * len(pages)
    return Known(tuple(rows.batch()[page] for page in pages), trusts, at, tuple(pages) if fetched else ())


def told(rows, idf, own, known):
    neighbours = Neighbours()
    neighbours.refresh(rows, idf, own, known)
    return neighbours


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("fetched", [True, False], ids=["seeds", "examples that were not fetched"])
def test_pages_among_known_ones_rise_though_word_lists_tell_nothing(words, fetched):
    rows, idf = web(words)
    neighbours = told(rows, idf, np.full(len(rows), 0.3), known_pages(rows, fetched=fetched))
    judged = neighbours.judged(np.full(len(rows), 0.3), rows, idf)
    farm, bank = judged[4:50:2], judged[5:50:2]
    assert farm.min() > bank.max()


@pytest.mark.parametrize("words", WORDS)
def test_a_page_that_was_never_fetched_is_judged_by_the_same_neighbours(words):
    rows, idf = web(words)
    neighbours = told(rows, idf, np.full(len(rows), 0.3), known_pages(rows))
    others = TermRows()
    others.extend(rows.batch().take(np.array([4, 5])))
    farm, bank = neighbours.judged(np.full(2, 0.3), others, idf)
    assert farm > bank


@pytest.mark.parametrize("words", WORDS)
def test_good_company_says_little_where_all_that_was_fetched_is_on_topic(words):
    rows, idf = web(words, pages=100)
    neighbours = told(rows, idf, np.full(len(rows), 0.98), known_pages(rows))
    odd = TermRows()
    odd.extend(rows.batch().take(np.array([5])))
    assert neighbours.judged(np.full(1, 0.05), odd, idf)[0] < 0.5


def test_what_word_lists_say_of_neighbours_counts():
    rows, idf = web(ENGLISH)
    low, high = np.full(len(rows), 0.1), np.full(len(rows), 0.1)
    high[0::2] = 0.9
    high[4] = low[4]
    known = known_pages(rows)
    alone = told(rows, idf, low, known).judged(low, rows, idf)[4]
    among = told(rows, idf, high, known).judged(high, rows, idf)[4]
    assert among > alone


def test_a_seed_that_is_not_trusted_reaches_less():
    rows, idf = web(ENGLISH)
    own = np.full(len(rows), 0.3)
    both = told(rows, idf, own, known_pages(rows, (0, 1))).judged(own, rows, idf)
    doubted = told(rows, idf, own, known_pages(rows, (0, 1), trust=(1.0, 0.1))).judged(own, rows, idf)
    assert doubted[4:50:2].mean() - doubted[5:50:2].mean() > both[4:50:2].mean() - both[5:50:2].mean() + 0.1


def test_neighbours_wait_until_there_are_enough_pages():
    rows, idf = web(ENGLISH, BEGINS - 1)
    neighbours = told(rows, idf, np.full(len(rows), 0.3), known_pages(rows))
    assert not neighbours.speak


def test_pages_are_not_all_on_topic_because_some_are_less_off_it_than_others():
    rows, idf = web(ENGLISH)
    own = np.full(len(rows), 0.001)
    nobody = Known((rows.batch()[0],), np.ones(1), (0,), (0,))
    judged = told(rows, idf, own, nobody).judged(own, rows, idf)
    assert judged.max() < 0.5


@pytest.mark.parametrize("known", [Known((), np.zeros(0), (), ()), Known((), np.zeros(0), (), (3, 5))])
def test_without_known_pages_there_is_no_reach_and_no_trouble(known):
    rows, idf = web(ENGLISH)
    own = np.linspace(0.05, 0.95, len(rows))
    judged = told(rows, idf, own, known).judged(own, rows, idf)
    assert np.all((judged > 0) & (judged < 1))


def test_empty_pages_are_judged_too():
    rows, idf = web(ENGLISH)
    for _ in range(10):
        rows.append((np.zeros(0, np.int32), np.zeros(0, np.float32)))
    own = np.append(np.full(60, 0.3), np.full(10, 0.02))
    judged = told(rows, idf, own, known_pages(rows)).judged(own, rows, idf)
    assert np.isfinite(judged).all()
    assert judged[-1] < 0.3


def test_fetched_pages_are_judged_alike_from_wherever_one_begins():
    rows, idf = web(ENGLISH)
    own = np.linspace(0.1, 0.9, len(rows))
    neighbours = told(rows, idf, own, known_pages(rows))
    whole = neighbours.judged(own, rows, idf)
    for first in (1, 30, 55):
        assert neighbours.judged(own[first:], rows, idf, first) == pytest.approx(whole[first:])


def test_odds_are_cut_where_knowledge_ends():
    assert odds_of(np.array([0.0, 1.0])) == pytest.approx(np.array([-6.9068, 6.9068]), abs=1e-3)
    assert FARTHEST > 0
