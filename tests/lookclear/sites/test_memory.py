from dataclasses import replace

import pytest

from lookclear.domain import Page, PageKind
from lookclear.html.parse import parse
from lookclear.sites.memory import Lesson, SiteMemory

FOOTER = "imprint privacy cookies 版权 所有 联系 我们 terms of use accessibility statement newsletter sitemap"


def page(url: str, name: str, *, canonical: str = "", words: int = 60) -> Page:
    main = " ".join(f"{name}{chr(97 + n % 26)}{n}x" for n in range(words))
    link = f'<link rel=canonical href="{canonical}">' if canonical else ""
    body = f"<main><h2>{name}</h2><p>{main}</p></main><footer><h2>About</h2><p>{FOOTER}</p></footer>"
    return parse(f"<head>{link}</head><body>{body}</body>".encode(), url)


def visit(memory: SiteMemory, one: Page) -> Lesson:
    return memory.learn(one, memory.key(one.url))


def test_first_page_leads_the_group_of_its_copies() -> None:
    memory = SiteMemory()
    assert visit(memory, page("http://a.org/x", "盐沼")).group == ""
    assert visit(memory, page("http://a.org/print?x=1", "盐沼")).group == "http://a.org/x"
    assert visit(memory, page("http://mirror.org/x", "盐沼")).group == "http://a.org/x"
    assert visit(memory, page("http://a.org/y", "tide")).group == ""


def test_copies_make_no_template() -> None:
    memory = SiteMemory()
    names = ["tide", "tide", "tide", "crab", "gull", "reed", "eel"]
    lessons = [visit(memory, page(f"http://a.org/{n}", name)) for n, name in enumerate(names)]
    assert [lesson.template for lesson in lessons] == [()] * 6 + [(1,)]


def test_page_seen_again_under_its_own_key_is_no_copy_of_itself() -> None:
    memory = SiteMemory()
    visit(memory, page("http://a.org/x", "tide"))
    assert visit(memory, page("http://a.org/x", "tide")).group == ""


def test_named_page_is_wanted_until_it_was_fetched() -> None:
    memory = SiteMemory()
    target = "http://a.org/full"
    # three quarters of the words: not enough to be a copy, enough for a vote
    short = page("http://a.org/amp", "tide", canonical=target, words=60)
    assert visit(memory, short).wanted == target
    assert visit(memory, page(target, "tide", words=76, canonical=target)).group == "http://a.org/amp"
    assert visit(memory, page("http://a.org/third", "crab", canonical=target)) == Lesson(is_new=True)


def test_same_address_with_another_scheme_is_not_asked_for() -> None:
    memory = SiteMemory()
    assert visit(memory, page("https://a.org/x", "tide", canonical="http://a.org/x")).wanted == ""
    assert (
        visit(memory, page("https://a.org/y", "crab", canonical="http://b.org/y")).wanted == "http://b.org/y"
    )


@pytest.mark.parametrize("kind", [kind for kind in PageKind if not kind.has_content])
def test_pages_without_content_teach_nothing(kind: PageKind) -> None:
    memory = SiteMemory()
    for n in range(8):
        name = "tide" if n % 2 else "盐沼"
        wall = page(f"http://a.org/{name}?key=k3h5v9x2q{n}", name, canonical="http://a.org/full")
        lesson = visit(memory, replace(wall, kind=kind))
        assert lesson == Lesson()
    assert memory.noise.learned("a.org") == []
    assert not memory.votes.counts
    assert visit(memory, page("http://a.org/x", "tide")) == Lesson(is_new=True)  # no copy, and no template
