import random

import numpy as np
import pytest

from indexer.closeness import near, spell


def distance(left, right):
    """The textbook's table, one pair at a time."""
    rows = [[i + j if not i * j else 0 for j in range(len(right) + 1)] for i in range(len(left) + 1)]
    for i in range(1, len(left) + 1):
        for j in range(1, len(right) + 1):
            rows[i][j] = min(
                rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (left[i - 1] != right[j - 1])
            )
            if i > 1 and j > 1 and left[i - 1] == right[j - 2] and left[i - 2] == right[j - 1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


@pytest.mark.parametrize("alphabet", ["abc", "搜索引擎", "ab搜索😀"])
@pytest.mark.parametrize("most", [1, 2])
def test_words_near_equal_the_textbook(alphabet, most):
    rng = random.Random(3)
    words = ["".join(rng.choices(alphabet, k=rng.randint(1, 8))) for _ in range(400)]
    for word in words[:40]:
        expected = [(at, d) for at, other in enumerate(words) if (d := distance(word, other)) <= most]
        assert near(spell(words), word, most) == expected


def test_nothing_is_near_in_an_empty_vocabulary():
    assert near(spell([]), "marsh", 2) == []
    assert near(spell(["marsh"]), "", 2) == []


def test_lone_surrogates_are_letters_like_others():
    assert near(spell(["\ud800b"]), "\ud800a", 1) == [(0, 1)]


def test_bits_are_counted_without_numpy_2(monkeypatch):
    from indexer import closeness

    bits = np.array([0, 1, 2**63 + 5], np.uint64)
    assert closeness._counted(bits).tolist() == [0, 1, 3]
