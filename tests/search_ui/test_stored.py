from datetime import UTC, datetime

import pytest

from indexer import StoredDocument
from search_ui.stored import MAX_CHARACTERS, stored_view


def document(**values: object) -> StoredDocument:
    given = {"doc_id": 1, "key": "https://example.org/a", "url": "", "title": "Marsh", "body": "Salt marsh."}
    return StoredDocument(**(given | values))


@pytest.mark.parametrize(
    ("body", "terms", "matches"),
    [
        ("Crawlers crawl.\nThe CRAWLER rests.", ["crawler"], ["Crawlers", "CRAWLER"]),
        ("企业会计准则与财务报表", ["会计"], ["会计"]),
        ("Java 编程\n学习java语言", ["java", "语言"], ["Java", "java语言"]),
        ("nothing here", ["else"], []),
        ("no query", [], []),
    ],
)
def test_words_are_marked_as_the_index_finds_them(body: str, terms: list[str], matches: list[str]) -> None:
    view = stored_view(document(body=body), terms)
    assert [piece for pieces in view.paragraphs for piece, match in pieces if match] == matches


def test_paragraphs_are_the_lines_that_have_text() -> None:
    view = stored_view(document(body="One.\n\n  \nTwo.\n"), ())
    assert [pieces[0][0] for pieces in view.paragraphs] == ["One.", "Two."]


def test_a_very_long_text_is_cut_and_says_so() -> None:
    view = stored_view(document(body="word " * MAX_CHARACTERS), ["word"])
    assert view.cut
    assert sum(len(piece) for pieces in view.paragraphs for piece, _ in pieces) <= MAX_CHARACTERS


def test_a_page_without_title_is_named_by_its_address() -> None:
    view = stored_view(document(title="  ", fetched=datetime(2026, 1, 1, tzinfo=UTC)), ())
    assert view.title == "example.org › a"


def test_an_odd_language_or_address_is_not_passed_on() -> None:
    view = stored_view(document(language='en"><b>', url="javascript:alert(1)"), ())
    assert (view.language, view.href) == ("", None)


@pytest.mark.parametrize(
    ("directives", "withheld"),
    [
        ({"noarchive"}, True),
        ({"noarchive", "nosnippet"}, True),
        ({"none"}, False),  # noindex and nofollow, nothing more
        ({"nosnippet"}, False),
        ({"nofollow"}, False),
        (set(), False),
    ],
)
def test_a_page_that_asks_for_no_copy_is_not_shown(directives: set[str], withheld: bool) -> None:
    view = stored_view(document(directives=frozenset(directives)), ["salt"])
    assert view.withheld == withheld
    assert bool(view.paragraphs) != withheld
