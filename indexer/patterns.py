"""Which words of an index a pattern of a query stands for: those with a beginning, and those close to a word.

Both are bounded: of the words that fit, the ones in most documents are taken, and a note tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from heapq import nlargest
from itertools import islice

from indexer.plan import And, Node, Not, Or, Pattern, Recall, Synonyms
from indexer.repair import PATTERN_CUT
from indexer.schema import list_term
from indexer.state import State

MOST_WORDS = 200  # that one pattern stands for
MOST_LOOKED_AT = (
    50_000  # words with the beginning of a wildcard pattern that are compared with the rest of it
)
_SHARES = (1.0, 0.5, 0.25)  # what a word counts by its number of slips


def resolve(plan: Node, state: State) -> tuple[Node, tuple[str, ...]]:
    """Return the plan with the index's words in place of patterns, and the codes of what was left out."""
    notes: dict[str, None] = {}
    return _resolved(plan, state, notes), tuple(notes)


def has_patterns(plan: Node) -> bool:
    """Return whether there is something to resolve."""
    if isinstance(plan, And | Or):
        return any(map(has_patterns, plan.children))
    if isinstance(plan, Not):
        return has_patterns(plan.child)
    if isinstance(plan, Recall):
        return has_patterns(plan.exact) or has_patterns(plan.otherwise)
    return isinstance(plan, Pattern)


def _resolved(plan: Node, state: State, notes: dict[str, None]) -> Node:
    if isinstance(plan, Pattern):
        return words_of(plan, state, notes)
    if isinstance(plan, And | Or):
        return type(plan)(tuple(_resolved(child, state, notes) for child in plan.children))
    if isinstance(plan, Not):
        return Not(_resolved(plan.child, state, notes))
    if isinstance(plan, Recall):
        return replace(
            plan,
            exact=_resolved(plan.exact, state, notes),
            otherwise=_resolved(plan.otherwise, state, notes),
        )
    return plan


def words_of(pattern: Pattern, state: State, notes: dict[str, None], most: int = MOST_WORDS) -> Synonyms:
    """Return the words a pattern stands for, the one in most documents first; none if none fits."""
    found = _close(pattern, state) if pattern.distance else _fitting(pattern, state, notes)
    chosen = nlargest(most, found.items(), key=lambda item: (item[1], df_of(state, item[0]), item[0]))
    if len(chosen) < len(found):
        notes[f"{PATTERN_CUT}:{most}"] = None
    mark = len(list_term(pattern.field, ""))
    return Synonyms(pattern.field, tuple((name[mark:], share) for name, share in chosen))


def df_of(state: State, name: str) -> int:
    """Return how many live documents have a term, by its name in the lexicon."""
    number = state.lexicon.number(name)
    return 0 if number is None or number >= len(state.df) else int(state.df.view[number])


def _fitting(pattern: Pattern, state: State, notes: dict[str, None]) -> dict[str, float]:
    """Return the live words that fit; and what the letters alone are found by, for forms of a word.

    `libraries*` has no stem that begins so, but `libraries` itself fits.
    """
    start = re.split(r"[*?]", pattern.text, maxsplit=1)[0]
    names = list(islice(state.vocabulary.beginning(list_term(pattern.field, start)), MOST_LOOKED_AT + 1))
    if len(names) > MOST_LOOKED_AT:
        notes[f"{PATTERN_CUT}:{MOST_WORDS}"] = None
    if pattern.text != f"{start}*":
        fits = re.compile(_expression(list_term(pattern.field, pattern.text)))
        names = [name for name in names if fits.fullmatch(name)]
    if pattern.text.endswith("*"):
        names.append(list_term(pattern.field, pattern.stem))
    return _live(state, pattern.field, ((name, 1.0) for name in names))


def _close(pattern: Pattern, state: State) -> dict[str, float]:
    """Return the live words a few slips from the word as it was typed or from its stem."""
    found: dict[str, float] = {}
    for word in dict.fromkeys((pattern.text, pattern.stem)):
        for name, distance in state.vocabulary.close_to(list_term(pattern.field, word), pattern.distance):
            found[name] = max(found.get(name, 0.0), _SHARES[distance])
    return _live(state, pattern.field, found.items())


def _live(state: State, field: str, found: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return those that live documents have and that are of the list that is asked."""
    prefix = list_term(field, "")
    is_own = (lambda name: name.startswith(prefix)) if field else (lambda name: "\x1f" not in name)
    return {name: share for name, share in found if is_own(name) and df_of(state, name)}


def _expression(pattern: str) -> str:
    """Return the regular expression of a pattern; runs of `*` are one, so that it takes linear time for each.

    >>> _expression("we**t?")
    'we.*?t.'
    """
    merged = re.sub(r"\*+", "*", pattern)
    return "".join({"*": ".*?", "?": "."}.get(char, re.escape(char)) for char in merged)
