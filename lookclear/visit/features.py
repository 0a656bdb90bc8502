"""What a page contributes as rows of term weights."""

from __future__ import annotations

from dataclasses import dataclass

from lookclear.domain import Page
from lookclear.links.words import LinkFeatures, link_features
from lookclear.relevance.features import naming_weights, page_weights
from lookclear.sites.templates import with_template
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

    def read(self, page: Page, template: tuple[int, ...] = (), context: str = "") -> PageFeatures:
        """Return the features of a page; `template` are its blocks that its site repeats.

        `context` tells apart pages that were read by different rules for the words of links.
        """
        if self._kept is not None and (page.url, context, template) in self._kept:
            return self._kept[page.url, context, template]
        page = with_template(page, template)
        features = PageFeatures(
            self.vocabulary.row(page_weights(page)),
            self.vocabulary.row(naming_weights(page)),
            link_features(page, self.vocabulary, self._links.get((page.url, context))),
        )
        if self._kept is not None:
            self._kept[page.url, context, template] = features
            self._links[page.url, context] = features.links
        return features
