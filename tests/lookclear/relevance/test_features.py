import math

import pytest

from lookclear.html.parse import parse
from lookclear.relevance.features import naming_row, page_row
from lookclear.text.terms import dampened
from lookclear.text.vectors import Vocabulary


def page_weights(page, row_of=page_row):
    vocabulary = Vocabulary()
    numbers, weights = row_of(page, vocabulary)
    return {vocabulary.term(n): w for n, w in zip(numbers.tolist(), weights.tolist(), strict=True)}


def test_worked_example_of_structure_weights():
    page = parse(b"<title>loan</title><h2>loan</h2><p>A loan is a loan.</p>", "http://example.org/")
    assert page_weights(page)["loan"] == pytest.approx(1 + math.log(9))
    assert page_weights(page)["loan"] * math.log(1000 / 50) == pytest.approx(9.57803, abs=1e-5)


def test_repeats_in_the_title_are_capped():
    page = parse(f"<title>{'loan ' * 50}</title><p>x</p>".encode(), "http://example.org/")
    assert page_weights(page)["loan"] == pytest.approx(dampened(3 * 4))


def test_words_of_navigation_count_below_one():
    menu = "".join(f'<li><a href="/{n}">menu</a></li>' for n in range(8))
    page = parse(f"<ul>{menu}</ul>".encode(), "http://example.org/")
    assert page_weights(page)["menu"] == pytest.approx(dampened(8 * 0.3))


def test_a_page_is_called_by_title_headings_and_address_not_by_its_body():
    page = parse(
        "<title>水稻种植</title><h1>Rice</h1><p>water 土壤</p>".encode(),
        "http://example.org/crops/paddy.html",
    )
    assert set(page_weights(page, naming_row)) == {"水稻", "种植", "rice", "crop", "paddi"}


def test_an_empty_page_has_no_features():
    assert page_weights(parse(b"<html></html>", "http://example.org/")) == {}
