import pytest

from lookclear.domain import StopReason
from lookclear.session.health import MEASURED, WINDOW, Health


def crawled(*stretches: tuple[int, float, float]) -> Health:
    """Return the health after stretches of (pages, share on topic, likeness of those)."""
    health = Health()
    for pages, share, likeness in stretches:
        due = 0.0
        for _ in range(pages):
            due += share
            on_topic = due >= 1
            due -= on_topic
            health.observe(on_topic=on_topic, likeness=likeness)
    return health


@pytest.mark.parametrize(
    ("stretches", "reason"),
    [
        ([(WINDOW - 1, 0.0, 0.0)], None),  # too early to tell
        ([(WINDOW, 0.0, 0.0)], StopReason.STARVED),
        ([(WINDOW, 0.02, 0.5)], StopReason.STARVED),
        ([(WINDOW, 0.05, 0.5)], None),
        ([(WINDOW, 0.05, 0.5), (2 * WINDOW, 0.0, 0.0)], StopReason.STARVED),  # 10 of 600
        ([(WINDOW, 0.05, 0.5), (WINDOW, 0.0, 0.0)], None),  # poor, but it was never rich
        ([(WINDOW, 0.5, 0.5), (WINDOW, 0.0, 0.0)], StopReason.SATURATED),
        ([(WINDOW, 0.5, 0.5), (WINDOW // 2, 0.0, 0.0)], None),
        ([(3 * WINDOW, 0.5, 0.5)], None),
        ([(WINDOW, 0.5, 0.5), (WINDOW, 0.5, 0.2)], StopReason.DRIFTING),
        ([(WINDOW, 0.5, 0.5), (WINDOW, 0.5, 0.4)], None),
    ],
)
def test_trouble_is_named_as_soon_as_it_is_clear(
    stretches: list[tuple[int, float, float]], reason: StopReason | None
) -> None:
    trouble = crawled(*stretches).trouble()
    assert (trouble.reason if trouble else None) is reason


def test_trouble_says_since_when_and_what_to_do() -> None:
    trouble = crawled((250, 0.0, 0.0)).trouble()
    assert trouble is not None
    assert trouble.since == 250 - WINDOW + 1
    assert "harvest 0% after 250 pages" in trouble.sentence
    assert "topic.toml" in trouble.sentence


def test_drift_needs_pages_on_topic_at_both_ends() -> None:
    few = crawled((WINDOW, 0.3, 0.5), (MEASURED - 15, 1.0, 0.1))
    assert few.trouble() is None
