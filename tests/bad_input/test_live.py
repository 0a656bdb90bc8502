"""Rows that need a crawl: real answers on loopback, and what becomes of them."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from typing import Any

import pytest

from indexer import Index
from tests.bad_input.rows import case
from tests.web.site import Answer, Asked, Site, moved, page

NewTopic = Callable[..., Any]
LIVE = {"delay_s": 0, "concurrency": 4, "pages": 40}
ARTICLE = " ".join(
    f"The garden in week {n} needs water and 园艺 work: row {n * 7} is sown, row {n * 11} is weeded by hand."
    for n in range(30)
)


PLANTS = ("start", "rose", "tulip", "maple", "bamboo", "lotus", "peony")


def text_about(plant: str) -> str:
    return " ".join(
        f"{plant}{n} needs {plant}bed{n}, 园艺 {plant}rain{n} and {plant}sun{n}." for n in range(12)
    )


def html(body: bytes) -> Answer:
    return Answer(body, headers={"Content-Type": "text/html"})


def chain(length: int) -> dict[str, Any]:
    steps = {
        f"/{n}": html(f'<meta http-equiv=refresh content="0; url=/{n + 1}"><p>moving'.encode())
        for n in range(length)
    }
    return steps | {f"/{length}": page("garden 园艺 at last")}


@pytest.mark.parametrize(
    ("answers", "outcomes"),
    [
        case(
            "B29",
            {
                "/a": html(b'<meta http-equiv=refresh content="0; url=/b">x'),
                "/b": html(b'<meta http-equiv=refresh content="0; url=/a">x'),
            },
            {"/b": "fetched"},
        ),
        case("B29", {"/a": moved("/0"), **chain(4)}, {"/4": "fetched"}),
        case("B45", {"/a": page("a", ["/big"]), "/big": html(b"garden " * 60_000)}, {"/big": "too-large"}),
        case(
            "F32",
            {"/a": page("a", ["/drip"]), "/drip": Answer("garden ", endless=True, delay_s=0.1)},
            {"/drip": "timeout"},
        ),
        case(
            "F33",
            {
                "/a": page("a", ["/bomb"]),
                "/bomb": Answer(
                    gzip.compress(bytes(20_000_000)),
                    headers={"Content-Type": "text/html", "Content-Encoding": "gzip"},
                ),
            },
            {"/bomb": "too-large"},
        ),
        case("B44", {"/a": page("a", ["/empty"]), "/empty": html(b"")}, {"/empty": "unparsable"}),
    ],
)
def test_every_answer_ends_with_its_outcome(
    new_topic: NewTopic, answers: dict[str, Any], outcomes: dict[str, str]
) -> None:
    with Site(answers) as site:
        topic = new_topic([site.url("/a")], LIVE | {"timeout_s": 2, "max_bytes": 300_000})
        topic.crawl()
        assert {path: topic.state(site.url(path)).outcome for path in outcomes} == outcomes


def documents(topic: Any) -> list[str]:
    with Index.open(topic.folder / "data" / "index", read_only=True) as index:
        return [hit.url for hit in index.search("garden", limit=50).hits]


@pytest.mark.parametrize("path", [case("F20", "/{n}?visit={id}"), case("B68", "/{n};token={id}")])
def test_an_id_that_is_new_on_every_link_is_learned_and_each_page_fetched_once(
    new_topic: NewTopic, path: str
) -> None:
    chance = random.Random(5)

    def answer(asked: Asked) -> str:
        at = asked.path.strip("/").partition("?")[0].partition(";")[0] or "0"
        links = [path.format(n=n, id=f"{chance.getrandbits(64):016x}") for n in range(1, 7)]
        items = "".join(f'<li><a href="{link}">{PLANTS[n]} 园艺</a>' for n, link in enumerate(links, 1))
        plant = PLANTS[int(at)]
        return f"<title>garden 园艺 {plant}</title><p>{text_about(plant)}</p><ul>{items}</ul>"

    with Site({"/robots.txt": Answer("", 404), "*": answer}) as site:
        topic = new_topic([site.url("/")], LIVE)
        topic.crawl()
        assert len(documents(topic)) == 7
        assert len(site.log) < 30


@pytest.mark.parametrize("paths", [case("F38", ["/a", "/b?from=home", "/c/index.html", "/print/a"])])
def test_one_article_on_many_addresses_is_one_result(new_topic: NewTopic, paths: list[str]) -> None:
    menus = ["News Sport", "News Weather", "Home Shop", ""]
    answers = {
        path: f"<title>Garden</title><nav>{menu}</nav><h1>Garden</h1><p>{ARTICLE}</p>"
        for path, menu in zip(paths, menus, strict=True)
    }
    with Site({"/": page("garden 园艺 start", paths), **answers}) as site:
        topic = new_topic([site.url("/")], LIVE)
        topic.crawl()
        assert [url for url in documents(topic) if url != site.url("/")] == [site.url("/a")]


@pytest.mark.parametrize("hosts", [case("B65", 6)])
def test_the_same_page_on_many_hosts_is_one_result(new_topic: NewTopic, hosts: int) -> None:
    with Site({"/": f"<title>Garden</title><p>{ARTICLE}</p>"}, hosts=hosts) as site:
        topic = new_topic([site.url("/", host=n) for n in range(1, hosts + 1)], LIVE)
        topic.crawl()
        assert len(documents(topic)) == 1


@pytest.mark.parametrize("location", [case("B85", "/\u00d6\u00d0?q=\u00d6\u00d0")])
def test_raw_bytes_of_a_location_are_asked_for_as_they_are(new_topic: NewTopic, location: str) -> None:
    answers = {"/": moved("/old"), "/old": moved(location), "/%D6%D0?q=%D6%D0": page("garden 园艺")}
    with Site(answers) as site:
        topic = new_topic([site.url("/")], LIVE)
        topic.crawl()
        assert topic.visited() == [site.url("/%D6%D0?q=%D6%D0")]


@pytest.mark.parametrize(
    ("canonical", "found"),
    [
        case("B34", "/a", ["/a"]),  # the same text there: one document
        case("B34", "/", ["/", "/b"]),  # another text there: the vote does not count
        case("B34", "/missing", ["/b"]),
        case("B34", "http://127.0.0.2:9/", ["/b"]),
    ],
)
def test_a_canonical_address_counts_when_the_text_agrees(
    new_topic: NewTopic, canonical: str, found: list[str]
) -> None:
    head = f'<title>Garden</title><link rel="canonical" href="{canonical}">'
    answers = {
        "/": page("garden 园艺 start", ["/b"], "garden of another kind " * 20),
        "/a": f"{head}<h1>Garden</h1><p>{ARTICLE}</p>",
        "/b": f"{head}<h1>Garden</h1><p>{ARTICLE} The end.</p>",
    }
    with Site(answers) as site:
        topic = new_topic([site.url("/")], LIVE)
        topic.crawl()
        urls = documents(topic)
        assert {site.url(path) for path in found} <= set(urls)
        assert (site.url("/b") in urls) is ("/b" in found)


@pytest.mark.parametrize("budget", [case("F17", 100)])
def test_facets_do_not_eat_the_crawl(new_topic: NewTopic, budget: int) -> None:
    facets = [f"/shop?colour={n % 12}&size={n}" for n in range(130)]
    answers = {
        "/": page("garden 园艺", ["/shop", "/real"]),
        "/shop": page("garden 园艺 shop", facets),
        "/real": page("garden 园艺 articles", [f"/real/{n}" for n in range(20)]),
        **{f"/real/{n}": page(f"garden 园艺 article {n}", [f"/real/{n}/more"]) for n in range(20)},
        **{f"/real/{n}/more": page(f"garden 园艺 more of {n}") for n in range(20)},
        "*": lambda asked: page(f"garden 园艺 goods {asked.path}", facets, f"{asked.path} " * 40),
    }
    with Site({"/robots.txt": Answer("", 404), **answers}) as site:
        topic = new_topic([site.url("/")], LIVE | {"pages": budget})
        topic.crawl()
        assert sum("/real" in url for url in topic.visited()) >= 35


@pytest.mark.parametrize("kind", [case("F36", "gzip")])
def test_a_sitemap_leads_to_pages_that_nothing_links_to(new_topic: NewTopic, kind: str) -> None:
    with Site({"/": page("garden 园艺")}) as site:
        listed = f"<urlset><url><loc>{site.url('/island')}</loc></url></urlset>".encode()
        site.pages |= {
            "/robots.txt": Answer(
                f"Sitemap: {site.url('/map.xml.gz')}", headers={"Content-Type": "text/plain"}
            ),
            "/map.xml.gz": Answer(gzip.compress(listed), headers={"Content-Type": f"application/{kind}"}),
            "/island": page("garden 园艺 island"),
        }
        topic = new_topic([site.url("/")], LIVE)
        topic.crawl()
        assert site.url("/island") in topic.visited()


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("file:///etc/passwd", "scheme"),
        ("mailto:somebody@example.org", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("data:text/html,花园", "scheme"),
        ("ftp://example.org/garden", "scheme"),
        ("http://[::1", "malformed"),
    ],
)
def test_a_redirect_to_what_is_no_page_is_one_refusal(new_topic: NewTopic, target: str, reason: str) -> None:
    sent = target.encode().decode("latin-1")  # how headers travel
    with Site({"/a": page("garden 园艺", ["/away", "/b"]), "/away": moved(sent), "/b": page("soil")}) as site:
        topic = new_topic([site.url("/a")], LIVE)
        report = topic.crawl()
        state = topic.state(site.url("/away"))
    assert report["outcomes"] == {"fetched": 2, "redirected": 1}
    assert report["refused"] == {reason: 1}
    assert state.detail == f"{reason}: {target}"
    assert topic.state(target).outcome == reason
