import math

import numpy as np
import pytest

from lookclear.relevance.contract import Examples
from lookclear.relevance.tfidf2 import TermWeight, Tfidf2, centroid, factors
from lookclear.text.vectors import RowBatch, Vocabulary
from lookclear.topics.root_set import likeness
from tests.lookclear.relevance.pages_of_words import rows_of

BACKGROUND = {"corn": 20, "seed": 50, "soil": 100, "stock": 400}


@pytest.fixture(scope="module")
def worked():
    vocabulary = Vocabulary()
    root = [{"corn": 3, "seed": 1}, {"corn": 1, "soil": 2}, {"corn": 2, "seed": 2, "stock": 1}]
    rows = [vocabulary.row({term: 1 + math.log(tf) for term, tf in page.items()}) for page in root]
    pages = [[term for term, pages in BACKGROUND.items() if at < pages] for at in range(1_000)]
    return vocabulary, RowBatch.of(rows), rows_of(vocabulary, pages)


def of_term(vocabulary, vector):
    return {vocabulary.term(number): float(value) for number, value in enumerate(vector)}


@pytest.mark.parametrize(
    ("rule", "corn", "seed"),
    [("max", 8.2514, 3.4365), ("ave", 6.2801, 2.7331), ("sum", 18.8404, 5.4662)],
)
def test_worked_weights_by_centroid_rule(worked, rule, corn, seed):
    vocabulary, root, background = worked
    factor = factors(TermWeight.TFIDF2, root, background, len(vocabulary))
    found = of_term(vocabulary, centroid(root, factor, rule))
    assert found["corn"] / found["soil"] == pytest.approx(corn / 1.3533, rel=1e-4)
    assert found["seed"] / found["soil"] == pytest.approx(seed / 1.3533, rel=1e-4)
    assert found["stock"] / found["soil"] == pytest.approx(0.4176 / 1.3533, rel=1e-3)


def test_worked_sum_centroid_at_unit_length(worked):
    vocabulary, root, background = worked
    factor = factors(TermWeight.TFIDF2, root, background, len(vocabulary))
    found = of_term(vocabulary, centroid(root, factor))
    assert [found[term] for term in BACKGROUND] == pytest.approx([0.9579, 0.2779, 0.0688, 0.0212], abs=5e-5)


@pytest.mark.parametrize(
    ("words", "expected"), [("corn guide", 0.6999), ("soil guide", 0.0503), ("corn soil", 0.7502)]
)
def test_worked_likeness_by_importance(worked, words, expected):
    vocabulary, root, background = worked
    page = rows_of(vocabulary, [words.split()])
    factor = factors(TermWeight.TFIDF2, root, background, len(vocabulary))
    assert likeness(page, centroid(root, factor))[0] == pytest.approx(expected, abs=5e-5)


def test_plain_tfidf_gives_nothing_to_what_all_root_pages_share(worked):
    vocabulary, root, background = worked
    plain = of_term(vocabulary, factors(TermWeight.PLAIN, root, background, len(vocabulary)))
    assert plain["corn"] == 0
    assert plain["seed"] == pytest.approx(math.log(3 / 2))


@pytest.mark.parametrize(
    ("weight", "corn"),
    [(TermWeight.BACKGROUND, 3.93183), (TermWeight.SHARED, 1.0), (TermWeight.TFIDF2, 3.93183)],
)
def test_the_four_weights_differ_by_their_factors(worked, weight, corn):
    vocabulary, root, background = worked
    found = of_term(vocabulary, factors(weight, root, background, len(vocabulary)))
    assert found["corn"] == pytest.approx(corn, abs=5e-6)


def test_an_unknown_rule_is_named(worked):
    _, root, _ = worked
    with pytest.raises(ValueError, match="no centroid rule 'mean'"):
        centroid(root, np.ones(9), "mean")


def test_the_centroid_keeps_its_largest_terms_only():
    vocabulary = Vocabulary()
    words = [f"word{chr(97 + at)}" for at in range(26)]
    root = RowBatch.of([vocabulary.row({word: float(at + 1) for at, word in enumerate(words)})])
    kept = centroid(root, np.ones(len(vocabulary)), largest=5)
    assert np.count_nonzero(kept) == 5
    assert kept[:21].sum() == 0


def test_chinese_and_mixed_pages_are_alike_to_their_topic():
    vocabulary = Vocabulary()
    root = rows_of(vocabulary, [["土壤", "corn"], ["土壤", "seed"]])
    other = rows_of(vocabulary, [["银行", "loan"], ["银行", "bond"]])
    model = Tfidf2.learned(vocabulary, Examples(root, other))
    chinese, mixed, far = model.margins(rows_of(vocabulary, [["土壤"], ["土壤", "银行"], ["银行"]]))
    assert chinese > mixed > far == 0
