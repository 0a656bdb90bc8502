"""Queries that go on from what was typed: words of the index, and phrases of its titles.

Only the index is asked, never what others searched for: so nothing private is told, and each one finds pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from indexer import ranker
from indexer.analysis import is_han
from indexer.document import StoredDocument
from indexer.flat import flatten
from indexer.matches import searchable
from indexer.patterns import words_of
from indexer.plan import Literal, Node, Pattern
from indexer.prepared import prepare
from indexer.schema import TITLE
from indexer.state import State
from indexer.surfaces import surface
from indexer.wildcards import LEAST_START
from lookclear.text.chinese import HAN
from lookclear.text.normalize import fold

MAX_CHARS = 64  # of what was typed; beyond, nobody needs help
_MOST_WORDS = 50  # that the beginning of a word stands for
_WORDS_OFFERED = 4
_TITLES = 30  # that are read
_PHRASE_WORDS, _PHRASE_HAN = 6, 16
_LAST = re.compile(rf"(?P<han>[{HAN}]{{1,8}})\Z|(?P<word>[^\W_{HAN}]+(?:['’][^\W_{HAN}]+)?)\Z")
_BREAK = re.compile(r"[|｜_•·:：,，;；。!！?？()（）\[\]【】《》<>\"“”\n]|\s[-–—]\s|[-–—]{2}|\.(?:\s|\Z)")
_OPERATOR = re.compile(r'["“”():：*~|]|(?:^|\s)[-−–]\S*\Z|\b(?:AND|OR|NOT)\b')

Stored = Callable[[int], StoredDocument]


def complete(state: State, stored: Stored, typed: str, limit: int) -> list[str]:
    """Return up to `limit` queries that begin with what was typed, the best first.

    From two letters or one Chinese character on; none for a query with operators.
    """
    text = fold(" ".join(typed.split()))
    last = _LAST.search(text)
    if last is None or typed[-1:].isspace() or len(text) > MAX_CHARS or _OPERATOR.search(typed):
        return []
    part, head = last.group(), text[: last.start()]
    is_long = is_han(part) or len(part) >= LEAST_START
    if not is_long and not head:
        return []
    found: dict[str, None] = {}
    words = _words(state, stored, head, part) if is_long else ()
    for offered in (*words, *_phrases(state, stored, head, part)):
        if offered != text:
            found[offered] = None
    return list(found)[:limit]


def _words(state: State, stored: Stored, head: str, part: str) -> Iterator[str]:
    """Yield what was typed with its last word complete, the most frequent words first."""
    words = words_of(Pattern("", f"{part}*", part), state, {}, most=2 * _WORDS_OFFERED).words
    offered = 0
    for term, _ in words:
        if len(term) == 1 or offered == _WORDS_OFFERED:
            continue
        form = surface(state, stored, term)
        if form is None or not form.startswith(part) or form == part:
            continue
        if not head or _finds_any(state, head + form):
            offered += 1
            yield head + form


def _phrases(state: State, stored: Stored, head: str, part: str) -> list[str]:
    """Return phrases of titles that begin with what was typed, those of several titles first."""
    text = head + part
    before = prepare(f"title:({head})").plan if head else None
    if before is not None:
        plan: Node = before
    elif is_han(part):
        plan = Literal(TITLE, (part,))
    else:
        plan = words_of(Pattern(TITLE, f"{part}*", part), state, {}, most=_MOST_WORDS)
    docs, _ = ranker.leading(state, plan, None, 0, _TITLES)
    starts = re.compile(rf"(?<![^\W{HAN}]){re.escape(text)}")
    counted: Counter[str] = Counter()
    for document in map(stored, docs.tolist()):
        title = searchable(document.title)
        counted.update({_phrase(title[match.start() :], len(text)) for match in starts.finditer(title)})
    return [phrase for phrase, _ in counted.most_common()]


def _phrase(title: str, typed: int) -> str:
    """Return the beginning of a title up to a sign, a few words long, and at least what was typed.

    >>> _phrase("salt marsh plants and birds of the north sea | example", 4)
    'salt marsh plants and birds of'
    """
    end = _BREAK.search(title, typed)
    words = title[: end.start() if end else None].split()
    phrase = " ".join(words[: max(_PHRASE_WORDS, title[:typed].count(" ") + 1)])
    return phrase[: max(typed, _PHRASE_HAN)] if re.search(f"[{HAN}]", phrase) else phrase


def _finds_any(state: State, query: str) -> bool:
    prepared = prepare(query)
    if prepared.plan is None or prepared.has_patterns:
        return False
    docs, _ = ranker.leading(state, prepared.plan, flatten(prepared.plan), 0, 1)
    return len(docs) > 0
