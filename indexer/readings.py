"""How the words of a query may have been cut in pages: the recall path for Chinese.

A page's words depend on their neighbours, so a query's word may stand there in pieces (主题 爬虫) or inside
a longer word (长江 in 武汉长江大桥). Words that occur as they are, are left as they are, except in phrases,
which also look into longer words.
"""

from __future__ import annotations

from collections.abc import Callable

from indexer.analysis import finer_cuts, is_han
from indexer.compounds import Compounds
from indexer.plan import And, Node, Not, Or, Phrase, Term, either

MAX_READINGS = 16
_MAX_GROUP = 4  # words of a phrase that may be one word in a page

Frequency = Callable[[str, str], int]


class Readings:
    """Rewrites plans for one state of an index; `df(field, word)` is a document frequency."""

    def __init__(self, df: Frequency, compounds: Compounds) -> None:
        self._df = df
        self._compounds = compounds

    def expand(self, plan: Node) -> Node:
        """Return the plan with Chinese words and phrases in all the ways pages have them."""
        if isinstance(plan, Term):
            if self._df(plan.field, plan.text) or not is_han(plan.text):
                return plan
            return (
                either([_words(plan.field, words) for words in self._unknown(plan.field, plan.text)]) or plan
            )
        if isinstance(plan, Phrase):
            return either([_words(plan.field, words) for words in self._phrase(plan)]) or plan
        if isinstance(plan, Not):
            return Not(self.expand(plan.child))
        if isinstance(plan, And):
            return And(tuple(self.expand(child) for child in plan.children))
        return Or(tuple(self.expand(child) for child in plan.children))

    def _unknown(self, field: str, word: str) -> list[tuple[str, ...]]:
        inside = [(longer,) for longer in self._longer(field, word, first=True, last=True)]
        return (self._finer(field, word) + inside)[:MAX_READINGS]

    def _finer(self, field: str, word: str) -> list[tuple[str, ...]]:
        return finer_cuts(word, lambda piece: self._df(field, piece) > 0)[:MAX_READINGS]

    def _longer(self, field: str, text: str, *, first: bool, last: bool) -> list[str]:
        """Return the indexed words with `text` inside: more before it only if `first`, after it if `last`."""
        found = []
        for word in (text, *self._compounds.containing(text)) if len(text) > 1 else ():
            fits = (first or word.startswith(text)) and (last or word.endswith(text))
            if fits and self._df(field, word):
                found.append(word)
        return found[:MAX_READINGS]

    def _phrase(self, phrase: Phrase) -> list[tuple[str, ...]]:
        """Return the word sequences a phrase may be in pages, worked out from its end; at most 16."""
        field, words = phrase.field, phrase.words
        tails: list[list[tuple[str, ...]]] = [[()]]  # tails[n]: readings of the last n words
        for start in range(len(words) - 1, -1, -1):
            found: dict[tuple[str, ...], None] = {}
            for end in range(start + 1, min(start + _MAX_GROUP, len(words)) + 1):
                group = words[start:end]
                if end > start + 1 and not all(is_han(word) for word in group):
                    break
                heads = self._group(field, group, first=start == 0, last=end == len(words))
                found.update(dict.fromkeys(head + tail for head in heads for tail in tails[len(words) - end]))
            tails.append(list(found)[:MAX_READINGS])
        return tails[-1]

    def _group(self, field: str, group: tuple[str, ...], *, first: bool, last: bool) -> list[tuple[str, ...]]:
        """Return the ways neighbours stand in pages, other than each by itself when there are several."""
        text = "".join(group)
        if len(group) > 1:
            return [(word,) for word in self._longer(field, text, first=first, last=last)]
        if self._df(field, text):
            return [group]
        if not is_han(text):
            return []
        inside = [(word,) for word in self._longer(field, text, first=first, last=last)]
        return self._finer(field, text) + inside


def _words(field: str, words: tuple[str, ...]) -> Node:
    return Phrase(field, words) if len(words) > 1 else Term(field, words[0])
