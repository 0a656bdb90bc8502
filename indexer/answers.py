"""From a query to an answer: parse, run, rank, and show each hit."""

from __future__ import annotations

import time
from collections.abc import Callable

from indexer import folding, ranking
from indexer.document import Hit, Results, StoredDocument
from indexer.executor import Executor
from indexer.matches import Matcher
from indexer.plan import positive_terms
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
    question = parse(query)
    if question.plan is None:
        return Results((), 0, _ms_since(started), notes=question.notes)
    executor = Executor(state)
    plan = expand(question.plan)
    terms = tuple(dict.fromkeys(term.text for term in positive_terms(plan)))
    match = executor.run(plan)
    scores = match.scores * executor.priors(match.docs)
    first, count = max(0, offset), max(0, limit)
    columns = {name: state.documents.columns[name].view[match.docs] for name in ("group", "mark", "standing")}
    results = folding.shown(columns["group"], columns["mark"], columns["standing"])
    rows = results[ranking.best(scores[results], first + count)[first:]]
    matcher = Matcher(terms)
    hits = tuple(
        _hit(
            stored(int(match.docs[row])),
            float(scores[row]),
            float(match.scores[row]),
            matcher,
            tuple(
                state.documents.keys[int(match.docs[other])]
                for other in folding.folded(row, columns["group"], columns["standing"])
            ),
        )
        for row in map(int, rows)
    )
    return Results(hits, len(results), _ms_since(started), notes=question.notes, terms=terms)


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
