"""Waiting ends after a while, however it is cut into pieces."""

from __future__ import annotations

import pytest

from lookclear.politeness.patience import Patience


@pytest.mark.parametrize(("until", "lasts"), [(90.0, True), (130.0, True), (130.1, False)])
def test_a_first_wait_is_counted_from_now(until: float, lasts: bool) -> None:
    assert Patience(30.0).lasts(until, 100.0) is lasts


def test_waits_in_a_row_add_up() -> None:
    patience = Patience(30.0)
    for now in (100.0, 110.0, 125.0):
        patience.wait(now)
    assert patience.lasts(130.0, 126.0)
    assert not patience.lasts(131.0, 126.0)


def test_something_to_do_renews_it() -> None:
    patience = Patience(30.0)
    patience.wait(100.0)
    patience.renew()
    assert patience.lasts(150.0, 120.0)
    patience.wait(120.0)
    assert not patience.lasts(151.0, 149.0)


def test_without_any_a_host_that_opens_now_is_still_asked() -> None:
    assert Patience(0.0).lasts(100.0, 100.0)
    assert not Patience(0.0).lasts(100.1, 100.0)
