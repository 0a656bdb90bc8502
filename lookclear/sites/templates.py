"""Site templates: blocks that a site repeats on its pages, such as its menu, its footer, its notices.

"Rules that pages have in common" are said to help (Peng 2007) without being given; that they are repeated
blocks, and the numbers below, are our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field, replace
from enum import StrEnum

from lookclear.domain import Page
from lookclear.html import zones
from lookclear.html.fingerprint import main_spans
from lookclear.sites.entropy import SiteEntropy

LEAST_SHARE = 0.4  # of a site's pages have a block of its template
LEAST_PAGES = 5  # of a site are needed to tell
REDUNDANT = 0.8  # mean entropy of the words of a template's block
MOST_PAGES = 500  # of a site are counted; what is its template is known by then
MOST_PRINTS = 2_000  # of a site are kept; those found once are given up first
MOST_SITES = 10_000  # the one that was not visited for longest is forgotten


class TemplateRule(StrEnum):
    """How blocks of a template are told."""

    SHARE = "share"  # the block is on so many pages
    ENTROPY = "entropy"  # its words are spread evenly over the pages (Lin & Ho 2002)
    NONE = "none"


@dataclass(slots=True)
class _Site:
    pages: int = 0
    prints: Counter[int] = field(default_factory=Counter)
    words: SiteEntropy = field(default_factory=SiteEntropy)


class SiteTemplates:
    """The templates of all sites of a crawl."""

    def __init__(self, rule: TemplateRule = TemplateRule.SHARE) -> None:
        self._rule = rule
        self._sites: OrderedDict[str, _Site] = OrderedDict()

    def learn(self, site: str, page: Page) -> None:
        """Count the blocks of one more page of a site; copies of other pages are not to be counted."""
        known = self._sites.setdefault(site, _Site())
        self._sites.move_to_end(site)
        if len(self._sites) > MOST_SITES:
            self._sites.popitem(last=False)
        if self._rule is TemplateRule.NONE or known.pages >= MOST_PAGES:
            return
        known.pages += 1
        if self._rule is TemplateRule.ENTROPY:
            known.words.add(_visible(page))
            return
        known.prints.update({block.fingerprint for block in page.blocks if block.fingerprint})
        if len(known.prints) > MOST_PRINTS:
            known.prints = _without_rare(known.prints)

    def blocks(self, site: str, page: Page) -> tuple[int, ...]:
        """Return the indices of a page's blocks that belong to its site's template.

        None while fewer than 5 pages are known, nor when nothing of the main text would be left.
        """
        known = self._sites.get(site)
        if known is None or known.pages < LEAST_PAGES:
            return ()
        found = tuple(at for at in range(len(page.blocks)) if self._is_template(known, page, at))
        spans = {(page.blocks[at].start, page.blocks[at].end) for at in found}
        return found if found and not spans.issuperset(main_spans(page.blocks)) else ()

    def _is_template(self, known: _Site, page: Page, at: int) -> bool:
        block = page.blocks[at]
        if self._rule is TemplateRule.ENTROPY:
            return known.words.redundancy(page.tokens[block.start : block.end]) > REDUNDANT
        return known.prints[block.fingerprint] >= LEAST_SHARE * known.pages


def with_template(page: Page, template: tuple[int, ...]) -> Page:
    """Return a page whose words in these blocks count as words of a template."""
    if not template:
        return page
    codes = bytearray(page.zones)
    for at in template:
        block = page.blocks[at]
        codes[block.start : block.end] = bytes([zones.TEMPLATE]) * (block.end - block.start)
    return replace(page, zones=bytes(codes))


def own_text(page: Page, template: tuple[int, ...]) -> str:
    """Return the text of a page without the blocks of its site's template."""
    pieces, position = [], 0
    for start, end in sorted(page.blocks[at].text for at in template):
        if start < end:
            pieces.append(page.text[position:start].strip("\n"))
            position = end
    if not pieces:
        return page.text
    pieces.append(page.text[position:].strip("\n"))
    return "\n".join(piece for piece in pieces if piece) or page.text


def _visible(page: Page) -> tuple[str, ...]:
    return page.tokens[: page.blocks[-1].end] if page.blocks else ()


def _without_rare(prints: Counter[int]) -> Counter[int]:
    kept = {one: count for one, count in prints.items() if count > 1}
    if len(kept) > MOST_PRINTS // 2:
        kept = dict(Counter(kept).most_common(MOST_PRINTS // 2))
    return Counter(kept)
