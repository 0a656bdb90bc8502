"""Who may be asked now: back-off and breakers, by a clock that tests turn."""

from __future__ import annotations

import itertools

import pytest

from lookclear.politeness.gate import (
    FAILURES_TO_OPEN,
    FAILURES_TO_STOP,
    LONGEST_DELAY_S,
    REFUSALS_TO_SLOW,
    REFUSALS_TO_STOP,
    Failure,
    HostGate,
    Manners,
)

A, B, C = "a.test", "b.test:8080", "丙.test"


def gate(delay_s: float = 1.0, latency_factor: float = 5.0) -> HostGate:
    return HostGate(Manners(delay_s, latency_factor))


def admits(one: HostGate, host: str, now: float, in_flight: int = 0, total: int = 0) -> bool:
    return one.admits(host, now, in_flight=in_flight, total=total)


def test_a_host_nothing_is_known_of_is_open() -> None:
    assert admits(gate(), A, 0.0)
    assert gate().delay_s(A) == 1.0


def test_an_overloaded_host_is_closed_as_long_as_it_says_and_slower_from_then_on() -> None:
    one = gate()
    assert one.overloaded(A, 100.0, why="http-error 429", retry_after_s=30) == 30
    assert not admits(one, A, 129.9)
    assert admits(one, A, 130.0)
    assert admits(one, B, 100.0)
    assert one.opens_at(A) == 130.0
    assert one.delay_s(A) == 2.0
    assert one.delay_s(B) == 1.0
    assert not admits(one, A, 130.0, in_flight=1)


def test_without_a_word_the_wait_doubles_and_is_forgotten_by_good_answers() -> None:
    one = gate()
    assert [one.overloaded(A, 0.0, why="503") for _ in range(4)] == [5, 10, 20, 40]
    assert one.delay_s(A) == 16.0
    for _ in range(60):
        one.answered(A, 0.0)
    assert one.delay_s(A) == 1.0
    assert one.overloaded(A, 0.0, why="503") == 5


def test_no_wait_is_longer_than_an_hour_and_no_delay_than_a_minute() -> None:
    one = gate()
    assert max(one.overloaded(A, 0.0, why="503") for _ in range(2_000)) == 3_600
    assert one.delay_s(A) == LONGEST_DELAY_S


@pytest.mark.parametrize(
    ("delay_s", "crawl_delay_s", "latency_s", "expected"),
    [
        (1.0, 0.0, 0.1, 1.0),
        (1.0, 0.0, 0.8, 4.0),  # a host that answers slowly is asked more slowly
        (1.0, 0.0, 100.0, 60.0),
        (1.0, 7.0, 0.8, 7.0),
        (0.0, 0.0, 0.8, 0.0),
        (0.0, 2.0, 0.8, 2.0),
    ],
)
def test_the_delay_is_the_longest_that_anything_asks_for(
    delay_s: float, crawl_delay_s: float, latency_s: float, expected: float
) -> None:
    one = gate(delay_s)
    one.set_crawl_delay(A, crawl_delay_s)
    one.answered(A, latency_s)
    assert one.delay_s(A) == expected


def test_a_host_that_refuses_its_robots_txt_is_asked_half_as_often() -> None:
    one = gate()
    one.set_crawl_delay(A, 0.0, doubled=True)
    assert one.delay_s(A) == 2.0


def test_failures_in_a_row_open_the_breaker_and_an_answer_closes_it() -> None:
    one = gate()
    for _ in range(FAILURES_TO_OPEN):
        assert admits(one, A, 0.0)
        assert one.failed(A, 0.0, Failure.LOST, why="no answer")
    assert not admits(one, A, 4.9)
    assert admits(one, A, 5.0)
    assert not admits(one, A, 5.0, in_flight=1)  # one request tries for all
    one.answered(A, 0.1)
    assert admits(one, A, 5.0, in_flight=1)


