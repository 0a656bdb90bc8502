"""What a user says a topic is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """The description a crawl starts from, as written by the user.

    `seeds` are fetched first and define the topic together with `keywords` and the texts of
    `examples` (pages known to be on topic; they are read, not crawled from).
    """

    name: str
    seeds: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    description: str = ""
    languages: tuple[str, ...] = ()
