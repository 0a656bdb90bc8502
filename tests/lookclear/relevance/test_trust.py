import numpy as np
import pytest

from lookclear.relevance.trust import LEAST_PAGES, LEAST_TRUST, agreement, trust_of

PAGES = np.linspace(0, 12, 100)
TOPIC = np.sin(PAGES)
OTHER = np.cos(PAGES)


def test_profiles_that_go_together_agree():
    # TOPIC and OTHER are nearly uncorrelated over two periods
    found = agreement(np.stack([TOPIC, 2 * TOPIC + 1, -TOPIC]))
    assert found == pytest.approx([0.0, 0.0, -1.0])


def test_a_known_page_that_lags_behind_the_others_is_trusted_less_and_never_not_at_all():
    trust = trust_of(np.stack([TOPIC, TOPIC + 0.1 * OTHER, OTHER]))
    assert trust[:2].tolist() == [1.0, 1.0]
    assert LEAST_TRUST <= trust[2] < 0.4


def test_a_small_lag_such_as_broad_topics_have_costs_nothing():
    near = TOPIC + 1.2 * OTHER
    assert (trust_of(np.stack([TOPIC, TOPIC + 0.3 * OTHER, near])) == 1).all()


@pytest.mark.parametrize(
    "profiles",
    [
        np.stack([TOPIC, OTHER]),
        np.stack([TOPIC, TOPIC, OTHER])[:, : LEAST_PAGES - 1],
        np.zeros((3, 100)),
        np.zeros((0, 0)),
        np.stack([TOPIC, TOPIC, TOPIC]),
    ],
    ids=["two", "few pages", "nothing in common", "none", "all agree"],
)
def test_without_reason_everyone_is_trusted(profiles):
    assert (trust_of(profiles) == 1).all()
