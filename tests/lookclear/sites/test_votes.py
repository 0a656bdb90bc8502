import random

import pytest

from lookclear.html.fingerprint import signature, word_hashes
from lookclear.sites import votes as votes_module
from lookclear.sites.duplicates import Content
from lookclear.sites.votes import CanonicalVotes, Vote

A, B, C, HOME = "http://a.org/a", "http://a.org/b", "http://a.org/c", "http://a.org/"
ELSEWHERE = "http://b.org/a"


def content(seed: int, changed: int = 0) -> Content:
    chance = random.Random(seed)
    words = [str(chance.randrange(10**6)) for _ in range(300)] + [f"x{seed}{n}" for n in range(changed)]
    return Content(hash((seed, changed)) or 1, len(words), signature(word_hashes(words)))


def test_a_page_that_names_itself_casts_no_vote() -> None:
    votes = CanonicalVotes()
    assert votes.cast(A, A, content(1)) == (None, [])
    assert not votes.counts


@pytest.mark.parametrize("target", [B, ELSEWHERE], ids=["same host", "other host that agrees"])
def test_a_vote_counts_when_the_contents_agree(target: str) -> None:
    votes = CanonicalVotes()
    votes.cast(target, target, content(1))
    assert votes.cast(A, target, content(1)) == (Vote.ACCEPTED, [target])


def test_a_vote_for_a_page_that_comes_later_waits_for_it() -> None:
    votes = CanonicalVotes()
    assert votes.cast(A, B, content(1)) == (Vote.WAITING, [])
    assert votes.cast(C, B, content(2)) == (Vote.WAITING, [])
    assert votes.cast(B, B, content(1)) == (None, [A])
    assert +votes.counts == {Vote.ACCEPTED: 1, Vote.OTHER_CONTENT: 1}


def test_home_page_named_by_every_page_is_not_believed() -> None:
    votes = CanonicalVotes()
    votes.cast(HOME, HOME, content(0))
    said = [votes.cast(f"{HOME}{n}", HOME, content(n)) for n in range(1, 5)]
    assert said == [(Vote.OTHER_CONTENT, [])] * 4


def test_chains_and_circles_are_not_followed() -> None:
    votes = CanonicalVotes()
    votes.cast(C, C, content(1))
    votes.cast(B, C, content(1))
    assert votes.cast(A, B, content(1)) == (Vote.CHAIN, [])
    circle = CanonicalVotes()
    circle.cast(A, B, content(1))
    assert circle.cast(B, A, content(2)) == (Vote.OTHER_CONTENT, [])


def test_another_host_needs_nearly_equal_content_even_when_it_agrees() -> None:
    votes = CanonicalVotes()
    votes.cast(ELSEWHERE, ELSEWHERE, content(7))
    votes.cast(B, B, content(7))
    changed = content(7, changed=90)
    assert 0.7 <= content(7).similarity(changed) < 0.8
    assert votes.cast(A, ELSEWHERE, changed)[0] is Vote.OTHER_CONTENT
    assert votes.cast(C, B, changed)[0] is Vote.ACCEPTED


def test_another_site_is_asked_for_few_pages_until_one_is_confirmed() -> None:
    votes = CanonicalVotes()
    may = []
    for n in range(6):
        votes.cast(f"http://a.org/{n}", f"http://b.org/{n}", content(n))
        may.append(votes.may_ask("a.org", "b.org"))
    assert may == [True, True, True, False, False, False]
    assert votes.may_ask("a.org", "c.org")
    votes.cast("http://b.org/4", "http://b.org/4", content(4))
    assert votes.may_ask("a.org", "b.org")


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(votes_module, "MOST_PAGES", 10)
    monkeypatch.setattr(votes_module, "MOST_PAIRS", 5)
    votes = CanonicalVotes()
    for n in range(40):
        votes.cast(f"http://a{n}.org/", f"http://b{n}.org/", content(n))
    assert len(votes._pages) == sum(map(len, votes._waiting.values())) == 10
    assert len(votes._between) == 5
    assert votes.cast("http://b1.org/", "http://b1.org/", content(1)) == (None, [])  # forgotten
    assert votes.cast("http://b39.org/", "http://b39.org/", content(39)) == (None, ["http://a39.org/"])


def test_a_page_that_is_seen_again_votes_once() -> None:
    votes = CanonicalVotes()
    for _ in range(2):
        votes.cast(A, B, content(1))
    assert votes.cast(B, B, content(1)) == (None, [A])
    assert +votes.counts == {Vote.ACCEPTED: 1}
