from collections.abc import Collection, Sequence
from datetime import UTC, datetime

import pytest

from lookclear.config import Scope
from lookclear.domain import Refusal
from lookclear.sitemaps.candidates import Listed, Source, TopicWords, listed, url_words
from lookclear.sitemaps.listing import Entry
from lookclear.urls.canonical import canonical

TOPIC = TopicWords({"garden": 0.6, "园艺": 0.8}, {"garden": 5.0, "园艺": 6.0})
HOST = "https://h.example"
HOSTS = frozenset({"h.example"})


def taken(
    entries: Sequence[Entry],
    *,
    most: int = 100,
    hosts: Collection[str] | None = HOSTS,
    dates_count: bool = False,
    done: Collection[str] = (),
    scope: Scope | None = None,
) -> Listed:
    return listed(
        entries,
        Source("https://h.example/sitemap.xml", 2, hosts, dates_count),
        topic=TOPIC,
        worth=lambda similarity: similarity / 2,
        key=canonical,
        is_done=lambda key: key in done,
        scope=scope or Scope(),
        most=most,
    )


def urls(found: Listed) -> list[str]:
    return [candidate.url for candidate in found.candidates]


def test_a_candidate_names_the_listing_and_is_worth_what_its_words_are() -> None:
    (one,) = taken([Entry(f"{HOST}/7", words="Garden 园艺")]).candidates
    assert (one.parent, one.depth, one.anchor) == ("https://h.example/sitemap.xml", 3, "Garden 园艺")
    assert 0.4 < one.score.value <= 0.5
    assert one.score.parts["listed"] == pytest.approx(one.score.value * 2, abs=1e-5)


def test_without_a_title_the_words_of_the_address_count() -> None:
    found = taken(
        [Entry(f"{HOST}/cars/7"), Entry(f"{HOST}/garden-tools"), Entry(f"{HOST}/%E5%9B%AD%E8%89%BA")]
    )
    assert urls(found) == [f"{HOST}/%E5%9B%AD%E8%89%BA", f"{HOST}/garden-tools", f"{HOST}/cars/7"]
    assert found.candidates[-1].score.value == 0.0


def test_only_the_best_are_taken_and_the_others_counted() -> None:
    entries = [Entry(f"{HOST}/{n}", words="garden" if n == 70 else "cars") for n in range(100)]
    found = taken(entries, most=2)
    assert urls(found) == [f"{HOST}/70", f"{HOST}/0"]
    assert found.over == 98


def test_nothing_is_taken_when_there_is_no_room() -> None:
    assert taken([Entry(f"{HOST}/1")], most=0) == Listed(over=1)


def test_one_address_is_one_candidate() -> None:
    assert urls(taken([Entry(f"{HOST}/a"), Entry(f"{HOST}/a#top"), Entry("HTTPS://H.example:443/a")])) == [
        f"{HOST}/a"
    ]


def test_newer_entries_come_first_among_equals_when_dates_count() -> None:
    entries = [Entry(f"{HOST}/{day}", datetime(2024, 5, day, tzinfo=UTC)) for day in (3, 9, 5)]
    entries.insert(0, Entry(f"{HOST}/none"))
    assert urls(taken(entries, dates_count=True))[:2] == [f"{HOST}/9", f"{HOST}/5"]
    assert urls(taken(entries))[:2] == [f"{HOST}/none", f"{HOST}/3"]


def test_a_sitemap_speaks_for_its_hosts_and_a_feed_for_all() -> None:
    entries = [Entry(f"{HOST}/1"), Entry("https://other.example/1")]
    assert taken(entries).foreign == 1
    assert urls(taken(entries)) == [f"{HOST}/1"]
    assert len(taken(entries, hosts=None).candidates) == 2


def test_what_was_fetched_is_not_queued_again() -> None:
    found = taken([Entry(f"{HOST}/a"), Entry(f"{HOST}/b")], done={f"{HOST}/a"})
    assert (urls(found), found.known) == ([f"{HOST}/b"], 1)


def test_addresses_that_may_not_be_fetched_are_refused_with_the_reason() -> None:
    entries = [
        Entry("mailto:me@h.example"),
        Entry(f"{HOST}/a.zip"),
        Entry("http://[::1"),
        Entry(f"{HOST}/no/1"),
    ]
    found = taken(entries, scope=Scope(exclude=("/no/",)))
    assert not found.candidates
    assert [reason for _, reason in found.refused] == [
        Refusal.SCHEME,
        Refusal.FILE_TYPE,
        Refusal.MALFORMED,
        Refusal.SCOPE,
    ]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://h.example/", ""),
        ("https://h.example/a_b-c.d/index.php?q=rose+tree", "a b c d index q rose tree"),
        ("https://h.example/%FF%E5", ""),
        ("https://h.example/园艺/玫瑰.html", "园艺 玫瑰"),
        ("http://[::1", ""),
    ],
)
def test_words_of_an_address(url: str, said: str) -> None:
    assert url_words(url).replace("\ufffd", "").strip() == said
