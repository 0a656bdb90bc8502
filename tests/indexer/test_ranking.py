import numpy as np
import pytest

from indexer import Document, Index
from indexer.ranking import best, bm25, idf, prior


def test_worked_example_of_bm25():
    score = bm25(np.array([3.0]), np.array([100.0]), 120.0, idf(1000, 10))
    assert idf(1000, 10) == pytest.approx(4.55738, abs=5e-6)
    assert score[0] == pytest.approx(7.42684, abs=5e-6)


def test_worked_example_of_bm25_through_the_index(tmp_path):
    """N = 1000, df = 10, tf = 3, length 100, mean length 120."""
    with Index.open(tmp_path) as index:
        index.add(Document("hit", {"body": ["marsh"] * 3 + ["filler"] * 97}))
        for number in range(9):
            index.add(Document(f"other{number}", {"body": ["marsh"] + ["filler"] * 119}))
        rest = 120 * 1000 - 100 - 9 * 120
        for number in range(990):
            length = rest // 990 + (number < rest % 990)
            index.add(Document(f"rest{number}", {"body": ["filler"] * length}))
        (hit, *_) = index.search("marsh").hits
        assert index.stats().mean_length == pytest.approx(120)
        assert hit.key == "hit"
        assert hit.score == pytest.approx(7.42684, abs=5e-6)


def test_idf_stays_positive_for_words_of_every_document():
    assert idf(10, 10) > 0


def test_prior_weights():
    assert prior(np.array([0.0, 1.0]), np.array([0.0, 1.0])).tolist() == pytest.approx([1.0, 1.8])


def test_best_breaks_ties_by_place():
    scores = np.array([1.0, 3.0, 2.0, 3.0, 2.0, 2.0])
    assert best(scores, 4).tolist() == [1, 3, 2, 4]
    assert best(scores, 99).tolist() == [1, 3, 2, 4, 5, 0]
    assert best(scores, 0).tolist() == []
    assert best(np.empty(0), 3).tolist() == []


def test_best_agrees_with_a_full_sort():
    rng = np.random.default_rng(3)
    for _ in range(200):
        scores = rng.integers(0, 5, rng.integers(0, 40)).astype(float)
        count = int(rng.integers(0, 45))
        expected = sorted(range(len(scores)), key=lambda place: (-scores[place], place))[:count]
        assert best(scores, count).tolist() == expected
