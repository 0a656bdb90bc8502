import pytest

from indexer import Facet
from search_ui.i18n import catalogues
from search_ui.interface import Interface
from search_ui.narrowing import MOST_VALUES, chips, facet_views
from search_ui.params import read_params


def interface(query_string: str, language: str = "en") -> Interface:
    return Interface(catalogues()[language], read_params(query_string.encode()), "/search")


LANGUAGES = Facet("language", (("zh", 5), ("en", 3), ("tlh", 1)))


def test_a_facet_links_to_the_restricted_results_of_the_first_page() -> None:
    (view,) = facet_views([LANGUAGES], interface("q=marsh&page=3&sort=date"))
    assert [(value.text, value.count) for value in view.values] == [
        ("Chinese", 5),
        ("English", 3),
        ("tlh", 1),
    ]
    assert view.values[0].href == "/search?q=marsh&sort=date&lang=zh"


def test_what_is_chosen_or_alike_for_all_is_not_offered() -> None:
    assert facet_views([LANGUAGES], interface("q=marsh&lang=zh")) == ()
    assert facet_views([Facet("kind", (("article", 9),))], interface("q=marsh")) == ()
    years = Facet("year", (("2023", 4), ("2024", 2)))
    assert facet_views([years], interface("q=marsh&from=2023")) == ()


def test_years_are_in_order_and_many_values_are_counted() -> None:
    years = Facet("year", tuple((str(1990 + number), 50 - number) for number in range(20)), others=3)
    (view,) = facet_views([years], interface("q=marsh"))
    assert [value.text for value in view.values[:2]] == ["2009", "2008"]
    assert view.others == 20 - MOST_VALUES + 3
    assert view.values[0].href == "/search?q=marsh&from=2009&to=2009"


def test_a_long_query_is_not_repeated_in_facets() -> None:
    assert facet_views([LANGUAGES], interface("q=" + "x" * 200)) == ()


@pytest.mark.parametrize(
    ("query_string", "language", "expected"),
    [
        ("q=a&lang=zh", "en", [("Chinese", "/search?q=a")]),
        (
            "q=a&lang=zh&type=hub",
            "zh",
            [("中文", "/search?q=a&type=hub"), ("链接列表", "/search?q=a&lang=zh")],
        ),
        ("q=a&from=2023&to=2023", "en", [("2023", "/search?q=a")]),
        ("q=a&from=2023&to=2024-05", "en", [("2023 – 2024-05", "/search?q=a")]),
        ("q=a&from=2023", "en", [("from 2023", "/search?q=a")]),
        ("q=a&to=2023", "zh", [("至 2023", "/search?q=a")]),
        ("q=a&site=a.org:8080&sort=date", "en", [("a.org:8080", "/search?q=a&sort=date")]),
        ("q=a&site=%3Cb%3E&from=soon&lang=" + "x" * 400, "en", []),
    ],
)
def test_each_restriction_has_a_chip_that_takes_it_off(
    query_string: str, language: str, expected: list[tuple[str, str]]
) -> None:
    assert [(chip.text, chip.href) for chip in chips(interface(query_string, language))] == expected
