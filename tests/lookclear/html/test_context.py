import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.html.context import zeta_idom

# <div><p>Solar <a>panel guide</a> for homes</p><p>Unrelated recipe text about bread baking</p></div>
ANCHOR, PARENTS, DIV = (1, 3), [(0, 5), (0, 11)], (0, 11)


@pytest.mark.parametrize(
    ("zeta", "block", "expected"),
    [(5, DIV, (0, 5)), (8, DIV, (0, 8)), (7, DIV, (0, 7)), (8, (0, 5), (0, 5)), (10**6, DIV, DIV)],
)
def test_worked_example(zeta, block, expected):
    assert zeta_idom(ANCHOR, PARENTS, block, zeta) == expected


def test_a_long_anchor_is_its_own_context():
    assert zeta_idom((2, 9), [(0, 20)], (0, 20), 5) == (2, 9)


@st.composite
def nested(draw):
    block = (draw(st.integers(0, 5)), draw(st.integers(20, 60)))
    start = draw(st.integers(block[0], block[1] - 1))
    end = draw(st.integers(start + 1, block[1]))
    ancestors, span = [], (start, end)
    for _ in range(draw(st.integers(0, 6))):
        span = (draw(st.integers(0, span[0])), draw(st.integers(span[1], 80)))
        ancestors.append(span)
    return (start, end), ancestors, block


@given(nested(), st.integers(1, 90))
def test_context_holds_the_anchor_stays_in_the_block_and_grows_with_zeta(case, zeta):
    anchor, ancestors, block = case
    start, end = zeta_idom(anchor, ancestors, block, zeta)
    assert block[0] <= start <= anchor[0] < anchor[1] <= end <= block[1]
    assert end - start <= max(zeta, anchor[1] - anchor[0])
    wider = zeta_idom(anchor, ancestors, block, zeta + 1)
    assert wider[1] - wider[0] >= end - start
