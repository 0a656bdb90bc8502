import dataclasses
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given, settings

from lookclear.html.headers import joined
from lookclear.html.parse import parse
from lookclear.html.structured import read_json_ld
from lookclear.html.surrogates import without_surrogates
from tests.lookclear.html.fragments import HEADERS, MARKUP

WAY = (
    '{"@type": "BreadcrumbList", "itemListElement": [{"name": "田 \\ud83d"}, '
    '{"name": "Rice \\ud83c\\udf3e"}]}'
)


def strings(part: object) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif dataclasses.is_dataclass(part):
        yield from strings([getattr(part, field.name) for field in dataclasses.fields(part)])
    elif isinstance(part, Iterable) and not isinstance(part, bytes):
        for inner in part:
            yield from strings(inner)


@pytest.mark.parametrize(
    ("text", "clean"),
    [("", ""), ("soil", "soil"), ("水 \U0001f33e", "水 \U0001f33e"), ("水\udc00\ud800", "水\ufffd\ufffd")],
)
def test_halves_of_characters_are_replaced_and_whole_ones_stay(text: str, clean: str) -> None:
    assert without_surrogates(text) == clean


def test_the_names_of_a_way_can_be_written() -> None:
    page = parse(f"<p>x<script type=application/ld+json>{WAY}</script>".encode(), "https://example.org/")
    assert page.breadcrumbs == ("田 \ufffd", "Rice \U0001f33e")
    assert read_json_ld(['{"datePublished": "2024-03-05 \\udc00"}']).published == ("2024-03-05 \ufffd",)


def test_headers_can_be_written() -> None:
    assert joined([("X-\ud83d", "a\udcff")]) == {"x-\ufffd": "a\ufffd"}


@settings(deadline=None)  # the first page loads the models of languages
@given(MARKUP, HEADERS)
def test_every_text_of_a_page_can_be_written(markup: str, headers: dict[str, str]) -> None:
    page = parse(markup.encode("utf-8", "surrogatepass"), "https://example.org/", headers=headers)
    for text in strings(page):
        text.encode("utf-8")
