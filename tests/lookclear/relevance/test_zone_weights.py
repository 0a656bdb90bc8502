import numpy as np
import pytest

from lookclear.html import zones
from lookclear.html.parse import parse
from lookclear.relevance.features import page_row
from lookclear.relevance.zone_weights import learned_zone_weights, searched_zone_weights
from lookclear.text.vectors import Vocabulary


def page(title, body, heading="x"):
    markup = f"<html><head><title>{title}</title></head><body><h1>{heading}</h1><p>{body}</p></body></html>"
    return parse(markup.encode(), "http://example.org/", content_type="text/html; charset=utf-8")


def test_a_zone_full_of_topic_words_gets_a_high_weight():
    pages = [page("soil " * 10, "soil " + "people walk through many streets " * 10)] * 60
    weights = learned_zone_weights(pages, {"soil"})
    assert weights[zones.TITLE] == 6.0
    assert weights[zones.BODY] == 1.0


def test_a_zone_without_topic_words_gets_a_low_one():
    pages = [page("people streets walking", "soil seed harvest " * 5)] * 200
    assert learned_zone_weights(pages, {"soil", "seed", "harvest"})[zones.TITLE] == 0.3


def test_few_words_count_half_and_the_table_half():
    pages = [page("soil soil", "soil " + "people " * 9)]
    weights = learned_zone_weights(pages, {"soil"})
    assert weights[zones.TITLE] == pytest.approx((6.0 + 4.0) / 2)


@pytest.mark.parametrize("body", ["people walk", ""])
def test_a_body_without_the_topic_says_nothing(body):
    assert learned_zone_weights([page("soil", body)], {"soil"}) == zones.WEIGHTS
    assert learned_zone_weights([], {"soil"}) == zones.WEIGHTS


def test_chinese_and_mixed_pages_teach_as_well():
    pages = [page("土壤 土壤 soil", "我们 今天 去 公园 散步 土壤 people")] * 10
    weights = learned_zone_weights(pages, {"土壤", "soil"})
    assert weights[zones.TITLE] > 4.0


def test_caps_keep_their_weights():
    weights = learned_zone_weights([page("soil", "soil")] * 600, {"soil"})
    assert weights[zones.TEMPLATE] == zones.WEIGHTS[zones.TEMPLATE]
    assert weights[zones.NAVIGATION] == zones.WEIGHTS[zones.NAVIGATION]


def test_learned_weights_change_rows():
    vocabulary = Vocabulary()
    shown = page("soil", "seed seed")
    plain, flat = (
        dict(zip(*page_row(shown, vocabulary, zone_weights=weights), strict=True))
        for weights in (zones.WEIGHTS, dict.fromkeys(zones.WEIGHTS, 1.0))
    )
    soil, seed = vocabulary.number("soil"), vocabulary.number("seed")
    assert plain[soil] > flat[soil]
    assert plain[seed] == flat[seed]


def test_the_search_finds_weights_that_are_worth_more_and_never_less():
    def worth(weights):
        return -abs(weights[zones.TITLE] - 2.0) - abs(weights[zones.H1] - 1.0)

    found = searched_zone_weights(worth, np.random.default_rng(0))
    assert worth(found) > worth(zones.WEIGHTS) + 1.0
    assert found[zones.BODY] == 1.0
    assert searched_zone_weights(lambda _: 1.0, np.random.default_rng(0)) == zones.WEIGHTS
