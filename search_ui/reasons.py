"""The parts of a score as a page shows them: each with a bar that says how much of the whole it is."""

from __future__ import annotations

from dataclasses import dataclass

from indexer import Explanation, StoredDocument, WordShare
from search_ui.interface import Interface
from search_ui.links import safe_href, trail
from search_ui.views import language_tag

MOST_WORDS = 5  # of several that count as one that are named
_ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Part:
    """One part: what it is, what it adds, its share of the largest, in 0..1, and what is said of it."""

    name: str
    value: float
    share: float
    remark: str = ""


@dataclass(frozen=True, slots=True)
class WhyView:
    """The page. `factors` are what the page itself adds to 1, by which the text's score is multiplied."""

    title: str
    href: str | None
    trail: tuple[str, ...]
    language: str
    matches: bool
    words: tuple[Part, ...]
    factors: tuple[Part, ...]
    text: float
    score: float


def why_view(document: StoredDocument, told: Explanation, ui: Interface) -> WhyView:
    """Return the view of an explanation."""
    address = document.url or document.key
    largest = max([word.score for word in told.words], default=0.0) or 1.0
    factors = {"relevance": told.relevance, "authority": told.authority}
    return WhyView(
        title=document.title.strip() or " › ".join(trail(address)),
        href=safe_href(address),
        trail=trail(address),
        language=language_tag(document.language),
        matches=told.matches,
        words=tuple(
            Part(_name(word), word.score, word.score / largest, _remark(word, ui)) for word in told.words
        ),
        factors=tuple(
            Part(ui.catalogue.text(f"why.{name}"), value, min(1.0, value)) for name, value in factors.items()
        ),
        text=told.text,
        score=told.score,
    )


def _name(word: WordShare) -> str:
    if word.form == "any":
        named = ", ".join(word.words[:MOST_WORDS])
        return named + (f", {_ELLIPSIS}" if len(word.words) > MOST_WORDS else "")
    return ("" if word.form == "characters" else " ").join(word.words)


def _remark(word: WordShare, ui: Interface) -> str:
    is_word = word.form == "word"
    text = ui.catalogue.count("why.in", word.documents) if is_word else ui.catalogue.text(f"why.{word.form}")
    return f"{text} · {ui.catalogue.text('why.in_title')}" if word.field else text
