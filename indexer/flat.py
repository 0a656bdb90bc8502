"""Plans that compiled code answers by itself: any of some words, or all of some words and phrases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from indexer.executor import starts_of
from indexer.layout import MOST_LISTS
from indexer.plan import And, Attribute, Dates, Node, Not, Or, Phrase, Restriction, Term
from indexer.schema import SITE, list_term


@dataclass(frozen=True, slots=True)
class Flat:
    """Lists by their names in the lexicon, each once.

    Documents hold all of `ranked` and `required` if `together`, else any of `ranked`; they have each of
    `phrases` side by side, match none of `excluded` and all of `only`. Only `ranked` count for the score.
    """

    together: bool
    ranked: tuple[str, ...]
    required: tuple[str, ...] = ()
    phrases: tuple[tuple[tuple[str, int], ...], ...] = ()  # lists and their places from the first
    excluded: tuple[Node, ...] = ()
    only: tuple[Restriction, ...] = ()


def flatten(plan: Node) -> Flat | None:
    """Return a plan in the flat form, None if it has none.

    A word that counts twice for the score (alone and in a phrase) is left to the executor, as is what does
    not rank at all.
    """
    if isinstance(plan, Or):
        return _any_of(plan, ())
    if isinstance(plan, And) and isinstance(plan.children[0], Or):
        others = [child for child in plan.children[1:] if isinstance(child, Attribute | Dates)]
        return _any_of(plan.children[0], others) if len(others) == len(plan.children) - 1 else None
    children = plan.children if isinstance(plan, And) else (plan,)
    ranked: list[str] = []
    required: list[str] = []
    phrases: list[tuple[tuple[str, int], ...]] = []
    excluded: list[Node] = []
    only: list[Restriction] = []
    for child in children:
        if isinstance(child, Term):
            (required if child.field == SITE else ranked).append(list_term(child.field, child.text))
        elif isinstance(child, Phrase):
            names = [list_term(child.field, word) for word in child.words]
            phrases.append(tuple(zip(names, starts_of(child.words), strict=True)))
            ranked += dict.fromkeys(names)
        elif isinstance(child, Not):
            excluded.append(child.child)
        elif isinstance(child, Attribute | Dates):
            only.append(child)
        else:
            return None
    most = max([len(ranked) + len(required), *(len(phrase) for phrase in phrases)])
    if not ranked or len(set(ranked)) < len(ranked) or most > MOST_LISTS:
        return None
    return Flat(True, tuple(ranked), tuple(required), tuple(phrases), tuple(excluded), tuple(only))


def _any_of(plan: Or, only: Sequence[Restriction]) -> Flat | None:
    words = [
        list_term(child.field, child.text)
        for child in plan.children
        if isinstance(child, Term) and child.field != SITE
    ]
    if len(words) < len(plan.children) or len(set(words)) < len(words) or len(words) > MOST_LISTS:
        return None
    return Flat(False, tuple(words), only=tuple(only))
