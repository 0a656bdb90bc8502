import pytest

from lookclear.text.background import COMMON, RARE, page_share


@pytest.mark.parametrize(
    ("common", "rare"), [("market", "mycorrhiza"), ("我们", "土壤"), ("time", "harvest")]
)
def test_everyday_words_stand_on_more_pages_than_special_ones(common, rare):
    assert RARE <= page_share(rare) < page_share(common) <= COMMON


def test_an_unknown_word_is_taken_as_rare():
    assert page_share("qwxyzzy") == RARE
    assert page_share("龘龘龘") == RARE