def test_a_host_that_never_answers_is_given_up_and_says_why() -> None:
    one = gate()
    for _ in range(FAILURES_TO_STOP):
        one.failed(A, 0.0, Failure.REFUSED, why="the host refused the connection")
    assert one.stopped(A) == f"the host refused the connection, {FAILURES_TO_STOP} times in a row; not asked"
    assert admits(one, A, 0.0)  # so that its addresses end
    assert one.stopped(B) == ""


def test_many_refusals_close_a_host_ever_longer_then_stop_it_and_one_good_answer_forgives() -> None:
    one = gate()
    waits = [one.refused(A, 0.0, 403) for _ in range(REFUSALS_TO_SLOW + 7)]
    assert waits == [0.0] * (REFUSALS_TO_SLOW - 1) + [2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0]
    assert not admits(one, A, 59.9)
    assert admits(one, A, 60.0)
    assert not admits(one, A, 60.0, in_flight=1)  # one request at a time
    assert admits(one, B, 0.0)
    assert one.why_closed(A) == "http-error 403"
    one.answered(A, 0.0)
    assert admits(one, A, 60.0, in_flight=1)
    assert one.refused(A, 60.0, 403) == 0.0
    for _ in range(REFUSALS_TO_STOP - 1):
        one.refused(A, 60.0, 403)
    assert one.stopped(A) == "403 20 times in a row; not asked"
    assert admits(one, A, 60.0)  # so that its addresses end


def network_down(one: HostGate, now: float = 100.0) -> None:
    for host in (A, B):
        one.answered(host, 0.1)
    assert [one.failed(host, now, Failure.LOST, why="lost") for host in (A, B, A, B)] == [
        True, True, True, False,
    ]  # fmt: skip


def test_when_no_host_answers_that_did_the_crawl_pauses_and_nothing_counts() -> None:
    one = gate()
    network_down(one)
    assert one.is_network_down
    assert not admits(one, C, 101.0)
    assert admits(one, C, 102.0)
    assert not admits(one, C, 102.0, total=1)  # one request tries for all
    for moment in range(102, 1_000):
        if admits(one, C, float(moment)):
            assert not one.failed(C, float(moment), Failure.LOST, why="lost")
    assert not any(one.stopped(host) for host in (A, B, C))
    one.answered(C, 0.1)
    assert not one.is_network_down
    assert all(admits(one, host, 1_000.0, total=9) for host in (A, B, C))


def test_while_the_network_is_down_it_is_tried_at_least_every_half_minute() -> None:
    one = gate()
    network_down(one)
    moments = [100.0]
    for moment in range(101, 1_000):
        if admits(one, A, float(moment)):
            moments.append(float(moment))
            one.failed(A, float(moment), Failure.LOST, why="lost")
    assert max(b - a for a, b in itertools.pairwise(moments)) <= 30
    assert len(moments) > 30


def test_dead_links_to_hosts_that_never_answered_are_not_the_network() -> None:
    one = gate()
    one.answered(A, 0.1)
    for number in range(50):
        assert one.failed(f"{number}.test", 0.0, Failure.LOST, why="the host name is not known")
    assert not one.is_network_down


def test_a_refusal_shows_that_the_network_works() -> None:
    one = gate()
    for host in (A, B):
        one.answered(host, 0.1)
    for _ in range(4):
        one.failed(A, 0.0, Failure.LOST, why="lost")
        one.failed(B, 0.0, Failure.REFUSED, why="refused")
    assert not one.is_network_down


def test_a_host_may_be_closed_from_outside() -> None:
    one = gate()
    one.close_until(A, 50.0, "robots.txt: http-error 503")
    one.close_until(A, 20.0, "later said, sooner over")
    assert not admits(one, A, 49.0)
    assert one.why_closed(A) == "robots.txt: http-error 503"
    one.pause(B, 10.0, 2, "no answer")
    assert one.opens_at(B) == 12.0
