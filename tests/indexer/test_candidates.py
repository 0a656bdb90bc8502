import numpy as np
import pytest

from indexer import Document, Index
from indexer.candidates import live_with_any, side_by_side
from indexer.layout import MOST_LISTS


def parts(text, field="han"):
    return [((field, char), at) for at, char in enumerate(text)]


@pytest.fixture
def state(tmp_path):
    with Index.open(tmp_path) as index:
        for number, body in enumerate(
            ["武汉长江大桥", "江大长桥", "长江大桥 dead", "桥大江长 江大", "marsh salt"]
        ):
            index.add(Document(f"http://a.org/{number}", body=body))
        index.delete("http://a.org/2")
        yield index._state


@pytest.mark.parametrize("engine", ["numba"], indirect=True)
@pytest.mark.parametrize(
    ("text", "besides", "expected"),
    [
        ("江大", None, [0, 1, 3]),
        ("江大", [1], [0, 3]),
        ("长江大桥", None, [0]),
        ("大江长", None, [3]),
        ("沼江", None, []),  # nobody has the first
        ("江江", None, None),  # one list has nothing to be met with
        ("江大" * MOST_LISTS, None, None),
    ],
)
def test_documents_where_characters_stand_side_by_side(state, engine, text, besides, expected):
    found = side_by_side(state, parts(text), None if besides is None else np.array(besides))
    assert (found if found is None else found.tolist()) == expected


@pytest.mark.parametrize("engine", ["numpy"], indirect=True)
def test_without_compiled_code_nothing_is_told(state, engine):
    assert side_by_side(state, parts("江大"), None) is None


@pytest.mark.parametrize("engine", ["numpy", "numba"], indirect=True)
@pytest.mark.parametrize(
    ("names", "count"), [(["marsh", "salt"], 1), (["大桥", "marsh", "unknown"], 2), (["dead"], 0), ([], 0)]
)
def test_live_documents_with_any_of_some_words(state, engine, names, count):
    assert live_with_any(state, names) == count
