"""From a query to an answer: parse, run, rank, and show each hit."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from indexer import correction, crowding, facets, ranker, ranking
from indexer.budget import Budget
from indexer.document import Hit, Results, StoredDocument
from indexer.matches import Matcher
from indexer.options import PLAIN, Options, Order
from indexer.prepared import Prepared, prepare_for
from indexer.ranker import Ranked, Wanted
from indexer.snippets import highlight, snippet
from indexer.state import State

Stored = Callable[[int], StoredDocument]
_MOST_SPREAD = 500  # ranks; further down hosts are not spread


def answer(
    state: State, stored: Stored, query: str, *, limit: int, offset: int, options: Options = PLAIN
) -> Results:
    """Return the hits from `offset` to `offset + limit`, best first, equal ones by document number.

    `stored` gives what is shown of a document. The total is exact, unless the answer is partial.
    """
    started = time.perf_counter()
    prepared = prepare_for(state, query, options.within)
    if prepared.plan is None:
        return Results((), 0, _ms_since(started), notes=prepared.notes)
    offset, limit = max(0, offset), max(0, limit)
    budget = Budget(options.seconds)
    ranked = _ranked(state, prepared, offset, limit, options, budget)
    counted, hosts = facets.count(state.documents, ranked.matched, budget) if options.facets else ((), {})
    hits = _hits(state, stored, ranked, Matcher(prepared.terms))
    found = Results(
        _with_more(hits, hosts) if options.facets and not budget.was_cut else hits,
        ranked.total,
        0.0,
        notes=prepared.notes,
        terms=prepared.terms,
        facets=counted,
        is_partial=budget.was_cut,
    )
    if options.suggest:
        suggestion = correction.correct(state, stored, query, ranked.total, options.within)
        found = replace(found, suggestion=suggestion)
    return replace(found, took_ms=_ms_since(started))


def leading(state: State, query: str, *, limit: int, offset: int) -> list[tuple[str, float]]:
    """Return keys and scores of what `answer` returns, without counting and without reading texts."""
    prepared = prepare_for(state, query)
    if prepared.plan is None:
        return []
    docs, scores = ranker.leading(state, prepared.plan, prepared.flat, max(0, offset), max(0, limit))
    keys = state.documents.keys
    return [(keys[doc], score) for doc, score in zip(docs.tolist(), scores.tolist(), strict=True)]


def _ranked(
    state: State, prepared: Prepared, offset: int, limit: int, options: Options, budget: Budget
) -> Ranked:
    """Return what is on the asked page, hosts spread if that is asked for."""
    assert prepared.plan is not None
    wanted = Wanted(matched=options.facets, newest=options.order is Order.DATE, budget=budget)
    first, end = crowding.window(offset, limit)
    if not options.per_host or not limit or wanted.newest or end > _MOST_SPREAD or offset % limit:
        return ranker.rank(state, prepared.plan, prepared.flat, offset, limit, wanted)
    ranked = ranker.rank(state, prepared.plan, prepared.flat, first, end - first, wanted)
    hosts = state.documents.columns["host"].view[ranked.docs]
    order = crowding.spread(hosts.tolist(), limit, options.per_host)[offset - first :][:limit]
    return replace(
        ranked,
        docs=ranked.docs[order],
        scores=ranked.scores[order],
        text_scores=ranked.text_scores[order],
        similar=tuple(ranked.similar[place] for place in order),
    )


def _hits(state: State, stored: Stored, ranked: Ranked, matcher: Matcher) -> tuple[Hit, ...]:
    documents = state.documents
    hosts = documents.columns["host"].view[ranked.docs].tolist()
    return tuple(
        _hit(
            stored(doc),
            documents.labels[host],
            score,
            text_score,
            matcher,
            tuple(documents.keys[other] for other in similar.tolist()),
        )
        for doc, host, score, text_score, similar in zip(
            ranked.docs.tolist(),
            hosts,
            ranked.scores.tolist(),
            ranked.text_scores.tolist(),
            ranked.similar,
            strict=True,
        )
    )


def _with_more(hits: tuple[Hit, ...], hosts: Mapping[str, int]) -> tuple[Hit, ...]:
    """Return the hits, the last of each host with how many matches of it are not among them."""
    shown: dict[str, int] = {}
    for hit in hits:
        shown[hit.host] = shown.get(hit.host, 0) + 1
    last = {hit.host: place for place, hit in enumerate(hits)}
    return tuple(
        replace(hit, more=max(0, hosts.get(hit.host, 0) - shown[hit.host]))
        if last[hit.host] == place
        else hit
        for place, hit in enumerate(hits)
    )


def _hit(
    document: StoredDocument,
    host: str,
    score: float,
    text_score: float,
    matcher: Matcher,
    similar: tuple[str, ...],
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
        host=host,
        language=document.language,
        kind=document.kind,
        date=document.date,
        fetched=document.fetched,
        relevance=document.relevance,
        parts=parts,
        similar=similar,
    )


def _ms_since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
