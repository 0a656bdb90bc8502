import numpy as np

from lookclear.text.growing import Growing


def test_values_stay_in_order_while_room_runs_out():
    row = Growing(np.int32, room=2)
    row.append(1)
    row.extend([2, 3, 4])
    row.extend([])
    row.grow_to(7, 9)
    row.grow_to(3)
    assert row.values.tolist() == [1, 2, 3, 4, 9, 9, 9]
    assert len(row) == 7
    assert row.values.dtype == np.int32


def test_values_may_be_changed_in_place_and_replaced():
    row = Growing(np.bool_)
    row.extend([True, True])
    row.values[0] = False
    assert row.values.tolist() == [False, True]
    row.replace([True])
    row.append(False)
    assert row.values.tolist() == [True, False]
