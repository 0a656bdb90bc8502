"""All that is learned across pages, in one place: a page goes in, what is known of it by others comes out."""

from __future__ import annotations

from dataclasses import dataclass

from lookclear.domain import Page
from lookclear.sites.duplicates import DuplicateGroups, content_of
from lookclear.sites.noise import LearnedNoise, site_of
from lookclear.sites.novelty import Novelty
from lookclear.sites.templates import SiteTemplates, TemplateRule
from lookclear.sites.votes import CanonicalVotes, Vote


@dataclass(frozen=True, slots=True)
class Lesson:
    """What other pages say of one page."""

    template: tuple[int, ...] = ()  # its blocks that belong to the site's template
    group: str = ""  # key of the first page that says the same, empty for a page that is new
    changed_keys: bool = False  # what means nothing in the site's addresses is seen differently from now on
    wanted: str = ""  # address of the page it names in its own place, not fetched yet
    is_new: bool = False  # it says what no page of its site said, numbers aside


class SiteMemory:
    """What a crawl learned of the sites it visited."""

    def __init__(self, templates: TemplateRule = TemplateRule.SHARE) -> None:
        self.noise = LearnedNoise()
        self.votes = CanonicalVotes()
        self._templates = SiteTemplates(templates)
        self._groups = DuplicateGroups()
        self._novelty = Novelty()
        self._leaders: dict[str, str] = {}  # of pages that are not the first of their group

    def key(self, url: str) -> str:
        """Return the identity of an address as far as its site is known."""
        return self.noise.key(url)

    def learn(self, page: Page, key: str) -> Lesson:
        """Learn from one more page; `key` is its identity.

        Nothing from a page without content of its own: a site shows the same wall or error at many addresses.
        """
        if not page.kind.has_content:
            return Lesson()
        content = content_of(page)
        site = site_of(key)
        named = self.key(page.canonical) if page.canonical else key
        vote, same = self.votes.cast(key, named, content)
        leader = self._groups.find(content) or self._leader(same)
        if leader is None:
            self._groups.add(key, content)
            self._templates.learn(site, page)
        elif leader != key:
            self._leaders[key] = leader
        return Lesson(
            template=self._templates.blocks(site, page),
            group=leader if leader is not None and leader != key else "",
            changed_keys=self.noise.learn(page.url, content),
            is_new=self._novelty.is_new(site, page),
            wanted=page.canonical if page.canonical and self._is_wanted(vote, key, named) else "",
        )

    def _is_wanted(self, vote: Vote | None, key: str, named: str) -> bool:
        """Tell whether the page that another one names is worth a fetch.

        Not for another scheme, which servers answer alike; and of another site's pages only a few until one
        of them was confirmed, since many sites name a host on all their pages that was never there.
        """
        if vote is not Vote.WAITING or named.partition(":")[2] == key.partition(":")[2]:
            return False
        return site_of(named) == site_of(key) or self.votes.may_ask(site_of(key), site_of(named))

    def _leader(self, same: list[str]) -> str | None:
        return self._leaders.get(same[0], same[0]) if same else None
