"""From what was typed to a plan, through Whoosh's query parser. The only module here that imports whoosh.

Whoosh decides the structure (operators, groups, fields) of a repaired query in which words, phrases and
restrictions are numbers; what these say is decided by our own analysis, because Whoosh's cannot place Chinese
words. Parsing takes 0.2 to several milliseconds, so plans are remembered, and structures as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from whoosh import fields, qparser, query
from whoosh.qparser import plugins

from indexer import plan as plans
from indexer.analysis import QueryWord, index_term, is_han, query_words
from indexer.attributes import kind_label, language_label, read_days
from indexer.fieldnames import DATE_FIELDS, FIELDS, LANGUAGE, RESTRICTIONS
from indexer.plan import Attribute, Dates, Literal, Node, Pattern, Phrase, Recall, Term
from indexer.repair import (
    DATE_IGNORED,
    EMPTY,
    MAX_READ_CHARS,
    ONLY_NEGATIVE,
    OPERATOR_IGNORED,
    Kind,
    Piece,
    repair,
)
from indexer.schema import SITE, clean_word
from indexer.sites import host_name
from indexer.spellings import joined_words, other_cuts, variants
from indexer.wildcards import read_fuzzy, read_wildcard

_TEXT = "text"
_OPERAND = re.compile(r"w(\d+)")


@dataclass(frozen=True, slots=True)
class Question:
    """A parsed query: its plan (None when nothing can be looked for) and the codes of what was repaired."""

    plan: Node | None
    notes: tuple[str, ...]


def parse(text: str) -> Question:
    """Return the plan for a query; never raises, whatever the text is.

    Words are ANDed; `OR`, `NOT` or a minus, `"phrases"`, brackets, `title:`, `site:`, `lang:`, `type:`,
    `date:`, `after:`, `before:`, `wild*` and `fuzzy~` are understood.
    """
    return _parse(text[: MAX_READ_CHARS + 1])


@lru_cache(maxsize=4096)
def _parse(text: str) -> Question:
    pieces, notes = repair(text)
    if not pieces:
        return Question(None, tuple(notes))
    reader = _Reader(pieces, dict.fromkeys(notes))
    plan = reader.visit(_tree(" ".join(_spell(piece, at) for at, piece in enumerate(pieces))))
    told = reader.told
    if plan is None:
        told[EMPTY] = None
    elif not plans.is_positive(plan):
        told[ONLY_NEGATIVE] = None
        plan = None
    return Question(plan, tuple(told))


@lru_cache(maxsize=1024)
def _tree(shape: str) -> Any:
    """Return Whoosh's reading of a query's structure, whose words are numbers: few queries have a new one."""
    return _parser().parse(shape, normalize=False)


@lru_cache(maxsize=1)
def _parser() -> Any:
    schema = fields.Schema(**{name: fields.ID() for name in (_TEXT, *FIELDS)})
    used = [
        plugins.WhitespacePlugin(),
        plugins.GroupPlugin(),
        plugins.FieldsPlugin(),
        plugins.OperatorsPlugin(AndNot=None, AndMaybe=None, Require=None),
    ]
    return qparser.QueryParser(_TEXT, schema, plugins=used, group=qparser.AndGroup)


def _spell(piece: Piece, at: int) -> str:
    """Return a piece in Whoosh's language; what is looked for goes by its number."""
    field = f"{piece.field}:" if piece.field else ""
    return f"{field}w{at}" if piece.kind in (Kind.WORD, Kind.PHRASE) else f"{field}{piece.kind.value}"


class _Reader:
    """Turns a tree of Whoosh's query classes over numbered pieces into our plan."""

    def __init__(self, pieces: Sequence[Piece], told: dict[str, None]) -> None:
        self._pieces = pieces
        self.told = told

    def visit(self, tree: Any) -> Node | None:
        """Return the plan of a tree, None if there is nothing in it."""
        if isinstance(tree, query.Not):
            child = self.visit(tree.query)
            return None if child is None else plans.negation(child)
        if isinstance(tree, query.And | query.Or):
            children = [node for node in map(self.visit, tree.subqueries) if node is not None]
            if isinstance(tree, query.And):
                return plans.both(children)
            if any(not plans.is_positive(child) for child in children):
                self.told[OPERATOR_IGNORED] = None
            return plans.either(children)
        if isinstance(tree, query.Term) and (number := _OPERAND.fullmatch(tree.text)):
            piece = self._pieces[int(number[1])]
            field = "" if tree.fieldname == _TEXT else tree.fieldname
            if field in RESTRICTIONS:
                return self._restriction(field, piece.text)
            return _operand(field, piece.text, quoted=piece.kind is Kind.PHRASE)
        return None

    def _restriction(self, field: str, text: str) -> Node | None:
        found = restriction(field, text)
        if found is None and field in DATE_FIELDS:
            self.told[f"{DATE_IGNORED}:{field}:{text}"] = None
        return found


