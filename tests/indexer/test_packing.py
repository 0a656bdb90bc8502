import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.packing import decode_varints, encode_varints, pack, unpack, varint_sizes, width_of


@given(st.lists(st.integers(0, 2**35 - 1)))
def test_variable_length_bytes_read_back(values):
    array = np.array(values, np.int64)
    encoded = encode_varints(array, varint_sizes(array))
    assert decode_varints(encoded).tolist() == values


@pytest.mark.parametrize(("value", "size"), [(0, 1), (127, 1), (128, 2), (2**14, 3), (2**21, 4), (2**28, 5)])
def test_seven_bits_take_a_byte(value, size):
    assert varint_sizes(np.array([value])).tolist() == [size]


@given(st.integers(0, 32), st.data())
def test_packed_numbers_read_back_at_any_width(width, data):
    values = np.array(data.draw(st.lists(st.integers(0, 2**width - 1), max_size=70)), np.int64)
    offset = data.draw(st.integers(0, 40))
    bits = np.concatenate((np.ones(offset, np.uint8), pack(values, width)))
    words = np.zeros(len(bits) // 32 + 3, np.uint32)
    words.view(np.uint8)[: -(-len(bits) // 8)] = np.packbits(bits, bitorder="little")
    at = offset + width * np.arange(len(values))
    assert unpack(words, at, width).tolist() == values.tolist()


@pytest.mark.parametrize(("values", "width"), [([], 0), ([0, 0], 0), ([1], 1), ([3, 4], 3), ([65535], 16)])
def test_width_is_that_of_the_largest(values, width):
    assert width_of(np.array(values, np.int64)) == width
