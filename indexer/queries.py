"""From what was typed to a plan, through Whoosh's query parser. The only module here that imports whoosh.

Whoosh decides the structure (operators, groups, fields, phrases) on a repaired query; what the words are is
decided by our own analysis, because Whoosh's cannot place Chinese words. Parsing takes 0.2 to several
milliseconds, so plans are remembered.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from whoosh import fields, qparser, query
from whoosh.qparser import plugins

from indexer import plan as plans
from indexer.analysis import QueryWord, index_term, is_han, query_words
from indexer.plan import Literal, Node, Phrase, Recall, Term
from indexer.repair import EMPTY, MAX_READ_CHARS, ONLY_NEGATIVE, OPERATOR_IGNORED, Kind, Piece, repair
from indexer.schema import SITE, TITLE, clean_word
from indexer.sites import host_name
from indexer.spellings import joined_words, other_cuts, variants

_TEXT = "text"
_COLON = "\ue000"  # stands for a colon inside a word, which Whoosh would take for a field's


@dataclass(frozen=True, slots=True)
class Question:
    """A parsed query: its plan (None when nothing can be looked for) and the codes of what was repaired."""

    plan: Node | None
    notes: tuple[str, ...]


def parse(text: str) -> Question:
    """Return the plan for a query; never raises, whatever the text is.

    Words are ANDed; `OR`, `NOT` or a minus, `"phrases"`, brackets, `title:` and `site:` are understood.
    """
    return _parse(text[: MAX_READ_CHARS + 1])


@lru_cache(maxsize=4096)
def _parse(text: str) -> Question:
    pieces, notes = repair(text)
    if not pieces:
        return Question(None, tuple(notes))
    told = dict.fromkeys(notes)
    tree = _parser().parse(" ".join(_spell(piece) for piece in pieces), normalize=False)
    plan = _visit(tree, told)
    if plan is None:
        told[EMPTY] = None
    elif not plans.is_positive(plan):
        told[ONLY_NEGATIVE] = None
        plan = None
    return Question(plan, tuple(told))


@lru_cache(maxsize=1)
def _parser() -> Any:
    schema = fields.Schema(**{_TEXT: fields.ID(), TITLE: fields.ID(), SITE: fields.ID()})
    used = [
        plugins.WhitespacePlugin(),
        plugins.PhrasePlugin(),
        plugins.GroupPlugin(),
        plugins.FieldsPlugin(),
        plugins.OperatorsPlugin(AndNot=None, AndMaybe=None, Require=None),
    ]
    return qparser.QueryParser(_TEXT, schema, plugins=used, group=qparser.AndGroup)


def _spell(piece: Piece) -> str:
    """Return a piece in Whoosh's language."""
    field = f"{piece.field}:" if piece.field else ""
    shielded = piece.text.replace(":", _COLON)
    if piece.kind is Kind.PHRASE or (piece.kind is Kind.WORD and shielded in ("AND", "OR", "NOT")):
        return f'{field}"{shielded}"'
    return f"{field}{shielded}" if piece.kind is Kind.WORD else f"{field}{piece.kind.value}"


def _visit(tree: Any, told: dict[str, None]) -> Node | None:
    """Return our plan for a tree of Whoosh's query classes."""
    if isinstance(tree, query.Not):
        child = _visit(tree.query, told)
        return None if child is None else plans.negation(child)
    if isinstance(tree, query.And | query.Or):
        children = [node for node in (_visit(child, told) for child in tree.subqueries) if node is not None]
        if isinstance(tree, query.And):
            return plans.both(children)
        if any(not plans.is_positive(child) for child in children):
            told[OPERATOR_IGNORED] = None
        return plans.either(children)
    if isinstance(tree, query.Phrase):
        return _operand(tree.fieldname, " ".join(tree.words), quoted=True)
    if isinstance(tree, query.Term):
        return _operand(tree.fieldname, tree.text, quoted=False)
    return None


def _operand(fieldname: str, text: str, *, quoted: bool) -> Node | None:
    """Return the plan for one word or quoted phrase as it was typed."""
    text = text.replace(_COLON, ":")
    if fieldname == SITE:
        return _site(text)
    field = "" if fieldname == _TEXT else fieldname
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
