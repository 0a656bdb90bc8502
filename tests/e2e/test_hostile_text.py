"""Markup and script addresses in every field of a page stay text, in a browser with scripts on."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from lxml import etree
from playwright.sync_api import BrowserContext

from indexer import Document
from indexer.identity import page_id
from search_ui.app import create_app
from search_ui.server import RunningSite
from tests.e2e.payloads import PAYLOADS
from tests.search_ui.sample import build_index

pytestmark = pytest.mark.browser

MARKUP = PAYLOADS
ADDRESSES = (
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)//https://example.org",
    "java\tscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:alert(1)",
    'https://example.org/"><img src=x onerror=alert(1)>',
    "https://example.org/'onmouseover='alert(1)",
    "https://example.org/?q=<script>alert(1)</script>",
    "https://user:secret@example.org/",
    "//evil.example/",
    "http://[::1",
)

FEED_TAGS = {"feed", "title", "id", "link", "updated", "author", "name", "entry", "summary"}
FIND_STRANGE = """() => {
    const all = [...document.querySelectorAll('*')];
    const foreign = 'script:not([src^="/static/"]), form:not(.search, .dates), iframe, img, base, style, b,'
        + ' object, embed, video, math, template, meta[http-equiv],'
        + ' link[rel=stylesheet]:not([href^="/static/"])';
    return all.filter(element => element.matches(foreign)
        || [...element.attributes].some(attribute => attribute.name.startsWith('on'))
        || (element.localName === 'a' && !/^https?:$/.test(element.protocol))
    ).map(element => element.outerHTML);
}"""


def hostile_documents() -> list[Document]:
    """One document for each payload and field; every one is found by `marsh`."""
    fields = ("title", "body", "language")
    documents = []
    for number, payload in enumerate(MARKUP):
        for field in fields:
            values = {"title": "marsh", "body": "marsh", "language": "en"}
            values[field] = payload if field == "language" else f"marsh {payload} marsh"
            documents.append(Document(key=f"https://example.org/{field}/{number}", **values))
        address = f"https://example.org/{payload}/{number}"
        documents.append(
            Document(key=address, title="marsh", anchors=payload, description=payload, kind=payload)
        )
    documents += [
        Document(key=f"https://example.org/address/{number}", url=address, title="", body="marsh")
        for number, address in enumerate(ADDRESSES)
    ]
    documents += [Document(key=address, title="marsh", body="marsh") for address in ADDRESSES]
    return documents


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    documents = hostile_documents()
    folder: Path = build_index(tmp_path_factory.mktemp("hostile") / "index", documents)
    app = create_app(folder, title='Marsh "><b>', description=MARKUP[0], examples=MARKUP[:3], language="en")
    with RunningSite(app, port=0) as site:
        yield site.url.rstrip("/")


@pytest.mark.slow
@pytest.mark.parametrize("policy_off", [False, True], ids=["as served", "without the policy"])
def test_nothing_from_the_web_runs_or_becomes_markup(
    hostile: str, open_context: Callable[..., BrowserContext], policy_off: bool
) -> None:
    """Without the policy too, and there on every page: escaping alone must be enough."""
    documents = hostile_documents()
    count = len(documents)
    context = open_context(java_script_enabled=True, bypass_csp=policy_off)
    page = context.new_page()
    dialogs: list[str] = []
    asked: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url))
    results = [f"/search?q=marsh&page={number}" for number in range(1, -(-count // 10) + 1)]
    shown = documents[:: 10 if policy_off else 100]
    stored = [f"/{kind}/{page_id(document.key)}?q=marsh" for document in shown for kind in ("page", "why")]
    for address in ("/", "/help", "/site/example.org", *(results if policy_off else results[::9]), *stored):
        response = page.goto(hostile + address)
        assert response is not None
        assert response.status == 200, address
        strange = page.evaluate(FIND_STRANGE)
        assert strange == [], address
    assert dialogs == []
    assert [url for url in asked if not url.startswith(hostile + "/")] == []


@pytest.mark.slow
def test_nothing_in_a_query_runs_or_becomes_markup(
    glossary: str, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context(java_script_enabled=True, bypass_csp=True).new_page()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for number, payload in enumerate((*MARKUP, *ADDRESSES)):
        query = payload if number % 2 else f"cost OR {payload}"
        page.goto(f"{glossary}/search?{urlencode({'q': query, 'site': payload, 'from': payload})}")
        shown = page.get_by_role("combobox").input_value()
        assert shown == " ".join(query.replace("\x0c", " ").split())
        assert page.evaluate(FIND_STRANGE) == [], query
    assert dialogs == []


def test_completions_are_text(hostile: str, open_context: Callable[..., BrowserContext]) -> None:
    page = open_context(java_script_enabled=True, bypass_csp=True).new_page()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.goto(hostile)
    for typed in ("marsh script", "img", "svg", "mar", "scr"):
        page.get_by_role("combobox").fill(typed)
        page.wait_for_timeout(300)
        assert page.evaluate(FIND_STRANGE) == []
    assert dialogs == []


def test_feed_and_json_hold_the_texts_as_texts(hostile: str) -> None:
    for number in range(1, 80):
        with urlopen(f"{hostile}/search.atom?q=marsh&page={number}") as answer:
            feed = etree.fromstring(answer.read())
        assert {element.tag.rpartition("}")[2] for element in feed.iter()} <= FEED_TAGS
        links = [element.get("href") for element in feed.iter("{*}link")]
        assert all(link.startswith(("http://", "https://")) for link in links)
