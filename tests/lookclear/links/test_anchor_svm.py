import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.links.anchor_svm import LEAST_EACH, AnchorSvm, platt
from lookclear.text.vectors import RowBatch, Vocabulary

WORDS = Vocabulary()


def row(text):
    return WORDS.row({word: float(text.split().count(word)) for word in text.split()})


def chances(machine, *texts):
    rows = RowBatch.of([row(text) for text in texts])
    return machine.probability(rows, len(WORDS)).tolist()


def taught(times=8):
    machine = AnchorSvm()
    for n in range(times):
        machine.add(row(f"crop soil w{n}"), True)
        machine.add(row(f"水稻 土壤 w{n}"), True)
        machine.add(row(f"bank loan w{n}"), False)
        machine.add(row(f"贷款 w{n}"), False)
    machine.train(len(WORDS))
    return machine


def test_nothing_is_known_before_it_was_trained_on_enough():
    machine = AnchorSvm()
    assert chances(machine, "crop soil", "", "水稻") == [0.5, 0.5, 0.5]
    for _ in range(LEAST_EACH - 1):
        machine.add(row("crop"), True)
        machine.add(row("bank"), False)
    assert not machine.train(len(WORDS))
    machine.add(row("crop"), True)
    machine.add(row("bank"), False)
    assert machine.train(len(WORDS))
    assert chances(machine, "crop")[0] > 0.5


def test_anchors_like_those_that_paid_off_are_likely_to_do_so_again():
    paid, chinese, mixed, lost = chances(taught(), "crop", "水稻", "crop bank", "loan")
    assert min(paid, chinese) > 0.7
    assert lost < 0.3
    assert lost < mixed < paid


def test_words_that_came_later_and_no_words_are_bounded():
    machine = taught()
    found = chances(machine, "never heard of", "", "crop " * 50)
    assert all(0 <= chance <= 1 for chance in found)
    assert found[0] == pytest.approx(found[1])


def test_anchors_without_words_teach_nothing():
    machine = AnchorSvm()
    for _ in range(20):
        machine.add(row(""), True)
        machine.add(row(""), False)
    assert not machine.train(len(WORDS))


def test_same_examples_give_the_same_machine():
    assert chances(taught(), "crop soil bank") == chances(taught(), "crop soil bank")


def test_what_is_seen_twice_as_often_to_pay_off_is_held_twice_as_likely():
    margins = np.repeat([-1.0, 1.0], 300)
    paid = np.concatenate((np.arange(300) % 3 == 0, np.arange(300) % 3 != 0))
    slope, shift = platt(margins, paid)
    found = 1 / (1 + np.exp(-(slope * np.array([-1, 1]) + shift)))
    assert found == pytest.approx([1 / 3, 2 / 3], abs=0.01)


@given(st.lists(st.tuples(st.floats(-100, 100), st.booleans()), min_size=1, max_size=40))
def test_a_larger_margin_is_never_less_likely(examples):
    margins, paid = (np.array(column) for column in zip(*examples, strict=True))
    slope, shift = platt(margins, paid.astype(bool))
    assert slope >= 0
    assert np.isfinite(shift)
