"""What a page contributes as rows of term weights."""

from __future__ import annotations

from dataclasses import dataclass

from lookclear.domain import Page
from lookclear.links.words import LinkFeatures, link_features
from lookclear.relevance.features import naming_row, page_row
from lookclear.sites.templates import with_template
from lookclear.text.terms import WordTerms, numbered
from lookclear.text.vectors import Row, Vocabulary


@dataclass(frozen=True, slots=True)
class PageFeatures:
    """What a page contributes as rows; depends on the page alone."""

    row: Row
    names: Row
    links: LinkFeatures


class FeatureReader:
    """Turns pages into rows over one vocabulary; simulations share one and keep what was read."""

    def __init__(self, *, keep: bool = False) -> None:
        self.vocabulary = Vocabulary()
        self._kept: dict[tuple[str, str, tuple[int, ...]], PageFeatures] | None = {} if keep else None
        self._links: dict[tuple[str, str], LinkFeatures] = {}  # of kept pages, under whatever template

    def read(
        self,
        page: Page,
        template: tuple[int, ...] = (),
        context: str = "",
        found: WordTerms | None = None,
    ) -> PageFeatures:
        """Return the features of a page; `template` are its blocks that its site repeats.

        `context` tells apart pages that were read by different rules for the words of links. `found` are the
        terms of the page's tokens, if they are known.
        """
        if self._kept is not None and (page.url, context, template) in self._kept:
            return self._kept[page.url, context, template]
        page = with_template(page, template)
        words = numbered(page.tokens, self.vocabulary, found)
        features = PageFeatures(
            page_row(page, self.vocabulary, words),
            naming_row(page, self.vocabulary, words),
            link_features(page, self.vocabulary, self._links.get((page.url, context)), words),
        )
        if self._kept is not None:
            self._kept[page.url, context, template] = features
            self._links[page.url, context] = features.links
        return features
