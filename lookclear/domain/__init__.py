"""The values that cross module borders: frozen dataclasses, standard library only."""

from lookclear.domain.crawl import Candidate, Lane, Lease, NoPage, Outcome, Refusal, StopReason
from lookclear.domain.page import Block, Link, Page, PageKind, Span
from lookclear.domain.score import Score
from lookclear.domain.topic import Topic

__all__ = [
    "Block",
    "Candidate",
    "Lane",
    "Lease",
    "Link",
    "NoPage",
    "Outcome",
    "Page",
    "PageKind",
    "Refusal",
    "Score",
    "Span",
    "StopReason",
    "Topic",
]
