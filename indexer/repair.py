"""Makes any string a well-formed query: what people type never fails, it is repaired or cut.

The result is a list of pieces: words, quoted phrases and fields with their text, brackets in balance,
operators only where something stands on both sides. What was changed is told in message codes.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from enum import Enum

from indexer.attributes import read_days
from indexer.fieldnames import DATE_FIELDS, FIELD_NAMES, RESTRICTIONS
from indexer.records import scrub
from indexer.wildcards import has_fuzzy, has_wildcard, read_fuzzy, read_wildcard
from lookclear.text.segment import tokenize

MAX_CHARS = 256
MAX_READ_CHARS = 4 * MAX_CHARS  # normalising may shorten a query; nothing beyond is looked at
MAX_TERMS = 32
MAX_DEPTH = 20

QUERY_CUT = "query-cut"
QUOTE_IGNORED = "quote-ignored"
BRACKET_IGNORED = "parenthesis-ignored"
OPERATOR_IGNORED = "operator-ignored"
PATTERN_CUT = "pattern-cut"
WILDCARD_IGNORED = "wildcard-ignored"
FUZZY_IGNORED = "fuzzy-ignored"
DATE_IGNORED = "date-ignored"
EMPTY = "empty"
ONLY_NEGATIVE = "only-negative"

# A comma or semicolon parts words, but not the digits of a number.
_LIST_MARK = re.compile(r"(?<!\d)[,;]|[,;](?!\d)")
_TWINS = str.maketrans("“”„‟「」『』–−，、；。", '""""""""--, ; ')
_DATES = re.compile(r'[\[{][^\[\]{}()"]*[\]}]|[<>]=?\s*[^\s()"]+|[^\s()"]+')
_MAX_TOLD = 40  # characters of what is quoted in a note
_LEXER = re.compile(
    rf'(?P<quote>")|(?P<open>\()|(?P<close>\))|(?P<minus>-+)(?=[^\s-])'
    rf"|(?P<field>(?i:{'|'.join(FIELD_NAMES)})):\s*|(?P<word>[^\s()\"]+)"
)


class Kind(Enum):
    """What a piece is."""

    WORD = "word"
    PHRASE = "phrase"
    OPEN = "("
    CLOSE = ")"
    AND = "AND"
    OR = "OR"
    NOT = "NOT"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a query; words, phrases and opening brackets have a field of `fieldnames.FIELDS`, or none."""

    kind: Kind
    text: str = ""
    field: str = ""


_STARTS = (Kind.WORD, Kind.PHRASE, Kind.OPEN, Kind.NOT)
_ENDS = (Kind.WORD, Kind.PHRASE, Kind.CLOSE)
_INFIX = (Kind.AND, Kind.OR)
_OPERATORS = {"AND": Kind.AND, "&&": Kind.AND, "OR": Kind.OR, "|": Kind.OR, "||": Kind.OR, "NOT": Kind.NOT}


def repair(query: str) -> tuple[list[Piece], list[str]]:
    """Return the pieces of a query, well-formed, and the codes of what was repaired.

    >>> [piece.text or piece.kind.value for piece in repair('marsh AND OR "salt water')[0]]
    ['marsh', 'OR', 'salt', 'water']
    """
    notes: dict[str, None] = {}
    text = _plain(query, notes)
    pieces = _cut(_lex(text, notes), notes)
    pieces = _balance(pieces, notes)
    pieces = _operators(pieces, notes)
    if not pieces:
        notes[EMPTY] = None
    return pieces, list(notes)


def _plain(query: str, notes: dict[str, None]) -> str:
    """Return the query in one spelling (NFKC, ASCII punctuation), without control characters, cut to size."""
    head = query[:MAX_READ_CHARS]
    text = unicodedata.normalize("NFKC", scrub(head).translate(_TWINS)).translate(_TWINS)
    text = "".join(char if char.isprintable() else " " for char in _joined(text))
    text = _LIST_MARK.sub(" ", text).strip()
    if len(text) > MAX_CHARS or len(query) > len(head):
        notes[QUERY_CUT] = None
        cut = text[:MAX_CHARS]
        border = cut.rfind(" ")
        text = cut[:border] if border > MAX_CHARS // 2 else cut
    return text


def _joined(text: str) -> str:
    """Drop invisible format characters (zero width, direction marks): they would cut words."""
    return "".join(char for char in text if unicodedata.category(char) != "Cf")


