import numpy as np

from lookclear.tunnel.lineage import Lineage, Offer

SEED = Offer(3, 0, 1.0)


def test_a_page_inherits_the_best_offer_made_to_its_addresses():
    lines = Lineage()
    lines.offer(np.array([0, 1]), Offer(1, 1, 0.6, inherited=0.4))
    lines.offer(np.array([1, 2]), Offer(2, 2, 0.9, inherited=0.1))
    assert lines.enter([0], SEED) == Offer(1, 1, 0.6, 0, 0.4)
    assert lines.enter([0, 1], SEED) == Offer(2, 2, 0.9, 0, 0.4)
    assert lines.enter([], SEED) == SEED
    assert lines.enter([99], SEED) == SEED
    assert lines.inherited(np.array([1, 2]))["depth"].tolist() == [2.0, 3.0]
    assert lines.inherited(np.array([1]))["run"].tolist() == [3.0]  # with the page itself


def test_offers_only_rise():
    lines = Lineage()
    assert lines.offer(np.array([5, 5, 7]), Offer(2, 1, 0.7)) == [5, 7]
    assert lines.offer(np.array([5]), Offer(1, 0, 1.0)) == []
    assert lines.offer(np.array([5]), Offer(2, 0, 0.7)) == []  # nearer, but no deeper
    assert lines.enter([5], SEED) == Offer(2, 0, 0.7)
    assert lines.offer(np.array([5]), Offer(3, 2, 0.8)) == [5]
    assert lines.renew(0, 5).depth == 3


def test_a_page_that_is_given_up_leads_nowhere():
    lines = Lineage()
    lines.enter([], SEED)
    lines.close(0)
    assert lines.inherited(np.array([0]))["depth"].tolist() == [0.0]
