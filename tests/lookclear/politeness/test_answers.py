"""Answers that HTTP let pass and that are not whole, or not harmless."""

from __future__ import annotations

import gzip
import zlib

import pytest

from lookclear.politeness.answers import Trouble, trouble_of

TEXT = ("The marsh 沼泽 is wet. " * 400 + "".join(map(str, range(20_000)))).encode()
GZIP, DEFLATE = [("content-encoding", b"gzip")], [("content-encoding", b"deflate")]
PACKED = gzip.compress(TEXT, mtime=0)


@pytest.mark.parametrize(
    ("status", "fields", "body", "trouble"),
    [
        (200, [], TEXT, None),
        (200, GZIP, PACKED, None),
        (200, GZIP, PACKED[:-20], Trouble.CUT),
        (200, GZIP, PACKED[: len(PACKED) // 2], Trouble.CUT),
        (200, GZIP, PACKED[:-4], Trouble.CUT),
        (200, GZIP, PACKED + b"rubbish behind", None),
        (200, GZIP, TEXT, None),  # not packed at all, as some servers do
        (200, GZIP, b"", None),
        (200, GZIP, PACKED[:40] + b"\xff" * 40, Trouble.DAMAGED),
        (200, GZIP, PACKED[:-8] + bytes(8), Trouble.DAMAGED),  # its checksum is wrong
        (200, GZIP, PACKED[: len(PACKED) // 2] + bytes(9) + PACKED[len(PACKED) // 2 + 9 :], Trouble.DAMAGED),
        (200, [("content-encoding", b" GZIP ")], PACKED[:-20], Trouble.CUT),
        (200, DEFLATE, zlib.compress(TEXT), None),
        (200, DEFLATE, zlib.compress(TEXT)[:-20], Trouble.CUT),
        (200, GZIP, gzip.compress(bytes(30_000_000), mtime=0), Trouble.BOMB),
        (200, GZIP, gzip.compress(bytes(500_000), mtime=0), None),  # small whatever its ratio
        (206, [], TEXT, Trouble.PART),
        (200, [(f"x-{n}", b"1") for n in range(201)], TEXT, Trouble.HEADERS),
        (200, [("set-cookie", b"a" * 70_000)], TEXT, Trouble.HEADERS),
    ],
)
def test_what_is_wrong_with_an_answer_is_named(
    status: int, fields: list[tuple[str, bytes]], body: bytes, trouble: Trouble | None
) -> None:
    assert trouble_of(status, fields, body) is trouble


def test_a_part_that_was_asked_for_is_taken() -> None:
    assert trouble_of(206, [], TEXT, asked_for_part=True) is None


def test_what_is_larger_than_allowed_is_left_to_the_one_who_unpacks_it() -> None:
    assert trouble_of(200, GZIP, PACKED[:-20], largest=1_000) is None
