"""What a query means to the executor: a small tree of frozen nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from indexer.analysis import is_han
from indexer.schema import SITE


@dataclass(frozen=True, slots=True)
class Term:
    """A word in the combined list (`field` empty) or in a field's own list.

    `stop` says that it is a stop word and may be left out beside other words.
    """

    field: str
    text: str
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that stand next to each other in this order; at least two."""

    field: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Literal:
    """Words whose characters stand next to each other in this order, however a page was cut; at least one."""

    field: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attribute:
    """Documents whose `field` (one of `attributes.LABELLED`) has a value."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Dates:
    """Documents dated from one day to another, both included."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """Words that the vocabulary is asked for, before a plan is run: see `patterns`.

    With `distance` 0 those that fit `text`, where `*` stands for any characters and `?` for one; else those
    so many slips from it. `stem` is the index term of what was typed.
    """

    field: str
    text: str
    stem: str
    distance: int = 0


@dataclass(frozen=True, slots=True)
class Synonyms:
    """Words that count as one: their frequencies are added, each times its share (above 0, at most 1)."""

    field: str
    words: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """What `exact` finds, and what only `otherwise` finds: another spelling, or the characters of a word."""

    exact: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Not:
    """Everything but a positive node; beside something positive in an `And`, or a whole plan."""

    child: Node


@dataclass(frozen=True, slots=True)
class And:
    """All of them; at least two, at least one of them positive."""

    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Any of them; at least two, all of them positive."""

    children: tuple[Node, ...]


Node: TypeAlias = Term | Phrase | Literal | Attribute | Dates | Pattern | Synonyms | Recall | Not | And | Or
Restriction: TypeAlias = Attribute | Dates


def both(children: list[Node]) -> Node | None:
    """Return the conjunction: flattened, without repeats, stop words left out when there is something else.

    None if there is no child. Exclusions alone become one (De Morgan), so that a negation around them gives
    something to look for.
    """
    flat = _flatten(children, And)
    excluded = [child.child for child in flat if isinstance(child, Not)]
    if len(excluded) == len(flat) > 1:
        return Not(Or(tuple(_flatten(excluded, Or))))
    if any(is_positive(child) and not _is_filler(child) for child in flat):
        flat = [child for child in flat if not (isinstance(child, Term) and child.stop)]
    return _one_or(And, flat)


def either(children: list[Node]) -> Node | None:
    """Return the disjunction of the positive children, flat, without repeats; None if there is none."""
    return _one_or(Or, _flatten([child for child in children if is_positive(child)], Or))


def negation(child: Node) -> Node:
    """Return the opposite; twice gives the node itself."""
    return child.child if isinstance(child, Not) else Not(child)


def is_positive(node: Node) -> bool:
    """Return whether a node names documents, not only what they must lack."""
    return not isinstance(node, Not)


def is_scored(node: Node) -> bool:
    """Return whether the words of a node rank documents, unlike restrictions and minus."""
    if isinstance(node, And | Or):
        return any(is_scored(child) for child in node.children)
    if isinstance(node, Recall):
        return is_scored(node.exact)
    if isinstance(node, Not | Attribute | Dates):
        return False
    return node.field != SITE


def positive_terms(node: Node) -> list[Term]:
    """Return the words documents are to contain, in order, without repeats and without `site:`.

    Chinese that may be cut in another way is one of them as a whole.
    """
    found: dict[Term, None] = {}

    def visit(node: Node) -> None:
        if isinstance(node, And | Or):
            for child in node.children:
                visit(child)
        elif isinstance(node, Recall):
            visit(node.exact)
            visit(node.otherwise)
        elif isinstance(node, Literal) and is_han(whole := "".join(node.words)):
            found[Term(node.field, whole)] = None
        elif isinstance(node, Phrase | Literal):
            found.update(dict.fromkeys(Term(node.field, word) for word in node.words))
        elif isinstance(node, Synonyms):
            found.update(dict.fromkeys(Term(node.field, word) for word, _ in node.words))
        elif isinstance(node, Term) and node.field != SITE:
            found[Term(node.field, node.text)] = None

    visit(node)
    return list(found)


def _is_filler(node: Node) -> bool:
    return isinstance(node, Attribute | Dates) or (
        isinstance(node, Term) and (node.stop or node.field == SITE)
    )


def _flatten(children: list[Node], kind: type[And | Or]) -> list[Node]:
    flat: list[Node] = []
    for child in children:
        flat += child.children if isinstance(child, kind) else (child,)
    return list(dict.fromkeys(flat))


def _one_or(kind: type[And | Or], children: list[Node]) -> Node | None:
    if len(children) < 2:
        return children[0] if children else None
    return kind(tuple(children))
