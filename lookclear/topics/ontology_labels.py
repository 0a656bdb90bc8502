"""Finds the names of an ontology's nodes in the words of a text, the longest name first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from lookclear.text.segment import words
from lookclear.text.vectors import term_of
from lookclear.topics.ontology import Label, Ontology

NEAR = 20  # words within which another concept of the topic says what an ambiguous name means
AMBIGUOUS = 0.5  # what an ambiguous name counts when none does
LONGEST_LABEL = 200  # characters; longer ones are sentences


@dataclass(frozen=True, slots=True)
class Match:
    """A name in `[start, end)` of some words; `count` is 1, or ½ where it is doubtful what is meant."""

    start: int
    end: int
    node: int
    count: float = 1.0


@dataclass(slots=True)
class _Step:
    """A place in the tree of names: what may follow, and the nodes whose name ends here."""

    following: dict[str, _Step] = field(default_factory=dict)
    nodes: list[int] = field(default_factory=list)


class LabelFinder:
    """The names of an ontology as a tree over words.

    English words are compared by their stems, so that *interest rates* is *interest rate*. Chinese is
    compared character by character, since a segmenter cuts a name one way alone and another way in a
    sentence; but a name begins and ends where a word does, so that 牛 is not found in 牛顿.
    """

    def __init__(
        self, ontology: Ontology, weights: Mapping[int, float] | None = None, languages: Iterable[str] = ()
    ) -> None:
        """`weights` = C of the nodes near to the topic, set here or later; `languages` limits the names used.

        Names of other nodes are looked for too: they take their words away from shorter names inside them.
        Without languages all names are used.
        """
        self.weights = weights or {}
        self._root = _Step()
        self.unusable: list[str] = []  # names that say nothing: stop words, numbers, single letters
        self._languages = tuple(tag.lower() for tag in languages)
        for number, node in enumerate(ontology.nodes):
            for label in node.labels:
                if self.is_wanted(label):
                    self._add(label.text, number)

    def is_wanted(self, label: Label) -> bool:
        """Tell whether a name is of a language of the topic, or of none in particular."""
        language = label.language.lower()
        return not self._languages or not language or language.startswith(self._languages)

    def nodes_named(self, text: str) -> tuple[int, ...]:
        """Return all nodes that have just this name."""
        step: _Step | None = self._root
        for unit in _units(words(text)):
            step = step.following.get(unit) if step is not None else None
        return tuple(step.nodes) if step is not None else ()

    def find(self, tokens: Sequence[str], breaks: frozenset[int] = frozenset()) -> list[Match]:
        """Return the names of nodes near to the topic, in reading order; no word is used twice.

        Words as `lookclear.text.segment` cuts them; no name goes across the beginning of a break.
        """
        following = self._root.following
        begins = {word for word in set(tokens) if _unit(word)[0] in following}
        found: list[Match] = []
        after = 0
        for start, token in enumerate(tokens):
            if start < after or token not in begins:
                continue
            end, nodes = self._longest(tokens, start, breaks)
            if end > start:
                after = end
                if match := self._meant(start, end, nodes):
                    found.append(match)
        return _settled(found)

    def _longest(
        self, tokens: Sequence[str], start: int, breaks: frozenset[int]
    ) -> tuple[int, Sequence[int]]:
        step, end, nodes = self._root, start, self._root.nodes
        for at in range(start, len(tokens)):
            if at > start and at in breaks:
                break
            for unit in _unit(tokens[at]):
                following = step.following.get(unit)
                if following is None:
                    return end, nodes
                step = following
            if step.nodes:
                end, nodes = at + 1, step.nodes
        return end, nodes

    def _meant(self, start: int, end: int, nodes: Sequence[int]) -> Match | None:
        """Return the match of the node nearest to the topic; what is shared by several counts half as yet."""
        near = [node for node in nodes if node in self.weights]
        if not near:
            return None
        node = max(near, key=lambda one: (self.weights[one], -one))
        return Match(start, end, node, 1.0 if len(nodes) == 1 else AMBIGUOUS)

    def _add(self, text: str, node: int) -> None:
        tokens = words(text) if len(text) <= LONGEST_LABEL else []
        if not any(term_of(token) for token in tokens):
            self.unusable.append(text)
            return
        step = self._root
        for unit in _units(tokens):
            step = step.following.setdefault(unit, _Step())
        if node not in step.nodes:
            step.nodes.append(node)


def _settled(found: list[Match]) -> list[Match]:
    """Return the matches with ambiguous ones at full count where another concept is near."""
    settled = []
    for at, match in enumerate(found):
        is_clear = match.count == 1.0 or any(
            other.node != match.node and other.start - match.end < NEAR and match.start - other.end < NEAR
            for other in _around(found, at)
        )
        settled.append(Match(match.start, match.end, match.node) if is_clear else match)
    return settled


def _around(found: Sequence[Match], at: int) -> Iterable[Match]:
    return found[max(0, at - NEAR) : at + NEAR + 1]  # a match has a word at least


def _units(tokens: Iterable[str]) -> list[str]:
    return [unit for token in tokens for unit in _unit(token)]


@lru_cache(maxsize=1 << 16)
def _unit(word: str) -> tuple[str, ...]:
    """Return what is compared of a word: its stem, or its characters if it is Chinese."""
    if "\u3400" <= word[0] <= "\u9fff" or word[0] >= "\U00020000":
        return tuple(word)
    return (term_of(word) or word,)
