from lookclear.session.tally import Tally


def test_copy_was_fetched_but_is_not_one_more_page_on_topic() -> None:
    tally = Tally()
    tally.count("http://a.org/1", True)
    tally.count("http://a.org/2", True, is_copy=True)
    tally.count("http://a.org/3", False, is_copy=True)
    tally.count("http://a.org/4", True)
    assert (tally.fetched, tally.relevant, tally.copies) == (4, 2, 2)
    assert tally.curve == [(1, 1), (2, 1), (3, 1), (4, 2)]
    assert tally.progress(budget=9, queue=0).harvest == 0.5
