import pytest

from indexer.analysed import decode_analysed
from indexer.analyser import Analyser
from lookclear.html.parse import Parsed, parsed
from lookclear.searchwords import search_words

URL = "http://garden.test/"
TEXTS = ["Compost feeds the soil.", "堆肥可以改良土壤。", "Compost 堆肥 feeds 土壤"]
# Whatever the page looks like, its words are those of its text, cut as a whole.
BODIES = [
    *(f"<p>{text}" for text in TEXTS),
    "<p>Wi-Fi and e-mail</p><p>武汉长江大桥<b>是</b>桥</p><p>co-op with\u3000low-fi C++ <i>iPhone15</i></p>"
    * 4,
    "<h2>History [<a href=/e>edit</a>]</h2><p>The e[<a href=/x>edit</a>]mail of the fen is long and good.</p>"
    * 9,
    "<table><tr><td>盐沼</td><td>wi-fi</td></tr><tr><td>a</td><td>node.js</td></tr></table><hr>" * 5,
    "<pre>one\n  two   c# .net\n三  四</pre>soil\u200b土\u200b壤",
    "<div>" + "<section>" * 30 + "<p>deep e-mail" + "<p>长江 wi-fi" * 40,
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_words_of_a_page_are_those_of_its_texts(text):
    markup = f"<title>{text} title</title><meta name=description content='{text}!'><p>{text}"
    page = (found := parsed(markup.encode(), URL)).page
    words = decode_analysed(search_words(found))
    texts = {"title": page.title, "body": page.text, "description": page.description}
    assert {name: one.is_of(texts[name]) for name, one in words.items()} == dict.fromkeys(texts, True)


@pytest.mark.parametrize("body", BODIES)
def test_words_that_were_cut_with_the_page_are_those_of_the_text(body):
    found = parsed(f"<title>Soil 土壤</title>{body}".encode(), URL)
    page = found.page
    texts = {"title": page.title, "body": page.text, "description": page.description}
    assert search_words(found) == Analyser().analyse(texts) == search_words(Parsed.of(page))


def test_a_page_without_content_has_no_words_to_be_found_by():
    assert search_words(parsed(b"<title>404 not found</title>", URL)) == b""
