from collections.abc import Callable

import pytest

from search_ui.advice import Easier, easier_queries


def finds(*queries: str) -> Callable[[str], int]:
    return lambda query: 3 if query in queries else 0


@pytest.mark.parametrize(
    ("query", "kind", "easier"),
    [
        ("salt marsh", "any_word", "salt OR marsh"),
        ('"salt marsh"', "no_quotes", "salt marsh"),
        ("“salt marsh”", "no_quotes", "salt marsh"),
        ("marsh -salt", "no_exclusions", "marsh"),
        ("marsh －salt", "no_exclusions", "marsh"),
        ('marsh -"salt water"', "no_exclusions", "marsh"),
        ("marsh site:example.org", "no_site", "marsh"),
        ("site：example.org 会计", "no_site", "会计"),
        ("title:marsh", "no_title", "marsh"),
        ("资产折旧", "any_word", "资产 OR 折旧"),
        ("the marsh and the salt", "any_word", "marsh OR salt"),
    ],
)
def test_what_made_the_query_narrow_is_taken_away(query: str, kind: str, easier: str) -> None:
    assert Easier(kind, easier, 3) in easier_queries(query, finds(easier))


def test_nothing_is_offered_that_finds_nothing() -> None:
    assert easier_queries('"salt marsh" -water site:example.org', finds()) == []


@pytest.mark.parametrize("query", ["", "marsh", "会计", "-", '"', "((", "OR", "e-mail"])
def test_a_query_that_cannot_be_wider_is_left_alone(query: str) -> None:
    assert [easier for easier in easier_queries(query, lambda _: 1) if easier.query == query] == []


def test_a_hyphen_inside_a_word_excludes_nothing() -> None:
    assert all(easier.kind != "no_exclusions" for easier in easier_queries("double-entry books", lambda _: 1))
