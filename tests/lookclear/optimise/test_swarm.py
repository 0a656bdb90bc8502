from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.optimise import BWPSO, CONSTRICTION, LINEAR, Box, minimise, minimise_all

SHORT = replace(BWPSO, iterations=60)
BOX = Box.cube(3, -5.0, 5.0)


def bowl(places):
    return ((places - 1.0) ** 2).sum(axis=-1)


def generator(seed=0):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("rule", [LINEAR, CONSTRICTION, BWPSO], ids=lambda rule: rule.name)
def test_every_rule_finds_the_bottom_of_a_bowl(rule):
    found = minimise(bowl, BOX, generator(), replace(rule, iterations=300), goal=1e-6)
    assert found.reached
    assert found.iterations < 300
    assert found.place == pytest.approx([1, 1, 1], abs=1e-2)
    assert found.value == pytest.approx(bowl(found.place))


def test_equal_generators_give_equal_results():
    one, same, other = (minimise(bowl, BOX, generator(seed), SHORT) for seed in (4, 4, 5))
    assert one.value == same.value
    assert one.place.tolist() == same.place.tolist()
    assert one.place.tolist() != other.place.tolist()


def test_a_run_ends_alike_alone_and_among_others():
    generators = [generator(seed) for seed in range(5)]
    together = minimise_all(lambda places, _: bowl(places), BOX, generators, SHORT, goal=1e-3)
    alone = [minimise(bowl, BOX, generator(seed), SHORT, goal=1e-3) for seed in range(5)]
    assert [(one.value, one.iterations) for one in together] == [(one.value, one.iterations) for one in alone]


def test_the_judge_is_told_which_runs_it_is_asked_about():
    bottoms = np.array([-2.0, 3.0])

    def judge(places, runs):
        return ((places - bottoms[runs][:, None, None]) ** 2).sum(axis=-1)

    found = minimise_all(judge, BOX, [generator(0), generator(1)], replace(BWPSO, iterations=200), goal=1e-4)
    assert found[0].place == pytest.approx([-2] * 3, abs=0.05)
    assert found[1].place == pytest.approx([3] * 3, abs=0.05)


def test_values_that_are_no_numbers_count_as_worst():
    def torn(places):
        values = bowl(places)
        values[places[:, 0] > 0] = np.nan
        return values

    found = minimise(torn, BOX, generator(), replace(BWPSO, iterations=200))
    assert np.isfinite(found.value)
    assert found.place[0] <= 0


def test_nothing_but_no_numbers_still_ends():
    found = minimise(lambda places: np.full(len(places), np.nan), BOX, generator(), SHORT, goal=1.0)
    assert found.value == np.inf
    assert not found.reached
    assert found.iterations == SHORT.iterations


def test_a_flat_function_keeps_the_first_start():
    start = np.array([0.5, 0.25, -1.0])
    found = minimise(lambda places: np.zeros(len(places)), BOX, generator(), SHORT, starts=[start])
    assert found.place.tolist() == start.tolist()


def test_a_stuck_swarm_is_scattered_and_keeps_its_best():
    def spreads(rule):
        seen = []

        def judge(places):
            seen.append(np.ptp(places, axis=0).max())
            return np.round(bowl(places), 6)

        return minimise(judge, BOX, generator(), rule).value, seen[250:]

    rule = replace(BWPSO, iterations=400)
    value, scattered = spreads(rule)
    _, calm = spreads(replace(rule, scatter_after=0))
    assert value == 0.0
    assert max(scattered) > 5.0
    assert max(calm) < 0.5


@given(st.integers(0, 2**32 - 1), st.lists(st.floats(-5, 5), min_size=3, max_size=3))
def test_the_result_is_never_worse_than_a_start(seed, start):
    found = minimise(bowl, BOX, generator(seed), replace(BWPSO, iterations=5), starts=[np.array(start)])
    assert found.value <= bowl(np.array(start))


@pytest.mark.parametrize(("low", "high"), [([], []), ([0.0], [0.0]), ([0.0, 1.0], [1.0])])
def test_a_box_without_inside_is_refused(low, high):
    with pytest.raises(ValueError, match="a greater high value"):
        Box(np.array(low), np.array(high))
