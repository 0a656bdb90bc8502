from datetime import date

from lookclear.sitemaps.budget import ListingBudget

MONDAY, TUESDAY = date(2024, 6, 3), date(2024, 6, 4)


def test_a_host_gets_so_many_files_a_day() -> None:
    budget = ListingBudget(files=2)
    taken = [budget.take_file("a.example", f"a{n}", MONDAY) for n in range(3)]
    assert taken == ["", "", "too-many-files"]
    assert budget.take_file("b.example", "b", MONDAY) == ""
    assert budget.take_file("a.example", "feed", MONDAY, feed=True) == ""
    assert budget.take_file("a.example", "a9", TUESDAY) == ""


def test_no_file_is_read_twice_in_a_day() -> None:
    budget = ListingBudget()
    assert budget.take_file("a.example", "a", MONDAY) == ""
    assert budget.take_file("a.example", "a", MONDAY) == "read-before"
    assert budget.take_file("a.example", "a", TUESDAY) == ""


def test_entries_fill_the_room_of_a_host_until_the_day_is_over() -> None:
    budget = ListingBudget(entries=10)
    budget.take_entries("a.example", 7, MONDAY)
    assert (budget.room("a.example", MONDAY), budget.room("b.example", MONDAY)) == (3, 10)
    assert budget.room("a.example", TUESDAY) == 10


def test_the_next_run_goes_on_with_what_is_left_of_the_day() -> None:
    budget = ListingBudget(files=1, entries=10)
    budget.take_file("a.example", "a", MONDAY)
    budget.take_entries("a.example", 4, MONDAY)
    later = ListingBudget(files=1, entries=10)
    assert later.restore(budget.as_json())
    assert later.take_file("a.example", "b", MONDAY) == "too-many-files"
    assert later.take_file("a.example", "a", MONDAY) == "read-before"
    assert later.room("a.example", MONDAY) == 6


def test_what_is_not_readable_changes_nothing() -> None:
    budget = ListingBudget(files=1)
    budget.take_file("a.example", "a", MONDAY)
    assert not any(budget.restore(kept) for kept in (b"", b"{", b'{"day": 3}', b"\xff\xfe"))
    assert budget.take_file("a.example", "a", MONDAY) == "read-before"
