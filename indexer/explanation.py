"""Why a page is a result of a query: what each word adds, and what the page itself does to the sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from indexer import ranking
from indexer.document import StoredDocument
from indexer.executor import Executor
from indexer.patterns import df_of
from indexer.plan import And, Attribute, Dates, Literal, Node, Not, Or, Phrase, Recall, Synonyms, Term
from indexer.prepared import Prepared
from indexer.schema import SITE, list_term
from indexer.state import State


@dataclass(frozen=True, slots=True)
class WordShare:
    """What one word or phrase of the query adds to the text score of a page.

    `documents` is how many have it: of a phrase and of characters side by side not counted, then 0. `form`
    is word, phrase, characters or any (of several words).
    """

    words: tuple[str, ...]
    field: str
    form: str
    documents: int
    score: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page's score for a query: `text` times (1 + `relevance` + `authority`).

    `text` is the sum of the words' shares. `matches` is false when the page is no result of the query.
    """

    score: float
    text: float
    relevance: float
    authority: float
    words: tuple[WordShare, ...]
    matches: bool


def explain(state: State, prepared: Prepared, document: StoredDocument) -> Explanation:
    """Return why a document is a result, or that it is none."""
    executor = Executor(state)
    relevance = ranking.RELEVANCE_WEIGHT * document.relevance
    authority = ranking.AUTHORITY_WEIGHT * document.authority
    plan = prepared.plan
    text = None if plan is None else executor.share(plan, document.doc_id)
    if plan is None or text is None:
        return Explanation(0.0, 0.0, relevance, authority, (), matches=False)
    words = tuple(_shares(plan, state, executor, document.doc_id))
    if not words:
        text = 1.0  # nothing but restrictions: every match counts the same
    return Explanation(text * (1 + relevance + authority), text, relevance, authority, words, matches=True)


def _shares(node: Node, state: State, executor: Executor, doc: int) -> Iterator[WordShare]:
    if isinstance(node, And | Or):
        for child in node.children:
            yield from _shares(child, state, executor, doc)
        return
    if isinstance(node, Recall):
        is_exact = not isinstance(node.exact, Not) and executor.share(node.exact, doc) is not None
        yield from _shares(node.exact if is_exact else node.otherwise, state, executor, doc)
        return
    if isinstance(node, Not | Attribute | Dates) or (isinstance(node, Term) and node.field == SITE):
        return
    score = executor.share(node, doc)
    if score is not None:
        yield _share(node, state, score)


def _share(node: Node, state: State, score: float) -> WordShare:
    if isinstance(node, Term):
        df = df_of(state, list_term(node.field, node.text))
        return WordShare((node.text,), node.field, "word", df, score)
    if isinstance(node, Synonyms):
        return WordShare(tuple(word for word, _ in node.words), node.field, "any", 0, score)
    assert isinstance(node, Phrase | Literal)
    form = "phrase" if isinstance(node, Phrase) else "characters"
    return WordShare(node.words, node.field, form, 0, score)
