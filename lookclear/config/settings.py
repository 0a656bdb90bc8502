"""The one table of settings: every knob with its name, type, range, default and one line of help.

The help is data (`Meta(description=…)`), so the loader's messages, `docs/settings.md` and the documentation
check all read it from here.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

STRATEGIES = (
    "breadth-first",
    "best-first",
    "best-n-first",
    "fish",
    "shark",
    "link-context",
    "block",
    "mix",
    "centroid",
    "ontology",
    "apprentice",
    "topical-rank",
    "adaptive",
)
TUNNELS = ("none", "hard", "grey", "black", "grey+black")

_LARGEST_COUNT = 1_000_000_000
_DAY_S = 86_400


class Scope(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[scope]: which addresses may be fetched at all."""

    hosts: Annotated[
        tuple[str, ...], Meta(description="only these hosts and their subdomains; empty = any")
    ] = ()
    exclude_hosts: Annotated[tuple[str, ...], Meta(description="never these hosts or their subdomains")] = ()
    exclude: Annotated[
        tuple[str, ...], Meta(description="never addresses that contain one of these pieces")
    ] = ()


class CrawlSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[crawl]: how pages are fetched."""

    strategy: Annotated[str, Meta(description="which link is fetched next")] = "adaptive"
    tunnel: Annotated[
        Literal["none", "hard", "grey", "black", "grey+black"],
        Meta(description="which links of pages off topic are followed, unless the strategy's name says it"),
    ] = "none"
    tunnel_depth: Annotated[
        int, Meta(ge=1, le=20, description="most pages off topic in a row that black tunnelling crosses")
    ] = 3
    pages: Annotated[int, Meta(ge=1, le=_LARGEST_COUNT, description="pages to fetch in one run")] = 400
    concurrency: Annotated[
        int, Meta(ge=1, le=1000, description="requests in flight on the live web (a recorded web uses 1)")
    ] = 16
    per_host: Annotated[
        int,
        Meta(
            ge=1,
            le=1000,
            description="requests in flight to one host; above 1 they are sent `delay_s` apart, "
            "but how far apart they arrive depends on the network",
        ),
    ] = 1
    delay_s: Annotated[
        float, Meta(ge=0, le=_DAY_S, description="seconds between two requests to one host")
    ] = 1.0
    timeout_s: Annotated[float, Meta(ge=0.1, le=_DAY_S, description="seconds until a fetch is given up")] = (
        30.0
    )
    max_bytes: Annotated[int, Meta(ge=1, le=_LARGEST_COUNT, description="largest page, in bytes")] = 8_388_608
    stop_early: Annotated[
        bool, Meta(description="end a crawl that is starved, saturated or drifting, not only warn of it")
    ] = False
    obey_robots: Annotated[bool, Meta(description="follow robots.txt")] = True
    fairness: Annotated[
        bool, Meta(description="let groups of addresses that yield nothing wait behind all others")
    ] = True
    explore: Annotated[
        float,
        Meta(ge=0, le=0.5, description="share of fetches that go to the host, or part of one, fetched least"),
    ] = 0.0
    sitemaps: Annotated[
        bool, Meta(description="take addresses from sitemaps of sites that have a page on topic")
    ] = True
    feeds: Annotated[bool, Meta(description="take addresses from feeds that pages on topic name")] = True
    listing_files: Annotated[
        int,
        Meta(ge=1, le=_LARGEST_COUNT, description="sitemaps, and feeds, that are read of a host in a day"),
    ] = 10
    listing_entries: Annotated[
        int,
        Meta(
            ge=1, le=_LARGEST_COUNT, description="addresses taken from a host's sitemaps and feeds in a day"
        ),
    ] = 1000
    web: Annotated[
        str,
        Meta(description="a recorded web (WARC) to crawl instead of the network, relative to topic.toml"),
    ] = ""
    contact: Annotated[
        str,
        Meta(description="web page or mail address of whoever crawls, told to sites; needed on the live web"),
    ] = ""
    user_agent: Annotated[
        str, Meta(description="how the crawler names itself; empty = LookClear, version, contact")
    ] = ""
    private_networks: Annotated[
        bool, Meta(description="fetch from private addresses too, such as an intranet's")
    ] = False
    latency_factor: Annotated[
        float,
        Meta(
            ge=0,
            le=1000,
            description="times the last response time to wait at least before the next request to a host, "
            "up to 60 seconds; not when delay_s is 0",
        ),
    ] = 5.0
    patience_s: Annotated[
        float,
        Meta(
            ge=0,
            le=_DAY_S,
            description="longest wait, with nothing else to do, for hosts that want to be left alone",
        ),
    ] = 300.0
    robots_cache_s: Annotated[
        float, Meta(ge=1, le=_DAY_S, description="seconds until a robots.txt is read again")
    ] = 86_400.0


class ParsingSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[parsing]: what reading a page may cost."""

    processes: Annotated[
        int,
        Meta(ge=0, le=64, description="processes that parse, at most one a processor; 0 = the crawl's own"),
    ] = 2
    cpu_s: Annotated[
        float, Meta(ge=0.1, le=3600, description="seconds of CPU time until the parsing of a page is stopped")
    ] = 5.0
    context: Annotated[
        str, Meta(description="rule by which links get their words, such as window:10 (docs/algorithms.md)")
    ] = "zeta-idom"
    memory_mb: Annotated[
        int, Meta(ge=64, le=65_536, description="megabytes that the parsing of a page may take")
    ] = 512


class RelevanceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[relevance]: when a page counts as on topic."""

    threshold: Annotated[
        float, Meta(ge=0, le=1, description="a page with at least this relevance is on topic")
    ] = 0.5
    terms: Annotated[int, Meta(ge=1, le=_LARGEST_COUNT, description="terms kept in the topic's centroid")] = (
        50
    )
    second: Annotated[
        Literal["none", "vote", "biased-svm", "naive-bayes", "tfidf-2"],
        Meta(description="a second judge of pages, learned in the background while the crawl goes on"),
    ] = "none"
    adapt: Annotated[
        bool, Meta(description="compare links with words of links that paid off, instead of names of seeds")
    ] = False


class IndexSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[index]: what becomes searchable."""

    min_relevance: Annotated[
        float, Meta(ge=0, le=1, description="pages below are stored but not indexed")
    ] = 0.0


class SiteSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[site]: the search site's own texts."""

    title: Annotated[str, Meta(description="name of the site; empty = the topic's name")] = ""
    examples: Annotated[tuple[str, ...], Meta(description="example queries on the home page")] = ()
    about: Annotated[str, Meta(description="a sentence in the foot of every page; empty = ours")] = ""
    accent: Annotated[
        str, Meta(description='colour of links and buttons, such as "#7a1f5c"; empty = ours')
    ] = ""
    path: Annotated[
        str, Meta(description="prefix under which a reverse proxy mounts the site, such as /search")
    ] = ""
    proxies: Annotated[
        tuple[str, ...],
        Meta(description="addresses or networks of reverse proxies whose X-Forwarded-* headers count"),
    ] = ()
    requests_per_minute: Annotated[
        int, Meta(ge=0, le=_LARGEST_COUNT, description="requests of one address in a minute; 0 = any number")
    ] = 300
    query_log_days: Annotated[
        int, Meta(ge=0, le=3650, description="days for which queries are kept, without addresses; 0 = not")
    ] = 30
    metrics: Annotated[
        bool, Meta(description="show /metrics to everybody, not only to who may use the admin pages")
    ] = False


class TopicFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole topic.toml."""

    name: Annotated[str, Meta(description="the topic, as people call it")]
    description: Annotated[str, Meta(description="what the topic is about, in a sentence or two")] = ""
    languages: Annotated[tuple[str, ...], Meta(description='languages of the topic, such as "en", "zh"')] = ()
    seeds: Annotated[
        tuple[str, ...], Meta(description="addresses (http or https) the crawl starts from")
    ] = ()
    keywords: Annotated[tuple[str, ...], Meta(description="words and phrases that tell the topic")] = ()
    examples: Annotated[
        tuple[str, ...], Meta(description="pages known to be on topic: addresses, or files by path")
    ] = ()
    counter_examples: Annotated[
        tuple[str, ...],
        Meta(description="pages known to be off topic: addresses, or files by path"),
    ] = ()
    ontology: Annotated[
        str,
        Meta(description="a file of concepts, their names and relations (SKOS or OWL), beside topic.toml"),
    ] = ""
    scope: Scope = Scope()
    crawl: CrawlSettings = CrawlSettings()
    parsing: ParsingSettings = ParsingSettings()
    relevance: RelevanceSettings = RelevanceSettings()
    index: IndexSettings = IndexSettings()
    site: SiteSettings = SiteSettings()