def _lex(text: str, notes: dict[str, None]) -> list[Piece]:
    if text.count('"') % 2:
        notes[QUOTE_IGNORED] = None
        last = text.rindex('"')
        text = f"{text[:last]} {text[last + 1 :]}"
    pieces: list[Piece] = []
    at, field = 0, ""
    while at < len(text):
        match = _LEXER.match(text, at)
        if match is None:
            at += 1
            continue
        at = match.end()
        kind = match.lastgroup
        if kind == "field":
            typed = match.group("field")
            field = FIELD_NAMES[typed.lower()]
            if field in DATE_FIELDS and (given := _DATES.match(text, at)):
                pieces += _dated(typed, field, given.group(), notes)
                at, field = given.end(), ""
            continue
        if kind == "quote":
            end = text.index('"', at)
            pieces.append(Piece(Kind.PHRASE, text[at:end], field))
            at = end + 1
        elif kind == "word":
            pieces.append(_word(match.group(), field))
        elif kind == "minus":
            pieces.append(Piece(Kind.NOT))
        else:
            pieces.append(
                Piece(Kind.OPEN if kind == "open" else Kind.CLOSE, field=field if kind == "open" else "")
            )
        if kind != "minus":
            field = ""
    return pieces


def _dated(typed: str, field: str, text: str, notes: dict[str, None]) -> list[Piece]:
    """Return the piece of a date; the words as they stand if it is none."""
    if read_days(field, text) is not None:
        return [Piece(Kind.WORD, text, field)]
    notes[f"{DATE_IGNORED}:{typed}:{text[:_MAX_TOLD]}"] = None
    return [Piece(Kind.WORD, typed), Piece(Kind.WORD, text)]


def _word(text: str, field: str) -> Piece:
    operator = None if field else _OPERATORS.get(text)
    return Piece(operator) if operator else Piece(Kind.WORD, text, field)


def _cut(pieces: list[Piece], notes: dict[str, None]) -> list[Piece]:
    """Drop words without a letter or digit, and everything after the 32nd word."""
    kept, room = [], MAX_TERMS
    for piece in pieces:
        if piece.kind not in (Kind.WORD, Kind.PHRASE):
            kept.append(piece)
            continue
        is_word = piece.kind is Kind.WORD and piece.field not in RESTRICTIONS
        if has_wildcard(piece.text) and not (is_word and read_wildcard(piece.text)):
            notes[WILDCARD_IGNORED] = None
        if is_word and has_fuzzy(piece.text) and read_fuzzy(piece.text) is None:
            notes[FUZZY_IGNORED] = None
        tokens = tokenize(piece.text)
        if not tokens:
            continue
        if len(tokens) > room and piece.field not in RESTRICTIONS:
            notes[QUERY_CUT] = None
            if room:
                kept.append(replace(piece, text=piece.text[: tokens[room - 1].end]))
            return kept
        kept.append(piece)
        room -= min(room, 1) if piece.field in RESTRICTIONS else len(tokens)
    return kept


def _balance(pieces: list[Piece], notes: dict[str, None]) -> list[Piece]:
    """Drop brackets without a partner and those nested too deep, with their partners."""
    partner: dict[int, int] = {}
    stack: list[int] = []
    dropped: set[int] = set()
    for at, piece in enumerate(pieces):
        if piece.kind is Kind.OPEN:
            stack.append(at)
            if len(stack) > MAX_DEPTH:
                dropped.add(at)
        elif piece.kind is Kind.CLOSE:
            if stack:
                partner[at] = stack.pop()
            else:
                dropped.add(at)
    dropped |= set(stack)
    dropped |= {close for close, opened in partner.items() if opened in dropped}
    if dropped:
        notes[BRACKET_IGNORED] = None
    return [piece for at, piece in enumerate(pieces) if at not in dropped]


def _operators(pieces: list[Piece], notes: dict[str, None]) -> list[Piece]:
    """Drop empty brackets and operators without something on each side, until nothing changes."""
    while True:
        kept: list[Piece] = []
        for at, piece in enumerate(pieces):
            after = pieces[at + 1].kind if at + 1 < len(pieces) else None
            before = kept[-1].kind if kept else None
            loose = piece.kind in _INFIX and not (before in _ENDS and after in _STARTS)
            if loose or (piece.kind is Kind.NOT and (after not in _STARTS or after is Kind.NOT)):
                notes[OPERATOR_IGNORED] = None
            elif piece.kind is Kind.CLOSE and kept and kept[-1].kind is Kind.OPEN:
                kept.pop()
            else:
                kept.append(piece)
        if len(kept) == len(pieces):
            return kept
        pieces = kept
