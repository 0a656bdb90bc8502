import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.text.chinese import forms, is_traditional, simplified


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("搜尋引擎與網頁", "搜寻引擎与网页"),
        ("搜寻引擎与网页", "搜寻引擎与网页"),
        ("乾燥", "干燥"),
        ("後來的皇后", "后来的皇后"),
        ("⾞⾺", "车马"),  # radicals
        ("GPU 顯卡 😀 \U000e0041", "GPU 显卡 😀 \U000e0041"),
        ("ＧＰＵ（顯卡）", "GPU(显卡)"),
        ("plain", "plain"),
        ("", ""),
    ],
)
def test_one_form_for_both_scripts(text, form):
    assert simplified(text) == form


@given(st.text(st.characters() | st.sampled_from("軟體圖書館乾著\ud800")))
def test_a_text_keeps_its_length_and_its_parts_their_form(text):
    form = simplified(text)
    assert len(form) == len(text)
    assert simplified(form) == form
    assert "".join(map(simplified, text)) == form
    assert simplified(text * 40) == form * 40  # long ones go another way


def test_forms_are_single_characters_without_another_form():
    assert len(forms()) > 4000
    assert all(len(form) == 1 and form not in forms() for form in forms().values())


@pytest.mark.parametrize(
    ("text", "is_it"),
    [
        ("農業與糧食安全：水稻、小麥、玉米的種植面積", True),
        ("农业与粮食安全：水稻、小麦、玉米的种植面积", False),
        ("台灣的网页", False),  # one character of each
        ("中文", False),
        ("English", False),
        ("", False),
    ],
)
def test_script_is_told_by_what_only_one_has(text, is_it):
    assert is_traditional(text) == is_it
