"""What a search is to do besides naming the best documents."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Order(StrEnum):
    """What comes first."""

    RELEVANCE = "relevance"
    DATE = "date"  # the newest; documents without a date last, by relevance


@dataclass(frozen=True, slots=True)
class Within:
    """What pages are looked at beside what the query itself says; empty fields restrict nothing.

    `dates` is as after `date:`, such as `2024..2025-06`; what is no date restricts nothing.
    """

    site: str = ""
    language: str = ""
    kind: str = ""
    dates: str = ""


ANYWHERE = Within()


@dataclass(frozen=True, slots=True)
class Options:
    """The plain search has all of it off.

    `per_host`: at most so many hits of one host on a page while others have matches; 0 is no limit. After
    `seconds` alternatives that were not looked at are left out, and facets are counted no further.
    """

    order: Order = Order.RELEVANCE
    facets: bool = False
    per_host: int = 0
    seconds: float | None = None
    suggest: bool = False
    within: Within = ANYWHERE


PLAIN = Options()
