"""Do seeds, examples, counter-examples and keywords mean one topic?"""

import re

import numpy as np
import pytest

from lookclear.html.parse import parse
from lookclear.session.agreement import Known, distrusted, examine_known, odd_ones
from tests.web.topical import FOOTBALL, GARDEN

ENGLISH = [word for word in GARDEN if word.isascii()]


def page(name: str, words: list[str], role: str = "seed", language: str = "") -> Known:
    text = " ".join((words * 6)[: 6 * len(words)])
    html = f"<html lang='{language}'><title>{words[0]}</title><p>{text}</p>"
    return Known(role, f"http://{name}.test/", parse(html.encode(), f"http://{name}.test/"))


def warned(known: list[Known], keywords: list[str] = [], **given: object) -> list[str]:  # noqa: B006
    found = examine_known(known, given.get("counter", []), keywords, given.get("languages", []))  # type: ignore[arg-type]
    return found.warnings


def test_pages_of_one_topic_give_no_warning() -> None:
    known = [page(name, GARDEN[at:]) for at, name in enumerate("abc")]
    assert warned(known, ["garden", "园艺"]) == []


@pytest.mark.parametrize("words", [FOOTBALL, FOOTBALL[3:]])
def test_one_of_three_that_is_off_topic_is_named(words: list[str]) -> None:
    (warning,) = warned([page("a", GARDEN), page("odd", words), page("b", GARDEN[2:])], ["garden"])
    assert "the seed http://odd.test/ is not like the others" in warning


def test_two_that_have_nothing_in_common_are_both_named() -> None:
    warnings = warned([page("a", GARDEN), page("b", FOOTBALL)])
    assert any("http://a.test/ and http://b.test/ have next to nothing in common" in one for one in warnings)
    assert any("only 2 pages tell the topic" in one for one in warnings)


def test_pages_of_different_languages_are_not_held_against_each_other() -> None:
    english = (
        "The salt marsh is a coastal wetland between land and water that is flooded by the tides".split()
    )
    chinese = ["盐沼是海岸的湿地，生长着耐盐的草本植物，每天两次被潮水淹没，里面有许多鸟类。"]
    known = [page("a", english), page("b", english[1:]), page("c", chinese), page("d", chinese)]
    assert not any("not like the others" in one or "in common" in one for one in warned(known))


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        (["the", "园艺"], "the keyword 'the' is made of words that every text has"),
        (["但是", "园艺"], "the keyword '但是' is made of words that every text has"),
        (["飞艇", "zeppelin"], "pages and keywords may mean different topics"),
    ],
)
def test_keywords_that_do_not_fit_are_named(keywords: list[str], said: str) -> None:
    known = [page(name, GARDEN[at:]) for at, name in enumerate("abc")]
    assert [one for one in warned(known, keywords) if said in one]


def test_a_page_in_another_language_than_the_topic_is_named() -> None:
    german = "Die Salzwiese ist ein Feuchtgebiet an der Küste und wird von der Flut oft überschwemmt".split()
    warnings = warned([page("a", german)], ["Salzwiese", "Flut", "Küste"], languages=["en", "zh"])
    assert any("is in another language (de) than the topic (en, zh)" in one for one in warnings)


def test_pages_that_say_the_same_are_named_most_of_all_as_example_and_counter_example() -> None:
    known = [page("a", GARDEN), page("b", GARDEN), page("c", GARDEN[3:])]
    assert any(re.search("a.test/ and http://b.test/ say the same: together", one) for one in warned(known))
    warnings = warned(known[:1], counter=[page("x", GARDEN, "counter-example")])
    assert any("both on topic and off it" in one for one in warnings)


def test_a_page_without_content_teaches_nothing() -> None:
    empty = Known("seed", "http://a.test/", parse(b"<p></p>", "http://a.test/"))
    assert any("teaches nothing: its kind is empty" in one for one in warned([empty, page("b", GARDEN)]))


def test_nothing_known_is_nothing_to_warn_of() -> None:
    assert warned([]) == []


def test_all_being_different_names_nobody() -> None:
    assert odd_ones(np.eye(4)) == []


def test_seeds_that_a_crawl_trusts_least_are_named() -> None:
    (warning,) = distrusted({"http://a.test/": 1.0, "http://odd.test/园艺": 0.25, "http://b.test/": 0.33})
    assert "the seed http://odd.test/园艺 does not fit the others" in warning
    assert "trusted at 25%" in warning
