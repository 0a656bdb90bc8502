"""A site as it is operated: behind a proxy, under a path, with a limit, watched over, in its own colour."""

import json
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from indexer import Document, Index
from lookclear.errors import ConfigError
from search_ui.app import create_app
from search_ui.cached import CachedSource
from search_ui.operation import Operation
from search_ui.ratelimit import Bucket, block_of
from search_ui.theme import contrast, stylesheet

MakeClient = Callable[..., TestClient]


def site(folder: Path, *, client: str = "203.0.113.9", **operation: object) -> TestClient:
    app = create_app(folder, title="Accounting", operation=Operation(**operation))
    return TestClient(app, client=(client, 5000), raise_server_exceptions=False)


@pytest.mark.parametrize("asked", ["/find/search?q=cash", "/search?q=cash"])
def test_under_a_path_all_own_links_carry_it_whether_the_proxy_strips_it_or_not(
    glossary_index: Path, asked: str
) -> None:
    with site(glossary_index, path="find/") as client:
        text = client.get(asked).text
        assert "Cash" in text
        own = re.findall(r'(?:href|action|src)="(/[^"]*)"', text)
        assert len(own) > 5
        assert all(link.startswith("/find/") for link in own)
        assert client.get("/find/").status_code == 200
        assert client.get("/findings").status_code == 404


def test_what_a_named_proxy_says_counts_and_what_others_say_does_not(glossary_index: Path) -> None:
    told = {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "marsh.example",
        "X-Forwarded-For": "6.6.6.6, 198.51.100.7, 10.0.0.3",
    }
    with site(glossary_index, client="10.0.0.2", proxies=("10.0.0.0/8",)) as client:
        assert 'template="https://marsh.example/search' in client.get("/opensearch.xml", headers=told).text
    with site(glossary_index, client="203.0.113.9", proxies=("10.0.0.0/8",)) as client:
        assert "marsh.example" not in client.get("/opensearch.xml", headers=told).text
    with site(glossary_index, client="10.0.0.2") as client:
        assert "marsh.example" not in client.get("/opensearch.xml", headers=told).text


def test_the_limit_is_of_the_visitor_and_not_of_the_proxy(glossary_index: Path) -> None:
    def status(client: TestClient, chain: str) -> int:
        return client.get("/help", headers={"X-Forwarded-For": chain}).status_code

    with site(glossary_index, client="10.0.0.2", proxies=("10.0.0.2",), requests_per_minute=8) as client:
        assert [status(client, "198.51.100.7") for _ in range(3)] == [200, 200, 429]
        assert status(client, "1.1.1.1, 198.51.100.7") == 429  # what it made up before does not help
        assert status(client, "198.51.100.8") == 200


def test_too_many_requests_are_answered_with_when_to_come_again(glossary_index: Path) -> None:
    with site(glossary_index, requests_per_minute=4) as client:
        assert client.get("/").status_code == 200
        refused = client.get("/search.json?q=cash")
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 15
        assert refused.json()["error"] == "too_many"
        assert client.get("/healthz").status_code == 200
        assert "content-security-policy" in refused.headers
    with site(glossary_index, client="127.0.0.1", requests_per_minute=1) as client:
        assert {client.get("/help").status_code for _ in range(5)} == {200}


def test_a_bucket_fills_again_and_counts_each_visitor_apart() -> None:
    now = [0.0]
    bucket = Bucket(60, lambda: now[0])
    assert [bucket.wait_s("a") > 0 for _ in range(16)] == [False] * 15 + [True]
    assert bucket.wait_s("b") == 0
    now[0] += 2
    assert [bucket.wait_s("a") > 0 for _ in range(3)] == [False, False, True]
    assert block_of("2001:db8:0:1::5") == block_of("2001:db8:0:1:ffff::6") != block_of("2001:db8:0:2::5")
    assert block_of("::ffff:192.0.2.1") == "192.0.2.1"


