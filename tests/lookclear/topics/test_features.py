import random

import pytest

from lookclear.topics.features import (
    Context,
    cosine,
    evolve,
    rarity_of,
    rocchio,
    start_set,
    start_weights,
)

CORN = Context("a.example", {"corn": 2.0, "seed": 1.0})
SOIL = Context("b.example", {"corn": 1.0, "soil": 1.0})


def rarity(_term):
    return rarity_of(9 / 999, 999)


def test_worked_example_of_the_start_set():
    third = Context("c.example", {})
    weights = start_weights([CORN, SOIL], rarity)
    assert weights == pytest.approx({"corn": 7.3132, "seed": 1.1535, "soil": 2.3071}, abs=1e-3)
    assert set(start_weights([CORN, SOIL, third], rarity)) == {"corn"}  # of three hosts, one alone is few
    assert set(start_weights([CORN, SOIL, third], rarity, everything=True)) == {"corn", "seed", "soil"}


def test_without_links_to_them_seeds_speak_for_themselves():
    seeds = [Context("s.example", {"土壤": 2.0, "soil": 1.0})]
    assert set(start_set([], seeds, rarity)) == {"土壤", "soil"}
    assert set(start_set([CORN, SOIL], seeds, rarity)) == {"corn", "seed", "soil"}
    assert start_set([], [], rarity) == {}


def test_links_of_a_seed_s_own_host_count_only_when_there_are_no_others():
    seeds = [Context("a.example", {"x": 1.0})]
    assert "seed" not in start_set([CORN, SOIL], seeds, rarity)
    assert "seed" in start_set([CORN], seeds, rarity)


def test_only_the_strongest_fifty_terms_are_kept():
    many = [Context(f"h{n}.example", {f"t{k}": k + 1.0 for k in range(90)}) for n in range(3)]
    chosen = start_set(many, [], rarity)
    assert len(chosen) == 50
    assert "t0" not in chosen


SOLAR = {"solar": 0.8, "panel": 0.6}


def test_worked_example_of_evolution():
    raw = rocchio(SOLAR, {"solar": 0.6, "inverter": 0.8}, {"login": 1.0}, step=0.2)
    assert raw == pytest.approx({"solar": 0.76, "panel": 0.48, "inverter": 0.16})
    paid = [Context(f"h{n % 3}.example", {"solar": 0.6, "inverter": 0.8}) for n in range(10)]
    evolved = evolve(SOLAR, SOLAR, paid, [Context("x.example", {"login": 1.0})], step=0.2)
    assert evolved.outcome == "moved"
    assert evolved.weights == pytest.approx(
        {"solar": 0.83241, "panel": 0.52573, "inverter": 0.17524}, abs=1e-5
    )
    assert cosine(evolved.weights, SOLAR) == pytest.approx(0.98136, abs=1e-5)


def contexts(count, hosts=3, **terms):
    return [Context(f"h{n % hosts}.example", terms) for n in range(count)]


@pytest.mark.parametrize(
    ("paid", "failed", "is_in"),
    [
        (contexts(12, solar=1.0) + contexts(3, inverter=1.0), [], True),
        (contexts(12, solar=1.0) + contexts(2, inverter=1.0), [], False),  # in too few contexts
        (contexts(12, solar=1.0) + contexts(5, hosts=1, inverter=1.0), [], False),  # of one host
        (contexts(12, solar=1.0) + contexts(4, inverter=1.0), contexts(4, inverter=1.0), False),
    ],
)
def test_a_new_term_needs_contexts_hosts_and_success(paid, failed, is_in):
    assert ("inverter" in evolve(SOLAR, SOLAR, paid, failed).weights) is is_in


def test_a_batch_with_few_successes_teaches_nothing():
    evolved = evolve(SOLAR, SOLAR, contexts(9, inverter=1.0), [])
    assert (evolved.weights, evolved.outcome) == (SOLAR, "too few paid off")


def test_terms_of_the_start_set_keep_a_quarter_of_their_weight():
    weights = SOLAR
    for batch in range(40):
        weights = evolve(
            weights, SOLAR, contexts(20, solar=1.0), contexts(5, panel=1.0), batches=batch
        ).weights
    assert weights["panel"] >= 0.25 * SOLAR["panel"] * 0.9  # of a list scaled to unit length


def test_a_step_too_far_is_made_shorter_or_not_at_all():
    far = {"solar": 0.3, "bank": 0.95}
    paid = contexts(20, bank=1.0)
    assert evolve(far, SOLAR, paid, []).outcome == "too far from the start set"
    assert evolve(SOLAR, SOLAR, paid, [], step=0.9).outcome == "moved"


def test_what_makes_the_list_less_like_the_seeds_is_undone():
    seeds = [{"panel": 1.0}]
    paid = contexts(20, solar=1.0)
    evolved = evolve(SOLAR, SOLAR, paid, [], seeds=seeds, step=0.6)
    assert (evolved.weights, evolved.outcome) == (SOLAR, "less like the seeds")


@pytest.mark.parametrize("guarded", [True, False])
def test_a_second_topic_that_hangs_on_relevant_pages_does_not_take_over(guarded):
    # 30 % of the links that pay off speak of another topic, more and more loudly
    chance = random.Random(3)
    solar = ["solar", "panel", "inverter", "roof", "cell", "太阳能"]
    casino = ["casino", "bonus", "poker", "赌场"]
    first = {"solar": 0.7, "panel": 0.5, "roof": 0.3, "cell": 0.3, "太阳能": 0.28}
    weights = dict(first)
    for batch in range(60):
        drift = 0.3 if guarded else 0.3 + batch / 80
        paid = [
            Context(f"h{chance.randrange(9)}.example", dict.fromkeys(chance.sample(words, 2), 1.0))
            for words in (casino if chance.random() < drift else solar for _ in range(40))
        ]
        failed = [Context("x.example", dict.fromkeys(chance.sample(casino, 1), 1.0)) for _ in range(60)]
        weights = evolve(weights, first, paid, failed, batches=batch, guarded=guarded).weights
    assert (cosine(weights, first) >= 0.6) is guarded
