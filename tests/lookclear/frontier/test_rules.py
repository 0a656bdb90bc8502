"""What leaves a frontier beyond the order of scores; each test runs over each store."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lookclear.domain import Candidate, Lane, Lease, Outcome, Score
from lookclear.frontier.base import Frontier, Named, State
from lookclear.frontier.memory import MemoryFrontier
from lookclear.frontier.rules import Rules
from lookclear.frontier.sqlite import SqliteFrontier
from lookclear.links.rescored import Rescored
from lookclear.urls.canonical import host_of

Make = Callable[..., Frontier]


def anywhere(host: str) -> bool:
    return True


def candidate(path: str, score: float = 0.5, *, host: str = "a.example", **more: object) -> Candidate:
    url = f"http://{host}/{path}"
    return Candidate(url, url, Score(score), **more)  # type: ignore[arg-type]


@pytest.fixture(params=["memory", "sqlite"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    """Return what opens a store with rules; the same one again, when it lasts."""
    opened: list[Frontier] = []

    def build(clock: Callable[[], float] = lambda: 0.0, **rules: object) -> Frontier:
        wanted = Rules(**rules)  # type: ignore[arg-type]
        if request.param == "memory":
            opened.append(MemoryFrontier(wanted, clock))
        else:
            opened.append(SqliteFrontier(tmp_path / "frontier.sqlite", wanted, clock))
        return opened[-1]

    yield build
    for store in opened:
        store.close()


def take(frontier: Frontier, has_capacity: Callable[[str], bool] = anywhere) -> Lease:
    lease = frontier.lease(has_capacity)
    assert lease is not None
    return lease


def drain(frontier: Frontier, *, most: int = 10_000, hits: str = "\0") -> list[str]:
    keys: list[str] = []
    while len(keys) < most and (lease := frontier.lease(anywhere)) is not None:
        keys.append(lease.key.removeprefix("http://"))
        frontier.complete(lease, Outcome.FETCHED, hit=hits in lease.key)
    return keys


def test_lease_that_expires_is_pending_again_and_its_acknowledgement_is_late(make: Make) -> None:
    now = [0.0]
    frontier = make(lambda: now[0], lease_s=60.0)
    frontier.enqueue([candidate("1"), candidate("2", 0.4)])
    late = take(frontier)
    now[0] = 59.0
    assert take(frontier).key.endswith("2")
    assert len(frontier) == 0
    now[0] = 60.0
    assert len(frontier) == 1
    assert not frontier.complete(late, Outcome.FETCHED)
    again = take(frontier)
    assert (again.key, again.token) != (late.key, late.token)
    assert again.key == late.key
    assert not frontier.complete(late, Outcome.FETCHED)
    assert frontier.complete(again, Outcome.FETCHED)
    assert frontier.stats().outcomes == {"fetched": 1}


def test_new_scores_as_arrays_reach_what_waits_and_last(make: Make) -> None:
    frontier = make()
    keys = ["http://a.example/unknown"]
    frontier.enqueue(candidate(str(n), 0.5) for n in range(100))
    keys += [f"http://a.example/{n}" for n in range(100)]
    first = take(frontier)
    scores = np.array([0.9, *np.linspace(0.2, 0.8, 100)])
    scores[11] = np.nan  # stays
    tunnel = np.zeros(101, np.bool_)
    frontier.complete(first, Outcome.FETCHED, rescored=Rescored(keys, scores, tunnel))
    keys.append("http://b.example/农业")
    new = candidate("农业", 0.1, host="b.example")
    second = take(frontier)
    assert second.key == "http://a.example/99"
    scores = np.array([*np.linspace(0.8, 0.2, 101), 0.95])
    frontier.complete(
        second, Outcome.FETCHED, candidates=[new], rescored=Rescored(keys, scores, np.zeros(102, np.bool_))
    )
    assert frontier.state(first.key).score == 0.5  # type: ignore[union-attr]
    assert frontier.state(new.key).score == 0.95  # type: ignore[union-attr]
    frontier.enqueue([candidate("50", 0.99), candidate("unknown", 0.97)])
    order = [lease.key for lease in (take(frontier), take(frontier), take(frontier))]
    assert order == ["http://a.example/50", "http://a.example/unknown", new.key]
    assert frontier.state("http://a.example/7").score == pytest.approx(scores[8], abs=1e-15)  # type: ignore[union-attr]


def test_tunnel_gets_its_share_and_no_more(make: Make) -> None:
    frontier = make(tunnel_share=0.15, tunnel_window=200)
    frontier.enqueue(candidate(f"main{n}", 0.2) for n in range(400))
    frontier.enqueue(candidate(f"tunnel{n}", 0.9, lane=Lane.TUNNEL) for n in range(200))
    order = ["tunnel" in key for key in drain(frontier, most=450)]
    assert all(sum(order[n : n + 200]) <= 30 for n in range(len(order) - 200))
    assert sum(order[:200]) >= 28


def test_tunnel_waits_for_busy_hosts_but_not_for_nothing(make: Make) -> None:
    frontier = make(tunnel_share=0.0)
    frontier.enqueue([candidate("main", 0.1), candidate("deep", 0.9, host="b.example", lane=Lane.TUNNEL)])
    assert frontier.lease(lambda host: host == "b.example") is None
    assert drain(frontier) == ["a.example/main", "b.example/deep"]


def test_what_comes_after_waits_for_busy_hosts_and_not_for_closed_ones(make: Make) -> None:
    frontier = make(tunnel_share=0.0, fairness=True)
    frontier.enqueue(candidate(f"list?page={n}", 0.9, host="b.example") for n in range(30))
    drain(frontier, most=10)  # from now on the rest waits behind all others
    frontier.enqueue([candidate("1", 0.1), candidate("深", 0.9, host="c.example", lane=Lane.TUNNEL)])

    def open_only(host: str) -> bool:
        return host != "a.example"

    assert frontier.lease(open_only) is None
    first = frontier.lease(open_only, lambda host: host == "a.example")
    assert first is not None
    assert first.key == "http://c.example/深"
    assert (
        frontier.lease(open_only, lambda host: host == "a.example") is None
    )  # it may bring something better
    frontier.complete(first, Outcome.FETCHED)
    assert frontier.lease(open_only) is None
    second = frontier.lease(open_only, lambda host: host == "a.example")
    assert second is not None
    assert second.host == "b.example"
    frontier.release(second)
    assert take(frontier).key == "http://a.example/1"


def test_addresses_are_counted_by_host_without_those_that_are_held(make: Make) -> None:
    frontier = make(hard=True)
    assert frontier.waiting_at(["a.example"]) == {}
    frontier.enqueue(
        [candidate("1"), candidate("2"), candidate("held", 0.0), candidate("3", host="b.example")]
    )
    frontier.enqueue([candidate("页", host="c.example")])
    assert take(frontier).host == "a.example"
    assert frontier.waiting_at(["a.example", "b.example", "nobody.example"]) == {
        "a.example": 1,
        "b.example": 1,
    }


def test_link_from_a_page_on_topic_takes_an_address_out_of_the_tunnel(make: Make) -> None:
    frontier = make(tunnel_share=0.0)
    frontier.enqueue(
        [candidate("main", 0.3), candidate("last", 0.05), candidate("deep", 0.9, lane=Lane.TUNNEL)]
    )
    frontier.enqueue([candidate("deep", 0.1)])  # the score of the tunnel says nothing here
    assert drain(frontier) == ["a.example/main", "a.example/deep", "a.example/last"]


def test_link_in_the_tunnel_does_not_raise_what_waits_in_the_main_lane(make: Make) -> None:
    frontier = make(tunnel_share=0.0)
    frontier.enqueue([candidate("one", 0.3), candidate("two", 0.2)])
    frontier.enqueue([candidate("two", 0.9, lane=Lane.TUNNEL)])
    assert drain(frontier) == ["a.example/one", "a.example/two"]


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_link_that_is_worth_nothing_does_not_stand_in_the_way_of_the_tunnel(
    make: Make, order: tuple[int, int], at_once: bool, hard: bool
) -> None:
    frontier = make(hard=hard)
    links = [
        candidate("深", 0.0, parent="http://a.example/off-topic", anchor="no"),
        candidate("深", 0.3, lane=Lane.TUNNEL, parent="http://a.example/way", anchor="一"),
    ]
    ways = [links[at] for at in order]
    for some in [ways] if at_once else [[way] for way in ways]:
        frontier.enqueue(some)
    state = frontier.state("http://a.example/深")
    assert state is not None
    assert (state.score, state.parent, state.links) == (0.3, "http://a.example/way", 2)
    assert len(frontier) == 1
    frontier.enqueue([candidate("main", 0.1), candidate("深", 0.05)])  # now a page on topic links to it
    assert drain(frontier) == ["a.example/main", "a.example/深"]


@pytest.mark.parametrize("dropped", ["evicted", "expired"])
def test_a_link_that_is_worth_nothing_brings_nothing_back(make: Make, dropped: str) -> None:
    frontier = make(tunnel_share=0.0, tunnel_expiry=0, max_pending=1) if dropped == "evicted" else None
    frontier = frontier or make(tunnel_share=0.0, tunnel_expiry=0)
    frontier.enqueue(
        [candidate("deep", 0.2, lane=Lane.TUNNEL), candidate("1"), candidate("2"), candidate("3")]
    )
    drain(frontier, most=2)
    assert sum(frontier.stats().refused.values()) >= 1
    before = frontier.stats().refused
    frontier.enqueue([candidate("deep", 0.0)])
    assert frontier.stats().refused == before


def test_tunnel_candidates_expire_and_are_counted(make: Make) -> None:
    frontier = make(tunnel_share=0.0, tunnel_expiry=20)
    frontier.enqueue([candidate("deep", 0.9, lane=Lane.TUNNEL), candidate("late", 0.8, lane=Lane.TUNNEL)])
    frontier.enqueue(candidate(f"main{n}", 0.5) for n in range(30))
    drain(frontier, most=25)
    assert frontier.stats().refused == {"tunnel-expired": 2}
    dropped = frontier.state("http://a.example/deep")
    assert dropped is not None
    assert (dropped.state, dropped.outcome) == (State.REFUSED, "tunnel-expired")
    assert frontier.enqueue([candidate("deep", 0.7, lane=Lane.TUNNEL)]) == 0
    assert frontier.enqueue([candidate("deep", 0.7)]) == 0  # found again, on a page on topic
    assert frontier.stats().refused == {"tunnel-expired": 1}
    assert drain(frontier, most=1) == ["a.example/deep"]


def test_worst_are_evicted_when_too_many_wait_and_are_counted(make: Make) -> None:
    frontier = make(max_pending=100)
    frontier.enqueue([candidate("seed", 0.0, seed=True)])
    frontier.enqueue(candidate(str(n), n / 200) for n in range(110))
    kept = ["a.example/seed", *(f"a.example/{n}" for n in range(11, 110))]
    assert sorted(drain(frontier)) == sorted(kept)
    assert frontier.stats().refused == {"evicted": 11}
    assert frontier.state("http://a.example/0").outcome == "evicted"  # type: ignore[union-attr]


def test_batch_leaves_before_what_is_found_later(make: Make) -> None:
    frontier = make(batch=3)
    frontier.enqueue(candidate(str(n), n / 10) for n in range(5))
    order = []
    for number in range(6):
        lease = take(frontier)
        order.append(lease.key[-1])
        better = [candidate("x", 1.0)] if number == 0 else []
        frontier.complete(lease, Outcome.FETCHED, candidates=better)
    assert "".join(order) == "432x10"


def test_batch_of_a_busy_host_holds_up_nobody(make: Make) -> None:
    frontier = make(batch=2)
    frontier.enqueue([candidate("1", 0.9), candidate("2", 0.8), candidate("3", 0.1, host="b.example")])
    take(frontier)
    assert take(frontier, lambda host: host != "a.example").host == "b.example"


def test_shallow_wide_trap_gets_about_ten_fetches_and_is_not_lost(make: Make) -> None:
    frontier = make(fairness=True)
    facets = [candidate(f"list?f[{n % 3}]=c{n}&f[{n % 5 + 3}]=d", 0.9) for n in range(400)]
    frontier.enqueue(facets)
    frontier.enqueue(candidate(f"docs/{n}", 0.3) for n in range(100))
    order = drain(frontier, hits="docs")
    assert sum("list" in key for key in order[:111]) <= 11
    assert all("list" in key for key in order[111:])
    assert len(set(order)) == 500


def test_hog_host_with_good_yield_keeps_being_served(make: Make) -> None:
    frontier = make(fairness=True)
    frontier.enqueue(candidate(f"page/{n}-{'good' if n % 3 == 0 else 'poor'}", 0.9) for n in range(300))
    frontier.enqueue(candidate(str(n), 0.1, host="b.example") for n in range(50))
    assert all(key.startswith("a.example") for key in drain(frontier, most=300, hits="good"))


def test_a_spent_group_waits_for_what_is_on_its_way_elsewhere(make: Make) -> None:
    frontier = make(fairness=True)
    frontier.enqueue(candidate(f"list?page={n}", 0.9) for n in range(12))
    frontier.enqueue([candidate("docs/农业", 0.1)])
    drain(frontier, most=10)
    lease = take(frontier)
    assert "docs" in lease.key
    assert frontier.lease(anywhere) is None  # what the page links to may be better
    frontier.complete(lease, Outcome.FETCHED, candidates=[candidate("docs/2", 0.05)], hit=True)
    assert drain(frontier, most=1)[0] == "a.example/docs/2"


def test_what_listings_named_is_remembered_with_its_moment(make: Make) -> None:
    frontier = make()
    frontier.enqueue([candidate("1"), candidate("2")])
    named = [candidate("一", 0.1, anchor="garden 园艺"), candidate("2", 0.1, anchor="two")]
    assert frontier.enqueue_named(named[:1]) == 1
    drain(frontier, most=2)
    assert frontier.enqueue_named(named) == 0
    expected = [Named(named[0].key, "garden 园艺", 0)]
    expected += [Named(named[0].key, "garden 园艺", 2), Named(named[1].key, "two", 2)]
    assert list(frontier.named()) == expected
    drain(frontier)
    assert list(frontier.named()) == expected


def test_spent_group_comes_back_with_a_hit_and_when_opened_again(make: Make) -> None:
    frontier = make(fairness=True)
    frontier.enqueue(candidate(f"list?page={n}", 0.9) for n in range(30))
    frontier.enqueue(candidate(f"docs/{n}", 0.3) for n in range(3))
    in_flight = [take(frontier) for _ in range(10)]
    assert "docs" in take(frontier).key
    for lease in in_flight:
        frontier.complete(lease, Outcome.FETCHED, hit=lease is in_flight[-1])
    assert "list" in take(frontier).key


def test_budgets_of_an_earlier_run_are_remembered(tmp_path: Path) -> None:
    first = SqliteFrontier(tmp_path / "frontier.sqlite", Rules(fairness=True))
    first.enqueue(candidate(f"list?page={n}", 0.9) for n in range(30))
    drain(first, most=10)
    first.close()
    second = SqliteFrontier(tmp_path / "frontier.sqlite", Rules(fairness=True))
    second.enqueue([candidate("docs/1", 0.1)])
    assert drain(second, most=2)[0] == "a.example/docs/1"
    second.close()


def test_budgets_are_the_same_after_opening_again_as_before(tmp_path: Path) -> None:
    path = tmp_path / "frontier.sqlite"
    first = SqliteFrontier(path, Rules(fairness=True))
    first.enqueue(candidate(f"list?page={n}") for n in range(9))
    ends = [Outcome.UNREACHABLE, Outcome.TIMEOUT, Outcome.ROBOTS, Outcome.FETCHED]
    for turn in range(3):
        for n, lease in enumerate([take(first) for _ in range(9)]):
            final = "http://a.example/list?page=9" if n == 3 else None
            first.complete(lease, ends[(n + turn) % 4], hit=(n + turn) % 4 == 3, final_key=final)
        keys = [f"http://a.example/list?page={n}" for n in range(9)]
        first.reopen(keys)
        first.release(take(first))
    counted = [
        (first._waiting.fairness._fetched[group], first._waiting.fairness._hits[group])  # type: ignore[union-attr]
        for group in first._slots.groups[:, 1].tolist()
        if group
    ]
    spent, fetches = first._waiting.fairness.spent[:9].tolist(), first._waiting._fetches  # type: ignore[union-attr]
    first.close()
    second = SqliteFrontier(path, Rules(fairness=True))
    fairness = second._waiting.fairness
    assert fairness is not None
    groups = second._slots.groups[:, 1].tolist()
    assert [(fairness._fetched[group], fairness._hits[group]) for group in groups if group] == counted
    assert fairness.spent[:9].tolist() == spent
    assert second._waiting._fetches == fetches
    assert counted[0][0] > 9  # more than one fetch an address
    second.close()


def test_a_lease_that_is_given_back_takes_nothing_of_the_share_of_the_tunnel(make: Make) -> None:
    frontier = make(tunnel_share=0.15, tunnel_window=20)
    frontier.enqueue([candidate("深", 0.9, lane=Lane.TUNNEL), *(candidate(f"{n}", 0.5) for n in range(40))])
    for _ in range(30):
        lease = take(frontier)
        assert lease.key.endswith("深")
        frontier.release(lease)
    assert frontier.complete(take(frontier), Outcome.ROBOTS)  # nor does one that was not asked for
    frontier.enqueue([candidate(f"t{n}", 0.9, lane=Lane.TUNNEL) for n in range(30)])
    taken = [key.startswith("a.example/t") for key in drain(frontier, most=20)]
    assert 3 <= sum(taken) <= 4


def test_what_was_not_asked_for_costs_a_group_nothing(make: Make) -> None:
    frontier = make(fairness=True)
    frontier.enqueue(candidate(f"list?page={n}", 0.9) for n in range(30))
    frontier.enqueue([candidate("docs/1", 0.1)])
    for outcome in (Outcome.NOT_RECORDED, Outcome.ROBOTS):
        for _ in range(12):
            frontier.complete(take(frontier), outcome)
    frontier.release(take(frontier))
    assert "list" in take(frontier).key


def test_every_so_many_leases_go_to_the_host_that_was_fetched_least(make: Make) -> None:
    frontier = make(explore=0.1)
    frontier.enqueue(candidate(str(n), 0.9) for n in range(50))
    frontier.enqueue(candidate(str(n), 0.1, host=f"h{n}.example") for n in range(3))
    order = [key.partition("/")[0] for key in drain(frontier, most=30)]
    assert [n + 1 for n, host in enumerate(order) if host != "a.example"] == [10, 20, 30]
    assert order[9:30:10] == ["h0.example", "h1.example", "h2.example"]


def test_of_one_host_the_part_that_was_fetched_least_is_explored(make: Make) -> None:
    frontier = make(explore=0.2)
    frontier.enqueue(candidate(f"a/{n}", 0.9) for n in range(20))
    frontier.enqueue(candidate(f"b/{n}", n / 100) for n in range(3))
    assert drain(frontier, most=10)[4::5] == ["a.example/b/2", "a.example/b/1"]


def test_texts_of_all_links_to_a_page_and_to_its_aliases_are_kept(make: Make) -> None:
    frontier = make()
    for n in range(10):
        frontier.enqueue([candidate(str(n), anchor=f"text {n} 农业", parent="http://p.example/")])
    frontier.enqueue([candidate("0", 0.1, anchor="农业 farm", parent="http://q.example/")])
    for lease in [take(frontier) for _ in range(10)]:
        frontier.complete(lease, Outcome.FETCHED, final_key="http://a.example/page")
    expected = {f"text {n} 农业" for n in range(10)} | {"农业 farm"}
    for key in ("http://a.example/page", "http://a.example/7"):
        assert set(frontier.anchors(key)) == expected
        assert len(frontier.anchors(key)) == len(expected)
    state = frontier.state("http://a.example/0")
    assert state is not None
    assert state.links == 2
    assert state.sources == (("http://p.example/", "text 0 农业"), ("http://q.example/", "农业 farm"))
    assert frontier.anchors("http://nobody.example/") == ()


def test_texts_of_aliases_of_aliases_count_for_the_page(make: Make) -> None:
    frontier = make()
    a, b, c = (candidate(path, 1 - n / 10, anchor=f"至 {path}") for n, path in enumerate("abc"))
    frontier.enqueue([a, b, c])
    frontier.complete(take(frontier), Outcome.FETCHED, aliases={c.key: b.key})
    frontier.complete(take(frontier), Outcome.FETCHED, final_key="http://a.example/page")
    assert {frontier.anchors(key) for key in (b.key, c.key, "http://a.example/page")} == {("至 b", "至 c")}
    assert frontier.anchors(a.key) == ("至 a",)


def test_at_most_ten_different_texts_are_kept_and_all_pages_counted(make: Make) -> None:
    frontier = make()
    for n in range(40):
        frontier.enqueue([candidate("1", anchor=f"text {n // 2}", parent=f"http://p.example/{n}")])
    state = frontier.state("http://a.example/1")
    assert state is not None
    assert state.links == 40
    assert len({text for _, text in state.sources}) == len(state.sources) == 10


def test_host_is_told_by_the_whole_address(make: Make) -> None:
    frontier = make()
    urls = ["http://a.example?x=1", "http:///b.example/1", "http:///c.example/1", "http://a.example:80/2"]
    urls += ["http://a.example\\@d.example/", "http://农业.cn/1", "mailto:a@b.example", "http://A.example/"]
    frontier.enqueue(Candidate(url, url, Score(0.5), priority=2**40) for url in urls)
    assert [take(frontier).host for _ in urls] == [host_of(url) for url in urls]


@pytest.mark.parametrize("wrong", [{"batch": 0}, {"explore": 1.5}, {"lease_s": 0.0}, {"tunnel_expiry": -1}])
def test_rules_that_make_no_sense_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Rules(**wrong)  # type: ignore[arg-type]


def test_what_is_worth_nothing_is_held_under_hard_focus_until_it_is_worth_something(make: Make) -> None:
    frontier = make(hard=True)
    seed = replace(candidate("seed", 0.0), seed=True)
    frontier.enqueue([seed, candidate("one", 0.3), candidate("two", 0.0), candidate("three", 0.0)])
    assert drain(frontier, most=9) == ["a.example/one", "a.example/seed"]
    assert len(frontier) == 0
    assert frontier.stats().pending == 2
    frontier.enqueue([candidate("two", 0.2)])  # a page on topic links to it
    assert drain(frontier) == ["a.example/two"]
    frontier.rescore({"http://a.example/three": 0.1})
    assert len(frontier) == 1
    frontier.rescore({"http://a.example/three": 0.0})
    assert frontier.lease(lambda _: True) is None


def test_many_that_are_worth_nothing_are_held_at_once(make: Make) -> None:
    frontier = make(hard=True)
    frontier.enqueue(candidate(str(n), n % 2 / 2) for n in range(400))
    assert len(frontier) == 200
    keys = [f"http://a.example/{n}" for n in range(400)]
    turned = np.array([(n + 1) % 2 / 2 for n in range(400)])
    frontier.rescore(Rescored(keys, turned, np.zeros(400, np.bool_)))
    assert len(frontier) == 200
    assert all(int(key.rpartition("/")[2]) % 2 == 0 for key in drain(frontier, most=500))


QUEUES = ((0.6, 0.7), (0.3, 0.25), (0.0, 0.05))


def in_queues(good: int, middling: int, poor: int) -> list[Candidate]:
    found = [candidate(f"good/{n}", 0.9 - n / 1000) for n in range(good)]
    found += [candidate(f"middling/{n}", 0.5 - n / 1000) for n in range(middling)]
    return found + [candidate(f"poor/{n}", 0.2 - n / 1000) for n in range(poor)]


def test_queues_take_turns_by_their_shares_best_first_in_each(make: Make) -> None:
    frontier = make(queues=QUEUES)
    frontier.enqueue(in_queues(100, 100, 100))
    taken = [key.split("/")[1:] for key in drain(frontier, most=100)]
    kinds = [kind for kind, _ in taken]
    assert [kinds.count(kind) for kind in ("good", "middling", "poor")] == [70, 25, 5]
    assert [kinds[:20].count(kind) for kind in ("good", "middling", "poor")] == [14, 5, 1]
    for kind in ("good", "middling", "poor"):
        numbers = [int(number) for one, number in taken if one == kind]
        assert numbers == sorted(numbers)


def test_an_empty_queue_passes_its_turn_and_saves_nothing(make: Make) -> None:
    frontier = make(queues=QUEUES)
    frontier.enqueue(in_queues(0, 30, 30))
    kinds = [key.split("/")[1] for key in drain(frontier, most=30)]
    assert (kinds.count("middling"), kinds.count("poor")) == (25, 5)
    frontier.enqueue(candidate(f"good/{n}", 0.9) for n in range(30))
    kinds = [key.split("/")[1] for key in drain(frontier, most=20)]
    assert kinds.count("good") == 14


def test_new_scores_move_addresses_between_queues(make: Make) -> None:
    frontier = make(queues=QUEUES)
    frontier.enqueue(in_queues(0, 2, 0))
    frontier.enqueue([candidate("risen", 0.1)])
    frontier.rescore({candidate("risen").key: 0.7})
    assert "risen" in drain(frontier, most=1)[0]
    keys = [candidate(f"many/{n}").key for n in range(200)]
    frontier.enqueue(candidate(f"many/{n}", 0.1) for n in range(200))
    frontier.rescore(dict.fromkeys(keys, 0.8))
    kinds = [key.split("/")[1] for key in drain(frontier, most=20)]
    assert kinds.count("many") >= 18


def test_a_queue_whose_hosts_are_busy_lets_the_next_one_serve(make: Make) -> None:
    frontier = make(queues=QUEUES)
    frontier.enqueue([candidate("good", 0.9), candidate("poor", 0.1, host="b.example")])
    assert take(frontier, lambda host: host == "b.example").host == "b.example"


def test_what_waits_too_long_in_the_last_queue_is_dropped_and_counted(make: Make) -> None:
    frontier = make(queues=QUEUES, queue_expiry=400)
    frontier.enqueue([candidate(f"poor/{n}", 0.1) for n in range(50)])
    frontier.enqueue(candidate(f"good/{n}", 0.9) for n in range(700))
    drain(frontier, most=520)
    served = 500 // 15  # with the middle queue empty, the last one has 5 of 75 turns
    assert frontier.stats().refused == {"evicted": 50 - served}


@pytest.mark.parametrize("queues", [((0.3, 0.5), (0.6, 0.5)), ((0.6, 0.0), (0.0, 1.0))])
def test_queues_that_make_no_sense_are_refused(queues: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(ValueError, match="queues need"):
        Rules(queues=queues)