def test_readiness_follows_the_start_and_metrics_count_without_telling(glossary_index: Path) -> None:
    app = create_app(glossary_index, title="Accounting", operation=Operation(public_metrics=True))
    unstarted = TestClient(app)
    assert unstarted.get("/readyz").status_code == 503
    with unstarted as client:
        assert client.get("/readyz").json() == {"status": "ready"}
        client.get("/search?q=secretword")
        client.get("/search?q=secretword")
        client.get("/page/none")
        text = client.get("/metrics").text
    assert re.search(r'lookclear_requests_total\{route="/search",status="200"\} 2', text)
    assert re.search(r'lookclear_requests_total\{route="/page",status="404"\} 1', text)
    assert "lookclear_index_documents 42" in text
    assert 'le="+Inf"' in text
    assert "secretword" not in text
    for line in text.splitlines():
        assert line.startswith("# ") or re.fullmatch(r"[a-z_]+(\{[^}]*\})? [0-9.e+-]+", line), line


def test_metrics_are_not_for_everybody_unless_the_topic_says_so(glossary_index: Path) -> None:
    with site(glossary_index) as client:
        assert client.get("/metrics").status_code == 404


def test_the_access_log_is_json_without_addresses_and_queries(glossary_index: Path) -> None:
    lines: list[str] = []
    with site(glossary_index, access_log=lines.append) as client:
        client.get("/search?q=secretword")
        client.get("/nowhere/secretplace")
    found = [json.loads(line) for line in lines]
    assert [(one["route"], one["status"]) for one in found] == [("/search", 200), ("other", 404)]
    assert not re.search("secret|203.0.113", "".join(lines))
    assert found[0]["bytes"] > 500


def test_a_cached_answer_is_given_until_the_index_changes(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    with Index.open(folder) as index:
        index.add(Document(key="http://a.test/", title="Salt marsh 盐沼", body="salt marsh 盐沼"))
        index.commit()
        source = CachedSource(folder)
        first = source.search("盐沼", limit=5)
        assert source.search("盐沼", limit=5).hits == first.hits
        assert (source.hits, source.misses) == (1, 1)
        assert source.search("盐沼", limit=6).total == 1
        assert source.misses == 2
        index.add(Document(key="http://b.test/", title="盐沼", body="盐沼"))
        index.commit()
        assert source.search("盐沼", limit=5).total == 2
        source.close()


def test_the_cache_holds_no_more_than_it_may_and_is_safe_from_threads(glossary_index: Path) -> None:
    source = CachedSource(glossary_index, most=3)
    queries = ["cash", "audit", "会计", "balance", "tax"] * 20

    def ask(some: list[str]) -> None:
        for query in some:
            assert source.search(query).total >= 0

    threads = [threading.Thread(target=ask, args=(queries[at:],)) for at in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(source._kept) == 3
    source.close()


@pytest.mark.parametrize("accent", ["#7a1f5c", "ffee00", "#000000", "#ffffff", "#0F5C63"])
def test_any_colour_can_be_read_on_light_and_on_dark(accent: str) -> None:
    found = re.findall(r"--accent: (#\w+); --link: \1; --on-accent: (#\w+)", stylesheet(accent))
    rgb = [[tuple(bytes.fromhex(one[1:])) for one in pair] for pair in found]
    for (colour, ink), paper in zip(rgb, [(0xFC, 0xFD, 0xFC), (0x11, 0x18, 0x17)], strict=True):
        assert contrast(colour, paper) >= 4.5
        assert contrast(colour, ink) >= 4.5


def test_the_sites_own_colour_and_sentence_are_on_every_page(glossary_index: Path) -> None:
    app = create_app(glossary_index, title="A", operation=Operation(accent="#7a1f5c", about="盐沼 <b>club"))
    with TestClient(app) as client:
        text = client.get("/").text
        assert "盐沼 &lt;b&gt;club" in text
        address = re.search(r'href="(/theme\.css\?v=[^"]+)"', text)
        assert address
        style = client.get(address[1])
        assert "#7a1f5c" in style.text
        assert "immutable" in style.headers["cache-control"]


@pytest.mark.parametrize("wrong", [{"accent": "red;}"}, {"proxies": ("proxy.example",)}])
def test_a_colour_or_proxy_that_is_none_is_an_error_at_the_start(
    glossary_index: Path, wrong: dict[str, object]
) -> None:
    with pytest.raises(ConfigError, match=r"site\."):
        create_app(glossary_index, title="A", operation=Operation(**wrong))
