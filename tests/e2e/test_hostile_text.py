"""Markup and script addresses in every field of a page stay text, in a browser with scripts on."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext

from indexer import Document
from indexer.identity import page_id
from search_ui.app import create_app
from search_ui.server import RunningSite
from tests.search_ui.sample import build_index

pytestmark = pytest.mark.browser

MARKUP = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    "</title><script>alert(1)</script>",
    "</textarea></style><script>alert(1)</script>",
    "<mark><b onmouseover=alert(1)>marsh</b></mark>",
    '<a href="javascript:alert(1)">marsh</a>',
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    '<form action="https://evil.example/"><input name=q></form>',
    "<base href='https://evil.example/'>",
    "<meta http-equiv=refresh content='0;url=https://evil.example/'>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<style>@import 'https://evil.example/x.css'</style>",
    "<!--",
    "]]>",
    "--><script>alert(1)</script>",
    "{{ 7*191 }}{% raw %}",
    "${7*191}",
    "{n}{query}{0}",
    "%(q)s",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;img src=x onerror=alert(1)&#62;",
    "\u202e<script>alert(1)</script>\u202c",
    "＜script＞alert(1)＜/script＞",
    "<ScRiPt\x0c>alert(1)</sCrIpT >",
    "<img\tsrc=x\nonerror=alert(1)>",
    "`onfocus=alert(1) autofocus=",
    '" autofocus onfocus="alert(1)',
)
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

FIND_STRANGE = """() => {
    const all = [...document.querySelectorAll('*')];
    const foreign = 'script, iframe, form:not(.search), img, base, style, b, object, meta[http-equiv],'
        + ' link[rel=stylesheet]:not([href^="/static/"])';
    return all.filter(element => element.matches(foreign)
        || [...element.attributes].some(attribute => attribute.name.startsWith('on'))
        || (element.localName === 'a' && !/^https?:$/.test(element.protocol))
    ).map(element => element.outerHTML);
}"""


def hostile_documents() -> list[Document]:
    """One document for each payload and field; every one is found by `marsh`."""
    fields = ("title", "body", "description", "language")
    documents = []
    for number, payload in enumerate(MARKUP):
        for field in fields:
            values = {"title": "marsh", "body": "marsh", "description": "marsh", "language": "en"}
            values[field] = payload if field == "language" else f"marsh {payload} marsh"
            documents.append(Document(key=f"https://example.org/{field}/{number}", **values))
        documents.append(Document(key=f"https://example.org/{payload}/{number}", title="marsh", body="marsh"))
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
    shown = documents if policy_off else documents[:10]
    stored = [f"/page/{page_id(document.key)}?q=marsh" for document in shown]
    for address in ("/", "/help", *results, *stored):
        response = page.goto(hostile + address)
        assert response is not None
        assert response.status == 200, address
        strange = page.evaluate(FIND_STRANGE)
        assert strange == [], address
    assert dialogs == []
    assert [url for url in asked if not url.startswith(hostile + "/")] == []


def test_nothing_in_a_query_runs_or_becomes_markup(
    glossary: str, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context(java_script_enabled=True, bypass_csp=True).new_page()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for payload in (*MARKUP, *ADDRESSES):
        for query in (payload, f"cost OR {payload}"):
            page.goto(f"{glossary}/search?{urlencode({'q': query})}")
            shown = page.get_by_role("searchbox").input_value()
            assert shown == " ".join(query.replace("\x0c", " ").split())
            assert page.locator("script, img, iframe, base, style, main form").count() == 0, query
    assert dialogs == []
