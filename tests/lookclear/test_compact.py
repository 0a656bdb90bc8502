import zlib

import msgspec
import pytest

from lookclear.compact import Damaged, compact, expand, is_compact

TEXTS = ["", "Salt marshes store carbon. " * 50, "盐沼储存碳。" * 50, "The 农业 of 长江 and Kent"]


@pytest.mark.parametrize("text", TEXTS)
def test_what_was_packed_comes_back(text: str) -> None:
    data = text.encode()
    assert expand(compact(data)) == data
    assert is_compact(compact(data))


@pytest.mark.parametrize("text", TEXTS)
def test_what_zlib_packed_before_is_read(text: str) -> None:
    assert expand(zlib.compress(text.encode(), 1)) == text.encode()
    assert is_compact(zlib.compress(text.encode(), 1))


def test_long_texts_take_less_room() -> None:
    assert len(compact(TEXTS[1].encode())) < 100
    assert len(compact(TEXTS[2].encode())) < 100


@pytest.mark.parametrize("at", [0, 1, 9, -9, -1])
@pytest.mark.parametrize("pack", [compact, zlib.compress])
def test_a_damaged_byte_is_noticed(at: int, pack: type[bytes]) -> None:
    data = bytearray(pack(TEXTS[3].encode() * 20))
    data[at] ^= 0x55
    with pytest.raises(Damaged):
        expand(bytes(data))


@pytest.mark.parametrize("broken", [b"", b"x", b"no", compact(b"salt")[:-1], zlib.compress(b"salt")[:-1]])
def test_what_was_never_packed_is_damaged(broken: bytes) -> None:
    with pytest.raises(Damaged):
        expand(broken)


def test_an_array_of_msgpack_is_not_taken_for_packed() -> None:
    assert not any(is_compact(msgspec.msgpack.encode(["x"] * size)) for size in (0, 7, 15, 16, 70_000))
