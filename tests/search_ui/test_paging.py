import pytest
from hypothesis import given
from hypothesis import strategies as st

from search_ui.paging import PER_PAGE, paging
from search_ui.params import MAX_PAGE


@pytest.mark.parametrize(
    ("total", "page", "numbers"),
    [
        (0, 1, (1,)),
        (10, 1, (1,)),
        (11, 1, (1, 2)),
        (60, 1, (1, 2, 3, None, 6)),
        (60, 4, (1, 2, 3, 4, 5, 6)),
        (200, 10, (1, None, 8, 9, 10, 11, 12, None, 20)),
        (200, 99, (1, None, 18, 19, 20)),
    ],
)
def test_numbers_are_the_ends_and_the_neighbourhood(
    total: int, page: int, numbers: tuple[int | None, ...]
) -> None:
    assert paging(total, page).numbers == numbers


def test_page_past_the_end_leads_back_to_the_last_one() -> None:
    place = paging(25, 10**9)
    assert (place.beyond, place.pages, place.previous, place.next) == (True, 3, 3, None)


def test_more_results_than_are_listed_is_said() -> None:
    assert paging(MAX_PAGE * PER_PAGE + 1, 1).capped
    assert not paging(MAX_PAGE * PER_PAGE, 1).capped


@given(total=st.integers(0, 10**7), page=st.integers(1, 10**9))
def test_every_linked_page_exists_and_gaps_hide_at_least_two(total: int, page: int) -> None:
    place = paging(total, page)
    shown = place.numbers
    linked = [number for number in shown if number is not None]
    assert linked == sorted(set(linked))
    assert linked[0] == 1
    assert linked[-1] == place.pages <= MAX_PAGE
    for before, gap, after in zip(shown, shown[1:], shown[2:], strict=False):
        if gap is None and before is not None and after is not None:
            assert after - before > 2
