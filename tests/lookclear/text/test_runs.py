import pytest

from lookclear.text.runs import find_runs


@pytest.mark.parametrize(
    ("text", "spaced", "chinese"),
    [
        ("salt marsh", ["salt", "marsh"], []),
        ("'rock''n'roll'", ["rock''n'roll"], []),
        ("GPU显卡与don’t", ["GPU", "don't"], ["显卡与"]),
        ("搜索 引擎", [], ["搜索", "引擎"]),
        ("！", [], []),
    ],
)
def test_runs_of_a_text(text, spaced, chinese):
    found = find_runs(text)
    assert found.spaced.split() == spaced
    bounds = zip(found.han_starts.tolist(), found.han_ends.tolist(), strict=True)
    assert [text[start:end] for start, end in bounds] == chinese
    assert len(found.starts) == len(found.ends) == len(spaced)


def test_words_that_are_not_ascii_are_numbered():
    assert find_runs("one zwölf three Москва").foreign.tolist() == [1, 3]
