import zlib

import msgspec
import pytest

from lookclear.compact import Damaged
from lookclear.html.packed import pack, unpack
from lookclear.html.parse import parse


@pytest.mark.parametrize("text", ["soil", "土壤 和 水稻", "GPU显卡 <a href=/x>soil</a>", ""])
def test_a_page_comes_back_as_it_was(text):
    page = parse(f"<title>a {text}</title><p>{text * 50}".encode(), "http://a.example/x")
    assert unpack(pack(page)) == page


@pytest.mark.parametrize("other", [b"", b"soil", zlib.compress(b"soil"), zlib.compress(b"\x80")])
def test_what_is_no_page_is_told(other):
    with pytest.raises((Damaged, msgspec.MsgspecError)):
        unpack(other)


def test_a_torn_page_is_told():
    packed = pack(parse("<p>soil 土壤".encode(), "http://a.example/x"))
    with pytest.raises(Damaged):
        unpack(packed[:-5])
