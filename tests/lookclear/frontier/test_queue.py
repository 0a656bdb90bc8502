from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookclear.frontier.queue import HostQueue
from lookclear.frontier.slots import LEASED, MAIN, PENDING, TUNNEL, Slots

HOSTS = [f"h{number}.example" for number in range(4)]
OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(["put", "put", "put", "move", "sort", "remove", "pop"]),
        st.integers(0, 15),
        st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]),
    ),
    max_size=120,
)


def all_but(busy: str) -> Callable[[str], bool]:
    return lambda host: host != busy


def anywhere(host: str) -> bool:
    return True


def sixteen_slots() -> Slots:
    slots = Slots()
    at = slots.extend(16)
    for name in HOSTS:
        slots.host_number(name)
    slots.host[at] = [slot % 4 for slot in range(1, 17)]
    slots.priority[at] = [slot % 2 for slot in range(1, 17)]
    slots.state[at] = LEASED
    return slots


@settings(max_examples=300, deadline=None)
@given(operations=OPERATIONS, slack=st.sampled_from([0, 3, 1_000]))
def test_queue_behaves_like_a_sorted_list(operations: list[tuple[str, int, float]], slack: int) -> None:
    slots = sixteen_slots()
    queue = HostQueue(slots, MAIN, slack)
    model: dict[int, tuple[float, int, int]] = {}
    for name, number, score in operations:
        slot = number + 1
        if name == "put":
            slots.state[slot], slots.tier[slot], slots.score[slot] = PENDING, MAIN, score
            queue.put(slot)
            model[slot] = (-score, -(slot % 2), slot)
        elif name == "move" and slot in model:  # to another tier
            slots.tier[slot] = TUNNEL
            del model[slot]
        elif name == "sort":
            queue.invalidate()
        elif name == "remove":
            slots.state[slot] = LEASED
            model.pop(slot, None)
        elif name == "pop":
            busy = HOSTS[number % len(HOSTS)]
            free = sorted(rank for rank in model.values() if HOSTS[rank[2] % 4] != busy)
            assert queue.peek(all_but(busy)) == (free[0] if free else None)
            if free:
                slots.state[free[0][2]] = LEASED
                del model[free[0][2]]
        assert sorted(rank for _, rank in queue.heads()) == sorted(
            min(ranks)
            for host in range(4)
            if (ranks := [rank for rank in model.values() if rank[2] % 4 == host])
        )
    for rank in sorted(model.values()):
        assert queue.peek(anywhere) == rank
        slots.state[rank[2]] = LEASED
    assert queue.peek(anywhere) is None


@pytest.mark.parametrize("is_taken", [True, False])
def test_an_address_that_rises_for_ever_leaves_no_trail(is_taken: bool) -> None:
    slots = sixteen_slots()
    queue = HostQueue(slots, MAIN, slack=50)
    for number in range(1_000):
        slot = 1 + number % 3 * 4
        slots.state[slot], slots.score[slot] = PENDING, number / 1_000
        queue.put(slot)
        if is_taken:
            assert queue.peek(anywhere) == (-number / 1_000, -1, slot)
            slots.state[slot] = LEASED
        assert queue.entries <= 110