def restriction(field: str, text: str) -> Node | None:
    """Return what a restriction (one of `fieldnames.RESTRICTIONS`) means, None if nothing is in it."""
    if field == SITE:
        return _site(text)
    if field in DATE_FIELDS:
        days = read_days(field, text)
        return None if days is None else Dates(*days)
    name, label = ("language", language_label(text)) if field == LANGUAGE else ("kind", kind_label(text))
    return Attribute(name, label) if label else None


def _operand(field: str, text: str, *, quoted: bool) -> Node | None:
    """Return the plan for one word or quoted phrase as it was typed."""
    if not quoted and (pattern := _pattern(field, text)) is not None:
        return pattern
    words = query_words(text)
    if quoted:
        plan = _phrase(field, words)
    else:
        plan = plans.both(
            [node for glued, run in groupby(words, _is_glued) for node in _run(field, glued, list(run))]
        )
    if plan is None:
        return None
    joined = joined_words(text)
    if len(words) == 2 and len(joined) == 1:
        return Recall(plan, Term(field, index_term(joined[0][1])))
    if quoted or isinstance(plan, Phrase) or not _may_be_cut_otherwise(words):
        return plan
    return Recall(plan, Literal(field, tuple(word.term for word in words)))


def _pattern(field: str, text: str) -> Pattern | None:
    """Return the plan for a word with wildcards or a tilde, None if it is neither."""
    wildcard, fuzzy = read_wildcard(text), read_fuzzy(text)
    if wildcard is not None:
        return Pattern(field, wildcard, index_term(wildcard.replace("*", "").replace("?", "")))
    if fuzzy is None:
        return None
    word, distance = fuzzy
    stem = index_term(word)
    return Pattern(field, word, stem, distance) if distance else None


def _run(field: str, glued: bool, run: list[QueryWord]) -> list[Node]:
    """Plan neighbours inside one typed word: `第3章` and `node.js` are phrases, `搜索技术` two words."""
    if glued and len(run) > 1 and not all(word.stop for word in run):
        return [_otherwise(Phrase(field, tuple(word.term for word in run)), field, run)]
    return [_word(field, word) for word in run]


def _word(field: str, word: QueryWord) -> Node:
    """Plan a word, and its other spellings unless it is a stop word."""
    plan: Node = Term(field, word.term, word.stop and not field)
    for other in () if word.stop else variants(word.term):
        plan = Recall(plan, Term(field, other))
    return _otherwise(plan, field, [word])


def _otherwise(plan: Node, field: str, words: list[QueryWord]) -> Node:
    """Return the plan for words side by side, and for letters and numbers in them written otherwise."""
    for cut in other_cuts([word.text for word in words]):
        plan = Recall(plan, Literal(field, cut))
    return plan


def _is_glued(word: QueryWord) -> bool:
    return len(word.term) == 1 or not is_han(word.term)


def _may_be_cut_otherwise(words: list[QueryWord]) -> bool:
    """Return whether a single character among the words may belong to a longer one in pages.

    Longer words are found inside others by themselves.
    """
    return len(words) > 1 and any(
        len(word.term) == 1 and is_han(word.term) and not word.stop for word in words
    )


def _phrase(field: str, words: list[QueryWord]) -> Node | None:
    terms = tuple(word.term for word in words)
    if not terms:
        return None
    if len(terms) == 1:
        return _otherwise(Term(field, terms[0]), field, words)
    return _otherwise(Phrase(field, terms), field, words)


def _site(text: str) -> Node | None:
    """Return the plan for the argument of `site:`: a host with or without port, or an address on it."""
    address = text if "://" in text else f"//{text}"
    try:
        parts = urlsplit(address)
        host, port = host_name(parts.hostname or ""), parts.port
    except ValueError:
        return Term(SITE, clean_word(text))
    if not host:
        return None
    return Term(SITE, clean_word(host if port is None else f"{host}:{port}"))
