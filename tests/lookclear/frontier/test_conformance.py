"""What every frontier store must do; each test runs over each store."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookclear.domain import Candidate, Outcome, Refusal, Score
from lookclear.frontier import Frontier
from lookclear.frontier.base import State
from lookclear.frontier.memory import MemoryFrontier
from lookclear.frontier.sqlite import SqliteFrontier


def anywhere(host: str) -> bool:
    return True


def candidate(path: str, score: float = 0.5, *, host: str = "a.example", **more: object) -> Candidate:
    url = f"http://{host}/{path}"
    return Candidate(url, url, Score(score, {"anchor": score}), **more)  # type: ignore[arg-type]


@pytest.fixture(params=["memory", "sqlite"])
def frontier(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Frontier]:
    store: Frontier = (
        MemoryFrontier() if request.param == "memory" else SqliteFrontier(tmp_path / "frontier.sqlite")
    )
    yield store
    store.close()


def drain(frontier: Frontier, outcome: Outcome = Outcome.FETCHED) -> list[str]:
    keys = []
    while (lease := frontier.lease(anywhere)) is not None:
        keys.append(lease.key)
        frontier.complete(lease, outcome)
    return keys


@pytest.mark.parametrize("order", [(0.9, 0.2, 0.5), (0.2, 0.5, 0.9), (0.5, 0.9, 0.2)])
def test_best_score_leaves_first_whatever_the_order_of_arrival(
    frontier: Frontier, order: tuple[float, ...]
) -> None:
    frontier.enqueue(candidate(str(score), score) for score in order)
    assert drain(frontier) == [f"http://a.example/{score}" for score in (0.9, 0.5, 0.2)]


def test_best_head_wins_over_all_hosts(frontier: Frontier) -> None:
    frontier.enqueue(candidate(str(n), n / 10, host=f"h{n % 3}.example") for n in range(9))
    assert [key[-1] for key in drain(frontier)] == list("876543210")


def test_ties_leave_by_priority_then_in_order_of_discovery(frontier: Frontier) -> None:
    frontier.enqueue([candidate("1"), candidate("2", host="b.example"), candidate("3", priority=1)])
    frontier.enqueue([candidate("4")])
    assert [key[-1] for key in drain(frontier)] == ["3", "1", "2", "4"]


def test_host_without_capacity_is_passed_over_and_keeps_its_place(frontier: Frontier) -> None:
    frontier.enqueue(candidate(f"hog{n}", 0.9) for n in range(5))
    frontier.enqueue([candidate("small", 0.1, host="b.example")])
    lease = frontier.lease(lambda host: host != "a.example")
    assert lease is not None
    assert lease.key == "http://b.example/small"
    assert frontier.lease(lambda host: host != "a.example") is None
    assert [key[-4:] for key in drain(frontier)] == [f"hog{n}" for n in range(5)]


def test_an_address_is_handed_out_once_per_lease(frontier: Frontier) -> None:
    frontier.enqueue([candidate("1"), candidate("1", 0.9)])
    first = frontier.lease(anywhere)
    assert first is not None
    frontier.enqueue([candidate("1", 1.0)])
    assert frontier.lease(anywhere) is None
    assert frontier.complete(first, Outcome.FETCHED)
    assert frontier.enqueue([candidate("1", 1.0)]) == 0
    assert frontier.lease(anywhere) is None


def test_lease_carries_what_was_queued(frontier: Frontier) -> None:
    frontier.enqueue(
        [candidate("页", 0.25, depth=3, parent="http://p.example/", seed=True, payload='{"method":"POST"}')]
    )
    lease = frontier.lease(anywhere)
    assert lease is not None
    assert (lease.url, lease.host, lease.score, lease.depth) == ("http://a.example/页", "a.example", 0.25, 3)
    assert (lease.parent, lease.seed, lease.payload) == ("http://p.example/", True, '{"method":"POST"}')


def test_late_acknowledgement_is_ignored(frontier: Frontier) -> None:
    frontier.enqueue([candidate("1")])
    late = frontier.lease(anywhere)
    assert late is not None
    frontier.release(late)
    current = frontier.lease(anywhere)
    assert current is not None
    assert not frontier.complete(late, Outcome.TIMEOUT, candidates=[candidate("2")])
    frontier.release(late)
    assert frontier.stats().leased == 1
    assert not frontier.is_known("http://a.example/2")
    assert frontier.complete(current, Outcome.FETCHED)
    assert not frontier.complete(current, Outcome.FETCHED)
    assert frontier.stats().outcomes == {"fetched": 1}


def test_released_address_keeps_its_place(frontier: Frontier) -> None:
    frontier.enqueue([candidate("1"), candidate("2"), candidate("3")])
    lease = frontier.lease(anywhere)
    assert lease is not None
    frontier.release(lease)
    assert [key[-1] for key in drain(frontier)] == ["1", "2", "3"]


def test_rediscovery_raises_a_score_with_its_link_but_never_lowers_it(frontier: Frontier) -> None:
    frontier.enqueue([candidate("1", 0.5, parent="p1", anchor="one", depth=2), candidate("2", 0.6)])
    assert frontier.enqueue([candidate("1", 0.7, parent="p2", anchor="better", depth=4)]) == 0
    frontier.enqueue([candidate("1", 0.1, parent="p3", anchor="worse")])
    state = frontier.state("http://a.example/1")
    assert state is not None
    assert (state.score, state.parent, state.anchor, state.depth) == (0.7, "p2", "better", 4)
    assert state.parts == {"anchor": 0.7}
    assert [key[-1] for key in drain(frontier)] == ["1", "2"]


def test_rescoring_moves_pending_addresses_up_and_down(frontier: Frontier) -> None:
    frontier.enqueue(candidate(str(n), 0.5) for n in range(4))
    frontier.rescore({"http://a.example/0": 0.1, "http://a.example/3": 0.9, "http://a.example/unknown": 1.0})
    assert [key[-1] for key in drain(frontier)] == ["3", "1", "2", "0"]
    assert not frontier.is_known("http://a.example/unknown")


def test_rescoring_leaves_done_and_leased_addresses_alone(frontier: Frontier) -> None:
    frontier.enqueue([candidate("1", 0.5), candidate("2", 0.4)])
    first, second = frontier.lease(anywhere), frontier.lease(anywhere)
    assert first is not None
    assert second is not None
    frontier.complete(first, Outcome.FETCHED)
    frontier.rescore({first.key: 1.0, second.key: 1.0})
    assert frontier.lease(anywhere) is None
    assert [frontier.state(lease.key).score for lease in (first, second)] == [0.5, 0.4]  # type: ignore[union-attr]


def test_many_rescorings_keep_the_order_right(frontier: Frontier) -> None:
    frontier.enqueue(candidate(str(n), 0.5, host=f"h{n % 7}.example") for n in range(60))
    keys = [f"http://h{n % 7}.example/{n}" for n in range(60)]
    for turn in range(60):
        frontier.rescore({key: ((n * 37 + turn * 11) % 60) / 60 for n, key in enumerate(keys)})
    expected = sorted(keys, key=lambda key: -((keys.index(key) * 37 + 59 * 11) % 60))
    assert drain(frontier) == expected


def test_completion_takes_candidates_refusals_and_scores_along(frontier: Frontier) -> None:
    frontier.enqueue([candidate("page"), candidate("old", 0.2)])
    lease = frontier.lease(anywhere)
    assert lease is not None
    frontier.complete(
        lease,
        Outcome.FETCHED,
        candidates=[candidate("new", 0.3), candidate("page", 1.0)],
        refused=[("mailto:a@b.example", Refusal.SCHEME), ("mailto:a@b.example", Refusal.SCHEME)],
        rescored={"http://a.example/old": 0.4, "http://a.example/new": 0.1},
        detail="fine",
    )
    stats = frontier.stats()
    assert (stats.pending, stats.leased, stats.done, stats.hosts) == (2, 0, 1, 1)
    assert len(frontier) == 2
    assert stats.refused == {"scheme": 1}
    assert drain(frontier) == ["http://a.example/old", "http://a.example/new"]
    refused = frontier.state("mailto:a@b.example")
    assert refused is not None
    assert (refused.state, refused.outcome, refused.parent) == (State.REFUSED, "scheme", lease.key)
    assert not frontier.is_known("mailto:a@b.example")


def test_failed_fetch_keeps_its_reason(frontier: Frontier) -> None:
    frontier.enqueue([candidate("1")])
    lease = frontier.lease(anywhere)
    assert lease is not None
    frontier.complete(lease, Outcome.HTTP_ERROR, detail="503")
    state = frontier.state(lease.key)
    assert state is not None
    assert (state.state, state.outcome, state.detail, state.completed) == (State.DONE, "http-error", "503", 1)
    assert list(frontier.visited()) == []


def test_redirect_makes_the_leased_address_an_alias_of_the_one_that_answered(frontier: Frontier) -> None:
    frontier.enqueue([candidate("old", parent="p")])
    lease = frontier.lease(anywhere)
    assert lease is not None
    frontier.complete(lease, Outcome.FETCHED, final_key="http://b.example/new")
    assert frontier.is_known("http://b.example/new")
    assert list(frontier.visited()) == [("http://a.example/old", "http://b.example/new")]
    assert frontier.stats().outcomes == {"redirected": 1, "fetched": 1}
    alias, page = frontier.state(lease.key), frontier.state("http://b.example/new")
    assert alias is not None
    assert page is not None
    assert (alias.outcome, alias.final_key) == ("redirected", "http://b.example/new")
    assert (page.outcome, page.via, page.parent, page.host) == ("fetched", lease.key, "p", "b.example")


def test_address_reached_by_redirect_is_not_fetched_again(frontier: Frontier) -> None:
    frontier.enqueue([candidate("old", 0.9), candidate("new", 0.1)])
    lease = frontier.lease(anywhere)
    assert lease is not None
    frontier.complete(lease, Outcome.FETCHED, final_key="http://a.example/new")
    assert frontier.stats().pending == 0
    assert frontier.lease(anywhere) is None


def test_of_ten_redirects_to_one_page_one_is_fetched_and_ten_are_kept(frontier: Frontier) -> None:
    frontier.enqueue(candidate(str(n)) for n in range(10))
    while (lease := frontier.lease(anywhere)) is not None:
        frontier.complete(lease, Outcome.FETCHED, final_key="http://a.example/target")
    assert frontier.stats().outcomes == {"redirected": 10, "fetched": 1}
    assert list(frontier.visited()) == [("http://a.example/0", "http://a.example/target")]


def test_redirect_to_an_address_in_flight_takes_its_lease_away(frontier: Frontier) -> None:
    frontier.enqueue([candidate("alias"), candidate("page")])
    alias, page = frontier.lease(anywhere), frontier.lease(anywhere)
    assert alias is not None
    assert page is not None
    frontier.complete(alias, Outcome.FETCHED, final_key=page.key)
    assert not frontier.complete(page, Outcome.TIMEOUT)
    assert frontier.stats().outcomes == {"redirected": 1, "fetched": 1}
    assert frontier.stats().leased == 0


def test_pages_are_visited_in_order_of_completion(frontier: Frontier) -> None:
    frontier.enqueue(candidate(str(n), n / 10) for n in range(4))
    leases = [lease for _ in range(4) if (lease := frontier.lease(anywhere)) is not None]
    for position in (2, 0, 3, 1):
        outcome = Outcome.TIMEOUT if position == 3 else Outcome.FETCHED
        frontier.complete(leases[position], outcome)
    assert [key[-1] for key, _ in frontier.visited()] == ["1", "3", "2"]


def test_reopened_address_is_tried_again(frontier: Frontier) -> None:
    frontier.enqueue([candidate("1"), candidate("2", 0.9)])
    assert len(drain(frontier, Outcome.UNREACHABLE)) == 2
    assert frontier.reopen(["http://a.example/1", "http://a.example/unknown"]) == 1
    assert frontier.stats().outcomes == {"unreachable": 1}
    assert drain(frontier) == ["http://a.example/1"]


def test_addresses_with_an_outcome_are_tried_again_until_they_were_tried_often_enough(
    frontier: Frontier,
) -> None:
    outcomes = [Outcome.TIMEOUT, Outcome.UNREACHABLE, Outcome.HTTP_ERROR, Outcome.FETCHED]
    frontier.enqueue(candidate(outcome, 1 - n / 10) for n, outcome in enumerate(outcomes))
    for outcome in outcomes:
        lease = frontier.lease(anywhere)
        assert lease is not None
        frontier.complete(lease, outcome)
    again = [Outcome.TIMEOUT, Outcome.UNREACHABLE]
    for _ in range(2):
        assert frontier.retry(again, most=3) == 2
        lease = frontier.lease(anywhere)
        assert lease is not None
        frontier.release(lease)  # not a try
        assert drain(frontier, Outcome.TIMEOUT) == [
            "http://a.example/timeout",
            "http://a.example/unreachable",
        ]
    assert frontier.retry(again, most=3) == 0
    assert frontier.stats().outcomes == {"timeout": 2, "http-error": 1, "fetched": 1}


OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(
            ["enqueue", "lease", "complete", "redirect", "release", "rescore", "reopen", "retry"]
        ),
        st.integers(0, 11),
        st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]),
    ),
    max_size=40,
)


def all_but(busy: str) -> Callable[[str], bool]:
    return lambda host: host != busy


def apply(frontier: Frontier, operations: list[tuple[str, int, float]]) -> list[object]:
    leases: list[object] = []
    log: list[object] = []
    for name, number, score in operations:
        one = candidate(str(number), score, host=f"h{number % 3}.example", priority=number % 2)
        if name == "enqueue":
            log.append(frontier.enqueue([one]))
        elif name == "lease":
            lease = frontier.lease(all_but(f"h{number % 4}.example"))
            log.append(lease)
            leases += [lease] if lease else []
        elif name == "rescore":
            frontier.rescore({one.key: score})
        elif name == "reopen":
            log.append(frontier.reopen([one.key]))
        elif name == "retry":
            log.append(frontier.retry([Outcome.TIMEOUT], most=1 + number % 3))
        elif leases:
            lease = leases.pop(number % len(leases))
            if name == "release":
                frontier.release(lease)  # type: ignore[arg-type]
                continue
            final = one.key if name == "redirect" else None
            outcome = Outcome.FETCHED if score else Outcome.TIMEOUT
            log.append(frontier.complete(lease, outcome, final_key=final, candidates=[one]))  # type: ignore[arg-type]
    return log


def seen(frontier: Frontier) -> list[object]:
    keys = [f"http://h{n % 3}.example/{n}" for n in range(12)]
    return [frontier.stats(), list(frontier.visited()), *(frontier.state(key) for key in keys)]


@settings(max_examples=60, deadline=None)
@given(operations=OPERATIONS)
def test_both_stores_live_the_same_life(
    operations: list[tuple[str, int, float]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    memory, disk = MemoryFrontier(), SqliteFrontier(tmp_path_factory.mktemp("life") / "frontier.sqlite")
    try:
        assert apply(memory, operations) == apply(disk, operations)
        assert seen(memory) == seen(disk)
        assert drain(memory) == drain(disk)
    finally:
        disk.close()


def order_of(make: Callable[[], Frontier]) -> list[str]:
    frontier = make()
    frontier.enqueue(candidate(str(n), (n * 7 % 20) / 20, host=f"h{n % 5}.example") for n in range(50))
    try:
        return drain(frontier)
    finally:
        frontier.close()


def test_both_stores_hand_out_the_same_order(tmp_path: Path) -> None:
    assert order_of(MemoryFrontier) == order_of(lambda: SqliteFrontier(tmp_path / "frontier.sqlite"))


def test_waiting_addresses_of_a_page_that_is_known_are_done_without_being_asked_for(
    frontier: Frontier,
) -> None:
    frontier.enqueue([candidate("a", 0.9), candidate("b", 0.8), candidate("c", 0.7), candidate("d", 0.6)])
    first, second = frontier.lease(anywhere), frontier.lease(anywhere)
    assert first is not None
    assert second is not None
    same = {f"http://a.example/{path}": first.key for path in ("b", "c", "unknown")}
    assert frontier.complete(first, Outcome.FETCHED, aliases=same, rescored={"http://a.example/c": 0.99})
    assert frontier.stats().outcomes == {"fetched": 1, "alias": 1}
    assert frontier.enqueue([candidate("c", 1.0)]) == 0
    alias = frontier.state("http://a.example/c")
    assert alias is not None
    assert (alias.state, alias.outcome, alias.final_key) == (State.DONE, "alias", first.key)
    assert len(frontier) == 1
    assert frontier.complete(second, Outcome.FETCHED)  # it was on its way already
    assert drain(frontier) == ["http://a.example/d"]
    assert [key for key, _ in frontier.visited()] == [f"http://a.example/{path}" for path in "abd"]


def test_alias_gets_another_target_and_is_tried_when_it_is_reopened(frontier: Frontier) -> None:
    frontier.enqueue([candidate("a", 0.9), candidate("b", 0.8), candidate("c", 0.7), candidate("d", 0.6)])
    first = frontier.lease(anywhere)
    assert first is not None
    a, b, c, d = (f"http://a.example/{path}" for path in "abcd")
    frontier.complete(first, Outcome.FETCHED, aliases={c: b, d: b})
    failing = frontier.lease(anywhere)
    assert failing is not None
    frontier.complete(failing, Outcome.HTTP_ERROR, aliases={d: c})
    assert frontier.reopen([c]) == 1
    alias = frontier.state(d)
    assert alias is not None
    assert (alias.outcome, alias.final_key) == ("alias", c)
    assert frontier.stats().outcomes == {"fetched": 1, "http-error": 1, "alias": 1}
    assert drain(frontier) == [c]
    assert list(frontier.ended()) == [(a, a, "fetched"), (b, b, "http-error"), (c, c, "fetched")]


def test_what_ended_tells_redirects_to_pages_from_those_that_were_refused(frontier: Frontier) -> None:
    frontier.enqueue(candidate(path) for path in ("to-page", "to-known-page", "refused", "waits"))
    page = "http://b.example/page"
    leases = [lease for _ in range(3) if (lease := frontier.lease(anywhere)) is not None]
    frontier.complete(leases[0], Outcome.FETCHED, final_key=page)
    frontier.complete(leases[1], Outcome.REDIRECTED, final_key=page)
    frontier.complete(leases[2], Outcome.REDIRECTED)
    ended = list(frontier.ended())
    assert sorted(ended[:2], key=lambda one: one[2]) == [
        (leases[0].key, page, "fetched"),
        (leases[0].key, page, "redirected"),
    ]
    assert ended[2:] == [
        (leases[1].key, page, "redirected"),
        (leases[2].key, leases[2].key, "redirected"),
    ]
