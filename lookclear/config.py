"""The one table of settings: every knob with its name, default, unit and meaning.

A workspace's `topic.toml` is read into these types; an unknown key is an error that names the nearest key
and the line it stands on.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

PositiveInt = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(ge=0)]
Share = Annotated[float, Meta(ge=0, le=1)]


class Scope(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[scope]: which addresses may be fetched at all."""

    hosts: tuple[str, ...] = ()  # only these hosts and their subdomains; empty = any
    exclude_hosts: tuple[str, ...] = ()  # never these hosts or their subdomains
    exclude: tuple[str, ...] = ()  # never addresses that contain one of these pieces


class CrawlSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[crawl]: how pages are fetched."""

    strategy: str = "mix"  # which link next
    pages: PositiveInt = 400  # pages to fetch in one run
    concurrency: PositiveInt = 16  # requests in flight on the live web (a recorded web uses 1)
    per_host: PositiveInt = 1  # requests in flight to one host
    delay_s: Seconds = 1.0  # seconds between two requests to one host
    timeout_s: Seconds = 30.0  # seconds until a fetch is given up
    max_bytes: PositiveInt = 8_388_608  # largest page, in bytes
    obey_robots: bool = True  # follow robots.txt
    web: str = ""  # a recorded web (WARC) to crawl instead of the network, relative to topic.toml
    user_agent: str = ""  # empty = LookClear with its version
    random_seed: int = 0


class RelevanceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[relevance]: when a page counts as on topic."""

    threshold: Share = 0.5  # a page with at least this relevance is on topic
    terms: PositiveInt = 300  # terms kept in the topic's centroid


class IndexSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[index]: what becomes searchable."""

    min_relevance: Share = 0.0  # pages below are stored but not indexed


class SiteSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[site]: the search site's own texts."""

    title: str = ""  # empty = the topic's name
    examples: tuple[str, ...] = ()  # example queries on the home page


class TopicFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole topic.toml."""

    name: str
    description: str = ""
    languages: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    counter_examples: tuple[str, ...] = ()
    scope: Scope = Scope()
    crawl: CrawlSettings = CrawlSettings()
    relevance: RelevanceSettings = RelevanceSettings()
    index: IndexSettings = IndexSettings()
    site: SiteSettings = SiteSettings()
