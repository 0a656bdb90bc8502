import os
import signal

import pytest

from lookclear.errors import UsageError
from lookclear.replay.workers import WorkerLost, each


def square(number):
    return number * number


def fails_at_three(number):
    if number == 3:
        raise UsageError("three is too many", hint="take two")
    return number


def dies_at_three(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_every_item_is_done_once_in_any_number_of_processes(jobs):
    assert dict(each(square, range(20), jobs)) == {at: at * at for at in range(20)}


def test_the_work_need_not_be_pickled_and_shares_what_was_read():
    read = {"土壤": [1, 2]}
    assert dict(each(lambda word: sum(read[word]), ["土壤"] * 3, 2)) == {0: 3, 1: 3, 2: 3}


def test_several_processes_really_work():
    assert os.getpid() not in {pid for _, pid in each(lambda _: os.getpid(), range(4), 2)}
    assert {pid for _, pid in each(lambda _: os.getpid(), range(4), 1)} == {os.getpid()}


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_ends_the_rest_and_keeps_its_sentence(jobs):
    with pytest.raises(UsageError, match="three is too many; take two"):
        list(each(fails_at_three, range(50), jobs))


def test_a_worker_that_was_killed_is_said():
    with pytest.raises(WorkerLost, match="--jobs 1"):
        list(each(dies_at_three, range(8), 2))


def test_nothing_to_do_is_no_trouble():
    assert list(each(square, [], 4)) == []
