"""From a query to an answer: parse, run, rank, and show each hit."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from indexer import ranker, ranking
from indexer.document import Hit, Results, StoredDocument
from indexer.flat import Flat, flatten
from indexer.matches import Matcher
from indexer.plan import Node, positive_terms
from indexer.queries import parse
from indexer.readings import expand
from indexer.snippets import highlight, snippet
from indexer.state import State


def answer(
    state: State, stored: Callable[[int], StoredDocument], query: str, *, limit: int, offset: int
) -> Results:
    """Return the hits from `offset` to `offset + limit`, best first, equal ones by document number.

    `stored` gives what is shown of a document. The total is exact.
    """
    started = time.perf_counter()
    prepared = prepare(query)
    if prepared.plan is None:
        return Results((), 0, _ms_since(started), notes=prepared.notes)
    ranked = ranker.rank(state, prepared.plan, prepared.flat, max(0, offset), max(0, limit), counting=True)
    matcher = Matcher(prepared.terms)
    keys = state.documents.keys
    hits = tuple(
        _hit(stored(doc), score, text_score, matcher, tuple(keys[other] for other in similar.tolist()))
        for doc, score, text_score, similar in zip(
            ranked.docs.tolist(),
            ranked.scores.tolist(),
            ranked.text_scores.tolist(),
            ranked.similar,
            strict=True,
        )
    )
    return Results(hits, ranked.total, _ms_since(started), notes=prepared.notes, terms=prepared.terms)


def leading(state: State, query: str, *, limit: int, offset: int) -> list[tuple[str, float]]:
    """Return keys and scores of what `answer` returns, without counting and without reading texts."""
    prepared = prepare(query)
    if prepared.plan is None:
        return []
    docs, scores = ranker.leading(state, prepared.plan, prepared.flat, max(0, offset), max(0, limit))
    keys = state.documents.keys
    return [(keys[doc], score) for doc, score in zip(docs.tolist(), scores.tolist(), strict=True)]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is known of a query before the index is looked at; no `plan` when nothing can be looked for."""

    plan: Node | None
    flat: Flat | None
    terms: tuple[str, ...]
    notes: tuple[str, ...]


@lru_cache(maxsize=4096)
def prepare(query: str) -> Prepared:
    """Return a query's plan in every form it is used in; never raises."""
    question = parse(query)
    if question.plan is None:
        return Prepared(None, None, (), question.notes)
    plan = expand(question.plan)
    terms = tuple(dict.fromkeys(term.text for term in positive_terms(plan)))
    return Prepared(plan, flatten(plan), terms, question.notes)


def _hit(
    document: StoredDocument, score: float, text_score: float, matcher: Matcher, similar: tuple[str, ...]
) -> Hit:
    """Return a hit; its score is `text` times (1 + `relevance` + `authority`) of its parts."""
    parts = {
        "text": text_score,
        "relevance": ranking.RELEVANCE_WEIGHT * document.relevance,
        "authority": ranking.AUTHORITY_WEIGHT * document.authority,
    }
    return Hit(
        doc_id=document.doc_id,
        key=document.key,
        url=document.url,
        title=document.title,
        score=score,
        snippet=snippet(document.body or document.description, matcher) if document.may_be_quoted else (),
        title_pieces=highlight(document.title, matcher),
        language=document.language,
        fetched=document.fetched,
        relevance=document.relevance,
        parts=parts,
        similar=similar,
    )


def _ms_since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
