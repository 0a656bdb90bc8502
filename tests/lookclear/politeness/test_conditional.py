from __future__ import annotations

from lookclear.politeness.conditional import Validators

DATE = "Tue, 05 Mar 2024 10:00:00 GMT"


def test_what_a_server_said_is_sent_back() -> None:
    known = Validators.of({"etag": 'W/"v1"', "last-modified": DATE})
    assert known.conditions() == {"If-None-Match": 'W/"v1"', "If-Modified-Since": DATE}


def test_what_was_not_said_or_cannot_be_sent_is_left_out() -> None:
    assert Validators.of({}).conditions() == {}
    for bad in ("版本一", "a\r\nEvil: 1", "x" * 5_000):
        assert Validators.of({"etag": bad, "last-modified": DATE}).conditions() == {"If-Modified-Since": DATE}
