"""What is known of a query before it is run: its plan in every form it is used in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from indexer.fieldnames import KIND, LANGUAGE
from indexer.flat import Flat, flatten
from indexer.options import ANYWHERE, Within
from indexer.patterns import has_patterns, resolve
from indexer.plan import Node, both, positive_terms
from indexer.queries import parse, restriction
from indexer.readings import expand
from indexer.schema import SITE
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
def prepare(query: str, within: Within = ANYWHERE) -> Prepared:
    """Return a query's plan in every form it is used in, patterns as they are; never raises.

    Without a query, what it is to be within is a plan of its own.
    """
    question = parse(query)
    borders = _borders(within)
    found = both([question.plan, *borders] if question.plan is not None else borders)
    if found is None or (question.plan is None and query.strip()):
        return Prepared(None, None, (), question.notes)
    plan = expand(found)
    if has_patterns(plan):
        return Prepared(plan, None, (), question.notes if question.plan else (), has_patterns=True)
    return Prepared(plan, flatten(plan), _terms(plan), question.notes if question.plan else ())


def _borders(within: Within) -> list[Node]:
    given = ((SITE, within.site), (LANGUAGE, within.language), (KIND, within.kind), ("date", within.dates))
    return [node for field, text in given if text and (node := restriction(field, text)) is not None]


def prepare_for(state: State, query: str, within: Within = ANYWHERE) -> Prepared:
    """Return a query's plan for an index, its words in place of patterns."""
    prepared = prepare(query, within)
    if not prepared.has_patterns or prepared.plan is None:
        return prepared
    plan, notes = resolve(prepared.plan, state)
    return replace(prepared, plan=plan, terms=_terms(plan), notes=prepared.notes + notes)


def _terms(plan: Node) -> tuple[str, ...]:
    return tuple(dict.fromkeys(term.text for term in positive_terms(plan)))
