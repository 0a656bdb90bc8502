import numpy as np

from lookclear.links.rescored import Rescored


def rescored(*scores, keys=("a", "b", "c")):
    return Rescored(list(keys), np.array(scores), np.zeros(len(scores), np.bool_))


def test_addresses_that_stay_as_they_are_have_no_new_score():
    assert rescored(0.5, np.nan, 0.0).by_key() == {"a": 0.5, "c": 0.0}


def test_keys_found_later_make_no_difference():
    assert rescored(0.5, np.nan) == rescored(0.5, np.nan, keys=("a", "b", "later"))
    assert rescored(0.5, np.nan) != rescored(0.5, 0.1)
    assert rescored(0.5) != 0.5
