import pytest

from lookclear.domain import StopReason
from lookclear.session.ending import stop_reason, why_starved
from lookclear.session.health import Trouble

STARVES = Trouble(StopReason.STARVED, 1, "")
SATURATED = Trouble(StopReason.SATURATED, 1, "")


@pytest.mark.parametrize(
    ("complete", "within_budget", "stop_early", "trouble", "fetched", "waiting", "reason"),
    [
        (True, True, False, None, 10, 0, StopReason.DONE),
        (True, True, False, None, 0, 0, StopReason.STARVED),
        (True, True, False, None, 10, 5, StopReason.STARVED),  # hosts that want to be left alone
        (True, False, False, None, 10, 5, StopReason.BUDGET),
        (False, False, False, None, 10, 5, StopReason.BUDGET),
        (False, True, False, None, 10, 5, StopReason.STOPPED),
        (False, True, True, SATURATED, 10, 5, StopReason.STOPPED),
        (True, False, False, STARVES, 10, 5, StopReason.STARVED),
        (True, True, False, STARVES, 10, 0, StopReason.DONE),
        (True, True, True, STARVES, 10, 5, StopReason.STARVED),
        (True, False, False, SATURATED, 10, 5, StopReason.BUDGET),
        (True, True, False, SATURATED, 10, 0, StopReason.DONE),
        (True, True, True, SATURATED, 10, 5, StopReason.SATURATED),
    ],
)
def test_every_run_ends_for_one_reason(
    complete: bool,
    within_budget: bool,
    stop_early: bool,
    trouble: Trouble | None,
    fetched: int,
    waiting: int,
    reason: StopReason,
) -> None:
    given = stop_reason(
        complete=complete,
        within_budget=within_budget,
        stop_early=stop_early,
        trouble=trouble,
        fetched=fetched,
        waiting=waiting,
    )
    assert given is reason


def test_what_starved_a_crawl_is_named_with_what_to_do() -> None:
    assert "check the addresses in topic.toml" in why_starved(0, {})
    closed = {f"{name}.example": (3, "HTTP 503") for name in "dcba"}
    said = why_starved(12, closed)
    assert said.startswith(
        "12 addresses wait for hosts that want to be left alone, such as a.example (HTTP 503)"
    )
    assert "d.example" not in said
    assert "others" not in said


def test_only_addresses_of_closed_hosts_are_said_to_wait_for_them() -> None:
    said = why_starved(80, {"a.example": (2, "HTTP 429")})
    assert said.startswith("2 addresses wait for hosts that want to be left alone, such as a.example")
    assert "and 78 for others" in said
    assert "80 addresses" in why_starved(80, {})
