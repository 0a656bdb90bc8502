"""What is known of a query before it is run: its plan in every form it is used in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from indexer.flat import Flat, flatten
from indexer.patterns import has_patterns, resolve
from indexer.plan import Node, positive_terms
from indexer.queries import parse
from indexer.readings import expand
from indexer.state import State


@dataclass(frozen=True, slots=True)
class Prepared:
    """No `plan` when nothing can be looked for; with `has_patterns` it depends on the index's words."""

    plan: Node | None
    flat: Flat | None
    terms: tuple[str, ...]  # what is marked in texts
    notes: tuple[str, ...]
    has_patterns: bool = False


@lru_cache(maxsize=4096)
def prepare(query: str) -> Prepared:
    """Return a query's plan in every form it is used in, patterns as they are; never raises."""
    question = parse(query)
    if question.plan is None:
        return Prepared(None, None, (), question.notes)
    plan = expand(question.plan)
    if has_patterns(plan):
        return Prepared(plan, None, (), question.notes, has_patterns=True)
    return Prepared(plan, flatten(plan), _terms(plan), question.notes)


def prepare_for(state: State, query: str) -> Prepared:
    """Return a query's plan for an index, its words in place of patterns."""
    prepared = prepare(query)
    if not prepared.has_patterns or prepared.plan is None:
        return prepared
    plan, notes = resolve(prepared.plan, state)
    return replace(prepared, plan=plan, terms=_terms(plan), notes=prepared.notes + notes)


def _terms(plan: Node) -> tuple[str, ...]:
    return tuple(dict.fromkeys(term.text for term in positive_terms(plan)))
