import numpy as np
import pytest

from lookclear.tunnel.depth import depth_value, tunnel_worth


@pytest.mark.parametrize(("relevance", "depth"), [(0.5, 1), (0.55, 1), (0.7, 2), (0.9, 3), (1.0, 3)])
def test_depth_grows_with_the_relevance_of_the_father(relevance, depth):
    assert depth_value(relevance) == depth


def test_depth_under_other_rules():
    assert depth_value(1.0, deepest=2) == 2
    assert depth_value(1.0, theta=1.0) == 3


def test_worked_example_of_a_tunnelled_link():
    assert tunnel_worth(np.array([2.0]), np.array([0.9]), np.array([0.4])) == pytest.approx([0.1625])
