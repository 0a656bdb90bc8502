import pytest

from indexer.prepared import decode_prepared
from lookclear.html.parse import parse
from lookclear.searchwords import search_words

URL = "http://garden.test/"


@pytest.mark.parametrize("text", ["Compost feeds the soil.", "堆肥可以改良土壤。", "Compost 堆肥 feeds 土壤"])
def test_the_words_of_a_page_are_those_of_its_texts(text):
    page = parse(
        f"<title>{text} title</title><meta name=description content='{text}!'><p>{text}".encode(), URL
    )
    found = decode_prepared(search_words(page))
    assert {
        name: one.is_of(getattr(page, name if name != "body" else "text")) for name, one in found.items()
    } == {
        "title": True,
        "body": True,
        "description": True,
    }


def test_a_page_without_content_has_no_words_to_be_found_by():
    assert search_words(parse(b"<title>404 not found</title>", URL)) == b""
