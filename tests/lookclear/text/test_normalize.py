from hypothesis import given
from hypothesis import strategies as st

from lookclear.text.normalize import fold


def test_spellings_that_read_the_same_fold_together():
    assert fold("ＡＢＣ") == fold("abc") == "abc"
    assert fold("soil\u200b") == "soil"
    assert fold("ﬁeld") == "field"
    assert fold("搜尋軟體") == fold("搜寻软体") == "搜寻软体"


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing(word):
    assert fold(fold(word)) == fold(word)
