"""What an answer for robots.txt means, how long for, and across runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lookclear.politeness.memory import HostMemory
from lookclear.politeness.robots_answers import (
    LONGEST_CACHE_S,
    Meaning,
    RobotsAnswer,
    answered,
    is_given_up,
    unanswered,
)

DAY = 86_400.0


def answer(status: int, before: RobotsAnswer | None = None, now: float = 0.0) -> RobotsAnswer:
    return answered(status, b"text", now, before=before, wait_s=5.0, cache_s=1e9)


@pytest.mark.parametrize(
    ("statuses", "meaning"),
    [
        ([200, 203], Meaning.RULES),
        ([400, 404, 405, 407, 410, 418, 451], Meaning.ALLOW),
        ([301, 302, 304], Meaning.ALLOW),  # a redirect that leads nowhere
        ([401, 403], Meaning.SLOW),
        ([429, 500, 502, 503, 504, 599, 999], Meaning.FORBID),
    ],
)
def test_the_status_decides(statuses: list[int], meaning: Meaning) -> None:
    assert {answer(status).meaning for status in statuses} == {meaning}


def test_what_was_read_is_kept_a_day_at_most() -> None:
    assert answer(200, now=100.0).expires == 100 + LONGEST_CACHE_S
    assert answered(200, b"", 0.0, before=None, wait_s=5, cache_s=60).expires == 60


def test_what_cannot_be_read_is_asked_for_again_ever_later_and_then_given_up() -> None:
    first = answer(503)
    second = unanswered("timeout", first.expires, before=first, wait_s=5)
    third = answer(500, second, second.expires)
    assert [first.expires, second.expires, third.expires] == [5, 15, 15 + 3_600]
    assert [is_given_up(one) for one in (first, second, third)] == [False, False, True]
    assert not is_given_up(answer(404, third))


def test_a_month_without_an_answer_counts_as_no_file() -> None:
    first = answer(503)
    assert answer(503, first, 29 * DAY).meaning is Meaning.FORBID
    assert answer(503, first, 31 * DAY).meaning is Meaning.ALLOW
    begun_anew = replace(first, failures=0, expires=0.0)  # as every run does
    assert answer(503, begun_anew, 31 * DAY).meaning is Meaning.ALLOW
    assert answer(503, answer(200), 31 * DAY).meaning is Meaning.FORBID


def test_after_a_month_a_file_is_not_there_until_it_can_be_read() -> None:
    known = answer(503, now=DAY)
    meanings = []
    for day in (20, 32, 33, 34, 70):
        known = answer(503, known, day * DAY)
        meanings.append(known.meaning)
    assert meanings == [Meaning.FORBID, *[Meaning.ALLOW] * 4]
    again = answer(503, answer(404, known, 71 * DAY), 72 * DAY)
    assert (again.meaning, again.failing_since, again.failures) == (Meaning.FORBID, 72 * DAY, 1)


def test_what_is_known_of_hosts_survives_and_failures_begin_anew(tmp_path: Path) -> None:
    path = tmp_path / "hosts.sqlite"
    memory = HostMemory(path)
    read, failed = answer(200), answer(503)
    memory.keep_robots("http://a.test", read)
    memory.keep_robots("http://b.test", failed)
    memory.keep_robots("http://b.test", answer(503, failed))
    memory.keep_closed("c.test", 99.5, "http-error 429")
    memory.close()
    again = HostMemory(path)
    assert again.robots("http://a.test") == read
    known = again.robots("http://b.test")
    assert known is not None
    assert (known.meaning, known.expires, known.failures) == (Meaning.FORBID, 0.0, 0)
    assert again.robots("http://nobody.test") is None
    assert again.closed() == {"c.test": (99.5, "http-error 429")}
    again.close()


def test_without_a_file_hosts_are_remembered_while_it_lasts() -> None:
    memory = HostMemory()
    memory.keep_robots("http://a.test", answer(404))
    known = memory.robots("http://a.test")
    assert known is not None
    assert known.meaning is Meaning.ALLOW
    memory.close()
