import pytest

from lookclear.session.topiccheck import collapse


@pytest.mark.parametrize(
    ("on_topic", "count", "said"),
    [
        (0, 49, ""),
        (0, 50, "none of 50 pages is on topic"),
        (1, 50, ""),
        (95, 100, ""),
        (96, 100, "96 of 100 pages count as on topic"),
        (49, 49, ""),
        (0, 0, ""),
    ],
)
def test_a_judge_that_tells_nothing_apart_is_named(on_topic: int, count: int, said: str) -> None:
    warnings = collapse([0.5] * on_topic + [0.49] * (count - on_topic), 0.5)
    assert bool(warnings) is bool(said)
    assert all(said in one for one in warnings)
