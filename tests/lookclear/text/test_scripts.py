import pytest

from lookclear.text.scripts import letters_by_script


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Salt marsh 3!", {"latin": 9}),
        ("盐沼のGPU", {"latin": 3, "kana": 1, "han": 2}),
        ("한국어 Ελλάδα Россия", {"greek": 6, "cyrillic": 6, "hangul": 3}),
        ("1, 2 😀 \ud800", {}),
        ("", {}),
    ],
)
def test_letters_are_counted_by_script(text, letters):
    assert letters_by_script(text) == letters
