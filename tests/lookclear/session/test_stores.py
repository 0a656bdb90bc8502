from datetime import UTC, datetime

import pytest

from lookclear.domain import Outcome
from lookclear.html.parse import parse
from lookclear.session.stores import document_of
from lookclear.store.pages import PageRecord

HTML = """<html lang="{language}"><head><title>{title}</title><meta name="description" content="About.">
<meta name="robots" content="noarchive, NoSnippet"></head><body><p>{text}</p></body></html>"""


@pytest.mark.parametrize(
    ("language", "title", "text"),
    [
        ("en", "Salt marsh", "Grass and water."),
        ("zh", "盐沼", "湿地上的草和水。"),
        ("zh", "盐沼 marsh", "草 grass 水"),
    ],
)
def test_index_gets_all_of_a_page_with_its_wishes(language: str, title: str, text: str) -> None:
    url = "https://example.org/marsh"
    page = parse(HTML.format(language=language, title=title, text=text).encode(), url)
    fetched = datetime(2026, 11, 30, tzinfo=UTC)
    record = PageRecord(url, url, url, fetched, 200, Outcome.FETCHED, "text/html", 0.9, 1, "", False, page)
    document = document_of(record, "the marsh 盐沼")
    assert (document.key, document.url, document.title, document.body) == (url, url, title, text)
    assert (document.anchors, document.description) == ("the marsh 盐沼", "About.")
    assert (document.language, document.fetched, document.relevance) == (language, fetched, 0.9)
    assert document.directives == {"noarchive", "nosnippet"}
