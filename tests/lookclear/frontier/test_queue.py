from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from lookclear.frontier.queue import PendingQueue, Rank, rank

HOSTS = [f"h{number}.example" for number in range(4)]
OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(["put", "put", "put", "rescore", "discard", "pop"]),
        st.integers(0, 15),
        st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]),
    ),
    max_size=120,
)


def host_of(key: str) -> str:
    return HOSTS[int(key) % len(HOSTS)]


def all_but(busy: str) -> Callable[[str], bool]:
    return lambda host: host != busy


def anywhere(host: str) -> bool:
    return True


@settings(max_examples=300, deadline=None)
@given(operations=OPERATIONS, slack=st.sampled_from([0, 3, 1_000]))
def test_queue_behaves_like_a_sorted_list(operations: list[tuple[str, int, float]], slack: int) -> None:
    queue = PendingQueue(slack)
    model: dict[str, Rank] = {}
    for name, number, score in operations:
        key = str(number)
        if name == "put":
            place = rank(score, number % 2, number, key)
            queue.put(host_of(key), place)
            model[key] = place
        elif name == "rescore" and key in model:
            queue.rescore(host_of(key), key, score)
            model[key] = model[key]._replace(score=-score)
        elif name == "discard":
            queue.discard(host_of(key), key)
            model.pop(key, None)
        elif name == "pop":
            busy = HOSTS[number % len(HOSTS)]
            free = sorted(place for key, place in model.items() if host_of(key) != busy)
            assert queue.pop(all_but(busy)) == (free[0].key if free else None)
            if free:
                del model[free[0].key]
        assert len(queue) == len(model)
        assert queue.hosts == len({host_of(key) for key in model})
        assert all(key in queue and queue.score(key) == -place.score for key, place in model.items())
        assert 0 <= queue.outdated <= slack + len(HOSTS) + 16 + 2
    order = [place.key for place in sorted(model.values())]
    assert [queue.pop(anywhere) for _ in order] == order
    assert queue.pop(anywhere) is None


def test_an_address_that_rises_for_ever_leaves_no_trail() -> None:
    queue = PendingQueue(slack=50)
    for number in range(1_000):
        queue.put("a.example", rank(number / 1_000, 0, 1, "http://a.example/"))
        assert queue.outdated <= 52
    assert queue.pop(anywhere) == "http://a.example/"
    assert queue.pop(anywhere) is None


def test_a_host_whose_best_link_comes_and_goes_leaves_no_trail() -> None:
    queue = PendingQueue(slack=50)
    queue.put("a.example", rank(0.1, 0, 0, "waits"))
    for number in range(1_000):
        queue.put("a.example", rank(0.9, 0, number + 1, f"comes {number}"))
        assert queue.pop(anywhere) == f"comes {number}"
        assert queue.outdated <= 53
    assert queue.pop(anywhere) == "waits"
