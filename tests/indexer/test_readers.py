"""Several processes query an index that another changes."""

from types import SimpleNamespace

import pytest

from benchmarks.index_readers import PAGES, problem_of, run


def test_every_answer_of_several_processes_is_a_state_between_question_and_answer(tmp_path):
    outcome = run(tmp_path / "index", seconds=3, readers=2, compact_every=10)
    assert outcome.wrong == ()
    assert outcome.questions > 20
    assert outcome.compactions


@pytest.mark.parametrize(
    ("states", "state", "said"),
    [
        ([7] * PAGES, 7, ""),
        ([7] * (PAGES - 1), 7, "not 25"),
        ([7] * (PAGES - 1) + [3], 7, "[3, 7]"),
        ([3] * PAGES, 7, "state 3, not 7"),
    ],
)
def test_an_answer_that_is_of_no_state_is_named(states, state, said):
    hits = [SimpleNamespace(title=f"State {one}") for one in states]
    answer = SimpleNamespace(total=len(hits), hits=hits)
    assert said in problem_of(answer, 3, state)
    assert bool(said) == bool(problem_of(answer, 3, state))
