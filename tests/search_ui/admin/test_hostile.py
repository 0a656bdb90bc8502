"""Markup that pages, links, queries and forms bring along stays text on every admin page."""

from datetime import UTC, datetime

import pytest

from lookclear.session.labels import label_page
from lookclear.store.labels import Verdict
from search_ui.admin.pages import NAVIGATION
from tests.search_ui.admin.conftest import Admin

NOW = datetime(2026, 1, 2, tzinfo=UTC)
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    "{{ 77777*7 }}",
    "javascript:alert(1)",
    "\u202e\u2066<b>盐沼",
    "</textarea><script>alert(1)</script>",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_markup_stays_text_everywhere(admin: Admin, text: str) -> None:
    label_page(admin.workspace, f"http://marsh.test/{text}", Verdict.YES, at=NOW, by=text)
    admin.client.get("/search", params={"q": text})
    topic = admin.folder / "topic.toml"
    topic.write_text(topic.read_text().replace('"wetland"', f"'''{text}'''"))
    rooms = [f"/admin/{name}" for name in NAVIGATION[1:]]
    for address, asked in (
        *((room, {}) for room in ("/admin", *rooms)),
        ("/admin/frontier", {"url": text}),
        ("/admin/frontier", {"host": text, "text": text}),
        ("/admin/labels", {"done": text}),
        ("/admin/login", {"next": text}),
    ):
        shown = admin.client.get(address, params=asked).text
        for tag in ("<script>alert", "<img src", "<svg onload", "<b>盐", 'href="javascript:'):
            assert tag not in shown, (address, asked)
        assert "544439" not in shown


def test_what_a_form_can_hold_is_bounded_and_never_an_error_page_of_ours(admin: Admin) -> None:
    for fields in (
        {"url": "x" * 100_000, "verdict": "yes"},
        {"url": "http://a.test/\x00", "verdict": "yes"},
        {"url": "http://[::1", "verdict": "no"},
        {"url": "", "verdict": "forget"},
    ):
        token = admin.page("/admin").cssselect("input[name=token]")[0].get("value")
        status = admin.client.post("/admin/labels", data={"token": token, **fields}).status_code
        assert status in {200, 400}, (fields["url"][:30], status)
    for number in ("-1", "0", "1e9", "99999999999999999999", "９", ""):
        token = admin.page("/admin").cssselect("input[name=token]")[0].get("value")
        answer = admin.client.post("/admin/model", data={"token": token, "do": "to", "version": number})
        assert answer.status_code == 400
