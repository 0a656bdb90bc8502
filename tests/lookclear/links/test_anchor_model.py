import pytest

from lookclear.links.anchor_model import AnchorModel
from lookclear.text.vectors import RowBatch, Vocabulary

WORDS = Vocabulary()


def rows(*texts):
    return RowBatch.of([WORDS.row(dict.fromkeys(text.split(), 1.0)) for text in texts])


def chances(model, *texts):
    anchors = rows(*texts)
    return model.probability(anchors, len(WORDS))


def test_nothing_is_known_before_the_first_lesson():
    assert chances(AnchorModel(), "crop soil", "", "水稻") == pytest.approx([0.5, 0.5, 0.5])


def test_anchors_like_those_that_paid_off_are_likely_to_do_so_again():
    model = AnchorModel()
    for _ in range(10):
        model.learn(rows("crop soil", "水稻 土壤"), 1.0)
        model.learn(rows("bank loan", "贷款"), 0.0)
    paid, chinese, mixed, lost = chances(model, "crop", "水稻", "crop bank", "loan")
    assert min(paid, chinese) > 0.7
    assert lost < 0.3
    assert lost < mixed < paid


@pytest.mark.parametrize("outcome", [0.0, 0.3, 1.0])
def test_chances_stay_in_bounds_whatever_is_learned(outcome):
    model = AnchorModel()
    for _ in range(300):
        model.learn(rows("", "crop", "crop crop soil"), outcome)
    found = chances(model, "", "crop", "unheard")
    assert ((found >= 0) & (found <= 1)).all()
