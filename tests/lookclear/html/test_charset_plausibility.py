import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.html.charset.kinds import neighbour_bits
from lookclear.html.charset.languages import LANGUAGES
from lookclear.html.charset.plausibility import cheapest, codes, language_bits

BY_NAME = {language.name: language for language in LANGUAGES}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("今天的天气很好", "zh-Hans"),
        ("今天的天氣很好", "zh-Hant"),
        ("これはとてもいい", "ja"),
        ("오늘은 날씨가 좋다", "ko"),
        ("сегодня хорошая погода", "ru"),
        ("σήμερα ο καιρός", "el"),
        ("l’été déjà près de la forêt", "fr"),
        ("schöne Grüße für Käthe", "de"),
        ("mañana comerá aquí el señor", "es"),
        ("się żółw łódź jeśli", "pl"),
    ],
)
def test_a_text_costs_least_in_its_own_language(text, language):
    units = codes(text)
    costs = {name: language_bits(units, model) for name, model in BY_NAME.items()}
    assert min(costs, key=costs.__getitem__) == language


@pytest.mark.parametrize(
    ("likely", "unlikely"),
    [
        (" Привет ", " пРИВЕТ "),
        (" été ", " éTÉ "),
        (" сад ", " саd "),
        (" ¿cuál ", " cu¿l "),
        (" 7°C ", " c°C "),
        (" été ", " ½t½ "),
        (" ЁЖ ", " ёЖ "),
    ],
)
def test_neighbours_that_nobody_writes_cost_more(likely, unlikely):
    assert cheapest(codes(likely), LANGUAGES) < cheapest(codes(unlikely), LANGUAGES)


@pytest.mark.parametrize(("likely", "unlikely"), [("Ви", "иВ"), ("Éa", "aÉ"), ("Éé", "éÉ")])
def test_a_capital_follows_no_small_letter(likely, unlikely):
    assert neighbour_bits(codes(likely)) < neighbour_bits(codes(unlikely))


def test_a_misread_page_costs_more_than_a_well_read_one():
    text = "中文网页的编码常常声明错误"
    body = text.encode("gbk")
    right = cheapest(codes(text), LANGUAGES)
    for wrong in ("cp1252", "big5hkscs", "cp932", "euc_jp", "cp949", "koi8-r", "utf-8"):
        assert cheapest(codes(body.decode(wrong, "replace")), LANGUAGES) > 1.2 * right, wrong


def test_ascii_words_around_speak_against_other_scripts_only():
    ru, fr = [BY_NAME["ru"]], [BY_NAME["fr"]]
    assert cheapest(codes("ю"), ru, 5.0) == cheapest(codes("ю"), ru) + 5.0
    assert cheapest(codes("é"), fr, 5.0) == cheapest(codes("é"), fr)


@given(st.text(max_size=60))
def test_costs_are_finite_and_characters_never_gain(text):
    units = codes(text)
    for language in (*LANGUAGES, None):
        assert 3 * len(units) <= language_bits(units, language) <= 21 * len(units)
