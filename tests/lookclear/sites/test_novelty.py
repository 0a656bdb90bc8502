import pytest

from lookclear.domain import Page
from lookclear.html.parse import parse
from lookclear.sites.novelty import Novelty

SITE = "http://a.test"


def page(text: str, title: str = "Calendar") -> Page:
    return parse(f"<title>{title}</title><p>{text}</p>".encode(), f"{SITE}/")


@pytest.mark.parametrize(
    ("first", "second", "is_new"),
    [
        ("No events in 3/2027.", "No events in 4/2027.", False),
        ("No events in  3/2027.", "No events\nin 12/2030.", False),
        ("2027 年 3 月没有活动", "2028 年 11 月没有活动", False),
        ("２０２７年没有活动", "2028年没有活动", False),
        ("No events in March.", "No events in April.", True),
        ("园艺", "土壤", True),
    ],
)
def test_numbers_alone_are_nothing_new(first: str, second: str, is_new: bool) -> None:
    novelty = Novelty()
    assert novelty.is_new(SITE, page(first))
    assert novelty.is_new(SITE, page(second)) is is_new


def test_another_site_may_say_the_same() -> None:
    novelty = Novelty()
    assert novelty.is_new(SITE, page("The garden"))
    assert novelty.is_new("http://b.test", page("The garden"))


def test_a_page_without_text_is_told_by_its_title() -> None:
    novelty = Novelty()
    assert novelty.is_new(SITE, page("", "Photo one"))
    assert not novelty.is_new(SITE, page("", "Photo one 2"))
    assert novelty.is_new(SITE, page("", "Photo two"))
