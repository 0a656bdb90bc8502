import numpy as np
import pytest

from lookclear.optimise import BWPSO, CONSTRICTION, LINEAR
from lookclear.optimise.rules import Places, step


def places(now, best, worst, top):
    return Places(np.array([now]), np.array([best]), np.array([worst]), np.array([top]))


def test_worked_example_of_one_step():
    at = places((2.0, 0.0), (1.0, 0.0), (3.0, 0.0), (0.0, 0.0))
    velocity = step(np.zeros((1, 2)), at, BWPSO, BWPSO.inertia_at(1), np.full((3, 1, 2), 0.5))
    assert velocity[0] == pytest.approx([-2.34427, 0.0], abs=1e-5)
    assert (at.now + velocity)[0] == pytest.approx([-0.34427, 0.0], abs=1e-5)


def test_without_push_only_the_best_places_pull():
    at = places((2.0, 0.0), (1.0, 0.0), (3.0, 0.0), (0.0, 0.0))
    velocity = step(np.zeros((1, 2)), at, CONSTRICTION, 0.7298, np.full((2, 1, 2), 0.5))
    assert velocity[0] == pytest.approx([-2.24427, 0.0], abs=1e-5)


def test_a_particle_on_its_worst_place_is_not_pushed():
    at = places((2.0, 0.0), (2.0, 0.0), (2.0, 0.0), (0.0, 0.0))
    velocity = step(np.zeros((1, 2)), at, BWPSO, 0.65, np.ones((3, 1, 2)))
    assert velocity[0] == pytest.approx([-2 * 1.49618, 0.0])


def test_the_push_fades_as_the_particle_nears_the_best():
    far = places((2.0, 0.0), (2.0, 0.0), (3.0, 0.0), (0.0, 0.0))
    near = places((0.02, 0.0), (0.02, 0.0), (1.02, 0.0), (0.0, 0.0))
    chance = np.array([0.0, 0.0, 1.0])[:, None, None] * np.ones((3, 1, 2))
    pushes = [abs(step(np.zeros((1, 2)), at, BWPSO, 0.65, chance)[0, 0]) for at in (far, near)]
    assert pushes == pytest.approx([0.2, 0.002])


@pytest.mark.parametrize(("iteration", "inertia"), [(1, 0.9), (2_000, 0.4), (1_000, 0.65013)])
def test_inertia_falls_in_a_straight_line(iteration, inertia):
    assert LINEAR.inertia_at(iteration) == pytest.approx(inertia, abs=1e-5)
    assert BWPSO.inertia_at(iteration) == 0.65
