import pytest

from indexer.flat import Flat, flatten
from indexer.plan import Literal, Not, Phrase, Term
from indexer.queries import parse


def flat(query):
    return flatten(parse(query).plan)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("marsh", Flat(True, ("marsh",))),
        ("marsh salt", Flat(True, ("marsh", "salt"))),
        ("marsh OR salt", Flat(False, ("marsh", "salt"))),
        ("title:marsh salt", Flat(True, ("title\x1fmarsh", "salt"))),
        ("marsh site:example.org", Flat(True, ("marsh",), ("site\x1fexample.org",))),
        ('"salt marsh"', Flat(True, ("salt", "marsh"), (), ((("salt", 0), ("marsh", 1)),))),
        ('"salt salt"', Flat(True, ("salt",), (), ((("salt", 0), ("salt", 1)),))),
        ('"武汉 marsh"', Flat(True, ("武汉", "marsh"), (), ((("武汉", 0), ("marsh", 2)),))),
        ("marsh -salt", Flat(True, ("marsh",), (), (), (Term("", "salt"),))),
        ('marsh -"salt lake"', Flat(True, ("marsh",), (), (), (Phrase("", ("salt", "lake")),))),
    ],
)
def test_flat_plans(query, expected):
    assert flat(query) == expected


@pytest.mark.parametrize(
    "query",
    [
        "site:example.org",  # nothing ranks
        "marsh (salt OR fresh)",
        '"salt marsh" OR lake',
        'salt "salt marsh"',  # counts twice
        "site:a.org OR marsh",
        "wi-fi",  # another spelling is looked for too
    ],
)
def test_other_plans_are_left_to_the_executor(query):
    assert flat(query) is None


def test_characters_are_left_to_the_executor():
    assert flatten(Literal("", ("长江",))) is None
    assert flatten(Not(Term("", "x"))) is None
