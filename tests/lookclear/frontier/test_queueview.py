"""The queue as another process sees it: the order in which a frontier without rules hands out."""

import random
from pathlib import Path

import pytest

from lookclear.domain import Candidate, Lane, Outcome, Score
from lookclear.errors import NothingStored
from lookclear.frontier.queueview import QueueView
from lookclear.frontier.rules import Rules
from lookclear.frontier.sqlite import SqliteFrontier


def candidates(count: int, chance: random.Random) -> list[Candidate]:
    return [
        Candidate(
            url := f"http://h{n % 5}.test/{n}-页",
            url,
            Score(chance.random(), {"anchor": 0.5}),
            priority=n % 2,
            anchor=f"link {n}",
        )
        for n in range(count)
    ]


@pytest.mark.parametrize("rescored", [0, 5, 120])  # rows one by one, and whole ranges in one step
def test_the_order_seen_is_the_order_in_which_addresses_leave(tmp_path: Path, rescored: int) -> None:
    chance = random.Random(rescored)
    path = tmp_path / "frontier.sqlite"
    frontier = SqliteFrontier(path, Rules(fairness=False))
    everything = candidates(200, chance)
    frontier.enqueue(everything)
    frontier.rescore({one.key: chance.random() for one in everything[:rescored]})
    frontier.enqueue(candidates(230, chance)[200:])
    first = frontier.lease(lambda _: True)
    assert first is not None
    frontier.complete(first, Outcome.FETCHED)
    with QueueView(path) as view:
        queue = view.queue(most=500)
    left = []
    while (lease := frontier.lease(lambda _: True)) is not None:
        left.append((lease.key, round(lease.score, 6)))
    frontier.close()
    assert [(one.key, round(one.score, 6)) for one in queue.best] == left
    assert queue.places == tuple(range(1, 230))
    assert queue.waiting == sum(queue.bands) == 229
    assert queue.bands == tuple(
        sum(band <= min(int(10 * score), 9) < band + 1 for _, score in left) for band in range(10)
    )
    assert {one.host: one.waiting for one in queue.hosts} == {
        f"h{n}.test": sum(f"//h{n}." in key for key, _ in left) for n in range(5)
    }
    for one in queue.hosts:
        assert one.best == pytest.approx(max(score for key, score in left if one.host in key), abs=1e-6)


def test_the_queue_is_narrowed_by_host_and_text_and_keeps_its_places(tmp_path: Path) -> None:
    path = tmp_path / "frontier.sqlite"
    frontier = SqliteFrontier(path)
    frontier.enqueue(candidates(50, random.Random(1)))
    url = "http://sub.h1.test/tunnel"
    frontier.enqueue([Candidate(url, url, Score(0.9), lane=Lane.TUNNEL)])
    with QueueView(path) as view:
        everything = view.queue(most=100)
        of_host = view.queue(most=100, host="h1.test")
        with_text = view.queue(most=100, text="7-页")
        assert view.queue(most=3).best == everything.best[:3]
    frontier.close()
    assert everything.in_tunnel == 1
    assert {one.host for one in of_host.best} == {"h1.test", "sub.h1.test"}
    assert len(of_host.best) == 11
    assert {one.url.rpartition("/")[2] for one in with_text.best} == {f"{n}7-页" for n in ["", 1, 2, 3, 4]}
    for narrowed in (of_host, with_text):
        for place, one in zip(narrowed.places, narrowed.best, strict=True):
            assert everything.best[place - 1] == one


def test_an_empty_queue_and_none_at_all(tmp_path: Path) -> None:
    path = tmp_path / "frontier.sqlite"
    with pytest.raises(NothingStored):
        QueueView(path)
    SqliteFrontier(path).close()
    with QueueView(path) as view:
        queue = view.queue()
    assert (queue.waiting, queue.best, queue.hosts, sum(queue.bands)) == (0, (), (), 0)
