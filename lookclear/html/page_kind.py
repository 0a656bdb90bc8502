"""What sort of page is this: something to read, a list of links, or no content at all?

A page is taken for one without content only when two things meet: it says so where such pages say it (in a
part of its title, its headline, a short line), and it has hardly any running text of its own. A page *about*
missing pages, logins or parked domains has running text, so it stays what it is.

The numbers were chosen on recorded webs, English and Chinese, with labelled lists of links and articles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lookclear.domain import PageKind
from lookclear.html import absence, parking, wordings

LITTLE_RUNNING = 90  # words of running text; with more, no page is without content
LITTLE_OWN = 200  # words outside links and navigation, running or not
STUB_WORDS = 40  # words of a page that only sends elsewhere or waits for scripts
TINY_WORDS = 8
MOST_LINKS_PARKED = 60
MOST_LINKS_WALL = 20  # of a check for robots or a wall of consent
LITTLE_SAID = 120  # own words of a page that one line is taken to speak for
LONGEST_STATEMENT = 120  # characters of a line that says what the page is
ARTICLE_STRETCH = 80  # words of running text with few links between
ARTICLE_SHARE = 0.2  # running words for each linked word around them; news pages are framed by teasers
WORDS_PER_LINK_LINE = 40  # running words for each line of links inside the stretch
HUB_LINKS = 8
FEWEST_OWN_LINKS = 2  # outside navigation
LINKED_SHARE = 0.6  # words in links for each word outside
PIECES = 3  # times as much running text as in the best stretch


@dataclass(frozen=True, slots=True)
class Looks:
    """What a page looks like; counts are words in index form unless they say otherwise."""

    title: str = ""
    headline: str = ""  # the first h1
    lines: tuple[str, ...] = ()  # visible text, a line a block, the first few hundred
    words: int = 0  # all visible ones
    own: int = 0  # of them outside links, and outside nav, header, footer and aside
    running: int = 0  # in lines of at least 12 words, fewer than half in links
    stretch: int = 0  # running words of the best stretch of lines
    stretch_links: int = 0  # lines of links within it
    linked: int = 0  # words inside links, without nav, header, footer and aside
    links: int = 0  # links, without those to the page itself
    own_links: int = 0  # of them outside nav, header, footer and aside
    passwords: int = 0  # input fields for a password
    names: int = 0  # input fields for the name, address or number that an account is known by
    scripts: int = 0  # script elements
    hidden_hint: str = ""  # text for browsers without scripts
    mount: str = ""  # the id of an empty element that scripts fill
    sends_to: str = ""  # an address that the page, or its script, sends to at once


def kind_of(looks: Looks) -> tuple[PageKind, str]:
    """Return the kind of a page and why, in one short sentence.

    >>> kind_of(Looks(title="404 Not Found | Site", words=9, own=9))
    (<PageKind.SOFT_404: 'soft-404'>, 'the title says "404 Not Found"')
    """
    if looks.running < LITTLE_RUNNING and looks.own < LITTLE_OWN:
        for kind, judge in _JUDGES:
            if reason := judge(looks):
                return kind, reason
    elif looks.links < HUB_LINKS and (said := parking.default_page(looks.title)):
        return PageKind.PARKED, f'the title says "{said}"'  # those of some servers are long
    return _content(looks)


def _sends(looks: Looks) -> str:
    return f"it only sends to {looks.sends_to}" if looks.sends_to and looks.words <= STUB_WORDS else ""


def _soft_404(looks: Looks) -> str:
    for name, text in _names(looks):
        if said := wordings.not_found(text) or absence.named_abroad(text) or absence.no_results(text):
            return f'the {name} says "{said}"'
        if looks.links < HUB_LINKS and (said := absence.out_of_order(text)):
            return f'the {name} says "{said}"'
    for line in _statements(looks):
        said = wordings.not_found_sentence(line) or absence.said_abroad(line) or absence.over(line)
        if not said and looks.links < HUB_LINKS:
            said = absence.out_of_order(line)
        if not said and looks.own <= STUB_WORDS:  # what searches in a page would say lies hidden in many
            said = absence.no_results(line)
        if said:
            return f'it says "{said}" and little else'
    return ""


def _parked(looks: Looks) -> str:
    if looks.links > MOST_LINKS_PARKED:
        return ""
    for name, text in _names(looks):
        has_few_links = looks.links < HUB_LINKS
        if said := parking.parked(text) or (has_few_links and parking.default_page(text)):
            return f'the {name} says "{said}"'
    for line in _statements(looks):
        if said := parking.for_sale(line):
            return f'it says "{said}" and little else'
    if said := next(filter(None, map(parking.small_print, looks.lines)), ""):
        return f'its small print says "{said}"'
    return ""


def _login(looks: Looks) -> str:
    for name, text in _names(looks):
        if looks.links <= MOST_LINKS_WALL and (said := wordings.wall(text)):
            return f'the {name} says "{said}"'
        is_stub = looks.words <= STUB_WORDS
        is_form = looks.passwords or (is_stub and (looks.names or any(map(wordings.field, looks.lines))))
        if is_form and (said := wordings.login(text)):
            return f'the {name} says "{said}", and there is a form for it'
    for line in _statements(looks):
        is_stub = looks.own <= STUB_WORDS
        if said := wordings.login_sentence(line) or (wordings.login_consent(line) if is_stub else ""):
            return f'it says "{said}" and little else'
    return ""


def _app_shell(looks: Looks) -> str:
    if looks.words > STUB_WORDS or not looks.scripts:
        return ""
    if said := wordings.needs_scripts(looks.hidden_hint) or next(
        filter(None, map(wordings.needs_scripts, looks.lines)), ""
    ):
        return f'it asks for scripts: "{said}"'
    loading = next(filter(None, map(wordings.loading, looks.lines)), "")
    if loading and looks.words <= TINY_WORDS:
        return f'it says "{loading}" and nothing else'
    if looks.mount and looks.words <= TINY_WORDS:
        return f"the element #{looks.mount} is empty until scripts fill it"
    return ""


def _empty(looks: Looks) -> str:
    return "" if looks.words else "there is no text"


_JUDGES: tuple[tuple[PageKind, Callable[[Looks], str]], ...] = (
    (PageKind.SOFT_404, _soft_404),
    (PageKind.EMPTY, _sends),
    (PageKind.PARKED, _parked),
    (PageKind.LOGIN, _login),
    (PageKind.APP_SHELL, _app_shell),
    (PageKind.EMPTY, _empty),
)


def _content(looks: Looks) -> tuple[PageKind, str]:
    """Tell text from lists of links.

    An article has a stretch of running text with few lines of links in it. A list of excerpts has as much
    running text, but in small pieces with links between.
    """
    is_dense = looks.stretch >= WORDS_PER_LINK_LINE * looks.stretch_links
    if is_dense and looks.stretch >= ARTICLE_STRETCH and looks.stretch >= ARTICLE_SHARE * looks.linked:
        return PageKind.ARTICLE, f"{looks.stretch} words of running text in one stretch"
    if looks.links >= HUB_LINKS and (said := wordings.directory(looks.title)):
        return PageKind.HUB, f'the title says "{said}"'
    if looks.links >= HUB_LINKS and looks.own_links >= FEWEST_OWN_LINKS:
        if looks.linked >= LINKED_SHARE * looks.own:
            return PageKind.HUB, f"{looks.linked} words in links, {looks.own} outside"
        if looks.running >= ARTICLE_STRETCH and looks.running >= PIECES * looks.stretch:
            return PageKind.HUB, "running text only in small pieces with links between"
    if looks.stretch >= ARTICLE_STRETCH and not is_dense:
        return PageKind.HUB, f"{looks.stretch_links} lines of links among the running text"
    return PageKind.OTHER, f"{looks.words} words, {looks.links} links"


def _names(looks: Looks) -> Iterator[tuple[str, str]]:
    """Yield the parts of the title, and the headline."""
    for part in wordings.parts(looks.title):
        yield "title", part
    if looks.headline:
        yield "headline", looks.headline


def _statements(looks: Looks) -> Iterator[str]:
    """Yield the short lines, when there is so little text that one of them may speak for the page."""
    if looks.own <= LITTLE_SAID:
        yield from (line for line in looks.lines if len(line) <= LONGEST_STATEMENT)
