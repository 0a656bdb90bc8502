"""Sitemaps and feeds in a crawl: when they are read, for whom they speak, and what they leave behind."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.site import Answer, Site, moved, page

pytestmark = pytest.mark.any_scrapy

LIVE = {"delay_s": 0, "concurrency": 4}
TEXT = {"Content-Type": "text/plain"}
NewTopic = Callable[..., Any]
FEED = '<link rel="alternate" type="application/rss+xml" href="/feed">'
RSS = (
    "<rss><channel><item><title>Garden 园艺</title><link>/new</link></item>"
    "<item><link>/no/1</link></item></channel></rss>"
)


def urlset(*locs: str) -> str:
    return "<urlset>" + "".join(f"<url><loc>{loc}</loc></url>" for loc in locs) + "</urlset>"


def with_feed(title: str) -> str:
    return page(title).replace("<head>", f"<head>{FEED}")


def test_a_feed_of_a_page_on_topic_leads_to_pages_and_is_in_the_archive(new_topic: NewTopic) -> None:
    robots = Answer("User-agent: *\nDisallow: /no/", headers=TEXT)
    with Site(
        {"/": with_feed("garden 园艺"), "/feed": RSS, "/new": page("garden"), "/robots.txt": robots}
    ) as site:
        topic = new_topic([site.url("/")], LIVE)
        report = topic.crawl()
        found = topic.state(site.url("/new"))
        assert (found.parent, found.depth, found.anchor) == (site.url("/feed"), 1, "Garden 园艺")
        assert report["outcomes"] == {"fetched": 2, "robots": 1}
        asked = len(site.asked())
    (warc,) = (topic.folder / "data" / "warc").glob("*.warc*")
    again = new_topic([site.url("/")], {"web": str(warc)})
    assert again.crawl(network=False)["fetched"] == 2
    assert again.visited() == topic.visited()
    assert asked == 3


def test_forbidden_sitemaps_are_not_read_and_switched_off_nothing_is(new_topic: NewTopic) -> None:
    robots = Answer("Sitemap: /no/map.xml\nUser-agent: *\nDisallow: /no/", headers=TEXT)
    answers = {
        "/": with_feed("garden 园艺"),
        "/robots.txt": robots,
        "/no/map.xml": urlset("/a"),
        "/feed": RSS,
    }
    with Site(answers) as site:
        new_topic([site.url("/")], LIVE | {"feeds": False}).crawl()
        assert site.asked() == ["/"]
        site.pages["/robots.txt"] = Answer("Sitemap: /map.xml", headers=TEXT)
        for path in ("/map.xml", "/sitemap.xml"):
            site.pages[path] = urlset("/a")
        new_topic([site.url("/")], LIVE | {"feeds": False, "sitemaps": False}).crawl()
        assert site.asked(robots=True)[-2:] == ["/robots.txt", "/"]
        new_topic([site.url("/")], LIVE | {"feeds": False}).crawl()
        assert site.asked()[-2:] == ["/map.xml", "/a"]  # what would have been read


@pytest.mark.parametrize("hops", [1, 5, 6])
def test_a_sitemap_is_followed_over_five_redirects(new_topic: NewTopic, hops: int) -> None:
    to = {f"/hop{n}": moved(f"hop{n + 1}") for n in range(hops)} | {f"/hop{hops}": urlset("/a")}
    robots = Answer("Sitemap: /hop0", headers=TEXT)
    with Site({"/": page("garden 园艺"), "/robots.txt": robots, **to, "/a": page("garden a")}) as site:
        assert new_topic([site.url("/")], LIVE).crawl()["fetched"] == (2 if hops < 6 else 1)


def latin(text: str) -> str:
    """Return what a header looks like that holds UTF-8."""
    return text.encode().decode("latin-1")


@pytest.mark.parametrize("scope", [["127.0.0.1"], []])
@pytest.mark.parametrize("feed", [True, False])
def test_redirects_of_listings_stay_in_scope(new_topic: NewTopic, scope: list[str], feed: bool) -> None:
    with Site({}, hosts=2) as site:
        first = with_feed("garden 园艺") if feed else page("garden 园艺")
        site.pages |= {"127.0.0.1/": first, f"127.0.0.1/{'feed' if feed else 'sitemap.xml'}": moved("/hop")}
        site.pages |= {"127.0.0.1/hop": moved(latin(site.url("/园艺.xml?a=b c", 2))), "/a": page("garden a")}
        site.pages |= {"*": lambda asked: Answer(urlset("/a")) if ".xml" in asked.path else Answer("", 404)}
        topic = new_topic([site.url("/")], LIVE)
        if scope:
            path = topic.folder / "topic.toml"
            path.write_text(
                path.read_text(encoding="utf-8") + f"[scope]\nhosts = {scope}\n", encoding="utf-8"
            )
        topic.crawl()
        asked = [line.path for line in site.log if line.host == "127.0.0.2" and line.path != "/robots.txt"]
    assert asked == ([] if scope else ["/%E5%9B%AD%E8%89%BA.xml?a=b%20c", "/a"])


@pytest.mark.parametrize(("names_it", "fetched"), [(True, 3), (False, 2)])
def test_a_sitemap_speaks_for_another_host_only_when_that_host_says_so(
    new_topic: NewTopic, names_it: bool, fetched: int
) -> None:
    with Site({"/robots.txt": Answer("", 404)}, hosts=2) as site:
        first, second = site.url("/a"), site.url("/b", 2)
        site.pages |= {"127.0.0.1/": page("garden 园艺"), "/a": page("garden a"), "/b": page("garden b")}
        at = site.url("/map.xml", 2 if names_it else 1)
        site.pages["127.0.0.1/robots.txt"] = Answer(f"Sitemap: {at}", headers=TEXT)
        site.pages["/map.xml"] = urlset(first, second)
        report = new_topic([site.url("/")], LIVE).crawl()
        assert report["fetched"] == fetched


def test_a_seed_that_gives_no_page_may_still_have_a_sitemap(new_topic: NewTopic) -> None:
    with Site({"/": Answer("", 404), "/sitemap.xml": urlset("/a"), "/a": page("garden 园艺")}) as site:
        topic = new_topic([site.url("/")], LIVE)
        topic.crawl()
        assert topic.visited() == [site.url("/a")]
