import numpy as np
import pytest

from lookclear.relevance.crawl_judge import CrawlJudge
from lookclear.relevance.learned import KINDS
from lookclear.text.vectors import TermRows
from tests.lookclear.relevance.pages_of_words import BANK, FARM, LANGUAGES, collection, drawn, row_of


def crawl(language="English", known=4, fetched=80, relevant=20):
    """Return (vocabulary, known rows, fetched rows, which of these are on topic)."""
    vocabulary, examples, _, _ = collection(language, positives=known, unlabelled=fetched, hidden=relevant)
    rows = TermRows()
    rows.extend(examples.unlabelled)
    return vocabulary, [examples.positive[at] for at in range(known)], rows, np.arange(fetched) < relevant


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_fetched_pages_are_judged_by_models_that_were_not_told_they_are_off_topic(kind, language):
    vocabulary, known, fetched, labels = crawl(language, known=8)
    judge = CrawlJudge(kind, vocabulary)
    judge.refresh(known, [], fetched, {})
    relevance = judge.relevance(fetched)
    assert relevance[labels].mean() > relevance[~labels].mean() + 0.2
    assert relevance.tolist() != judge.model.scores(fetched.batch()).tolist()


def test_pages_fetched_since_and_parts_of_the_rows_get_the_same_judgement():
    vocabulary, known, fetched, _ = crawl()
    judge = CrawlJudge("naive-bayes", vocabulary)
    judge.refresh(known, [], fetched, {})
    before = judge.relevance(fetched)
    for words in drawn(np.random.default_rng(8), FARM, 3) + drawn(np.random.default_rng(9), BANK, 3):
        fetched.append(row_of(vocabulary, *words))
    after = judge.relevance(fetched)
    assert after[: len(before)].tolist() == before.tolist()
    assert after[-6:-3].mean() > after[-3:].mean()
    assert judge.relevance(fetched, 70).tolist() == after[70:].tolist()
    assert judge.relevance(fetched, len(fetched) - 2).tolist() == after[-2:].tolist()


def test_what_is_settled_is_not_judged():
    vocabulary, known, fetched, _ = crawl()
    judge = CrawlJudge("centroid", vocabulary)
    judge.refresh(known, [fetched.batch()[70]], fetched, {5: True, 70: False})
    relevance = judge.relevance(fetched)
    assert relevance[[5, 70]].tolist() == [1.0, 0.0]


@pytest.mark.parametrize(("known", "fetched"), [(1, 80), (4, 30)])
def test_too_few_pages_give_no_opinion_and_a_reason(known, fetched):
    vocabulary, rows, pages, _ = crawl(known=known, fetched=fetched, relevant=5)
    judge = CrawlJudge("vote", vocabulary)
    judge.refresh(rows, [], pages, {})
    assert judge.relevance(pages) is None
    assert "too few" in judge.trouble


def test_examples_that_are_counter_examples_give_no_opinion_and_a_reason():
    vocabulary, known, fetched, _ = crawl()
    judge = CrawlJudge("vote", vocabulary)
    judge.refresh(known, known, fetched, {})
    assert judge.relevance(fetched) is None
    assert "the same pages" in judge.trouble


def test_the_same_crawl_is_judged_the_same():
    judgements = []
    for _ in range(2):
        vocabulary, known, fetched, _ = crawl("mixed")
        judge = CrawlJudge("vote", vocabulary, random_seed=3)
        judge.refresh(known, [], fetched, {})
        judgements.append(judge.relevance(fetched).tolist())
    assert judgements[0] == judgements[1]
