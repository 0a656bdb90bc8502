"""From a document to its record: which terms it holds, how much each weighs, and where they stand."""

from __future__ import annotations

import ipaddress
from bisect import bisect_left
from collections.abc import Sequence
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from indexer.analysis import index_term, inner_terms, is_han, places
from indexer.document import Document
from indexer.lexicon import Lexicon
from indexer.postings import MAX_PACKED
from indexer.records import AddRecord, encode_shown, scrub
from indexer.schema import (
    FIELDS,
    MAX_FIELD_CHARS,
    MAX_FIELD_POSITIONS,
    POSITION_GAP,
    SITE,
    characters_of,
    clean_word,
    list_term,
)
from indexer.spellings import joined_words, parts, variants
from lookclear.text.segment import cut

_MEMO_LIMIT = 1 << 18
_POSITION_BITS = 32
Numbers = npt.NDArray[np.int64]


class _TermMemo(dict[str, int]):
    """Surface word → number of its term in one list, and what is known of those that are Chinese.

    Analysing a word costs microseconds and most words of a page were seen before.
    """

    def __init__(self, lexicon: Lexicon, field: str) -> None:
        super().__init__()
        self._lexicon = lexicon
        self.field = field
        self._characters = np.zeros(1024, np.uint8)  # of the terms that are Chinese, by number
        self._has_others = np.zeros(1024, np.bool_)  # which terms have other spellings or parts
        self.others: dict[int, list[int]] = {}  # term << 32 of other spellings, by the word's number
        self.parts: dict[int, list[int]] = {}  # term << 32 of a word's letters and number, by its number
        self.inner: dict[int, list[int]] = {}  # term << 32 | places from the word's start, by its number

    def __missing__(self, word: str) -> int:
        if word.isascii() and word.isalpha():  # most words: no other spellings, nothing inside
            number = self[word] = self._assign(self.field, index_term(word))
            return number
        term = index_term(scrub(word))
        number = self[word] = self._assign(self.field, term)
        if not term.isascii() and is_han(term):
            characters = characters_of(self.field)
            self.inner[number] = [
                (self._assign(field, part) << _POSITION_BITS) + at
                for field, parts in (
                    (self.field, inner_terms(term)),
                    (characters, ((char, at) for at, char in enumerate(term))),
                )
                for part, at in parts
            ]
            self._grow()
            self._characters[number] = len(term)
        else:
            others, pieces = variants(term), parts(word)
            if not others and not pieces:
                return number
            for kept, terms in ((self.others, others), (self.parts, pieces)):
                kept[number] = [self._assign(self.field, other) << _POSITION_BITS for other in terms]
            self._grow()
            self._has_others[number] = True
        return number

    def characters(self, numbers: Numbers) -> npt.NDArray[np.uint8]:
        """Return how many Chinese characters each term has, 0 for other scripts."""
        self._grow()
        return self._characters[numbers]

    def with_others(self, numbers: Numbers) -> Numbers:
        """Return which of the terms have other spellings or parts, as places in `numbers`."""
        self._grow()
        return np.flatnonzero(self._has_others[numbers])

    def trim(self) -> None:
        """Forget the words once there are too many of them."""
        if len(self) > _MEMO_LIMIT:
            self.clear()
            self.inner.clear()
            self.others.clear()
            self.parts.clear()

    def _assign(self, field: str, term: str) -> int:
        return self._lexicon.assign(list_term(field, term))

    def _grow(self) -> None:
        if len(self._lexicon) > len(self._characters):
            more = 2 * len(self._lexicon) - len(self._characters)
            self._characters = np.append(self._characters, np.zeros(more, np.uint8))
            self._has_others = np.append(self._has_others, np.zeros(more, np.bool_))


class Inverter:
    """Turns documents into records, giving numbers to new terms."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._recorded = len(
            lexicon
        )  # terms that a record has brought; a document that failed may have left more
        self._combined = _TermMemo(lexicon, "")
        self._own = {field.name: _TermMemo(lexicon, field.name) for field in FIELDS if field.own_list}

    def invert(self, document: Document) -> AddRecord:
        """Return the record of a document; raises ValueError if a prior is not in 0..1."""
        if not (0 <= document.relevance <= 1 and 0 <= document.authority <= 1):
            raise ValueError(f"relevance and authority of {document.key} must be in 0..1")
        first_new = self._recorded
        keys: list[Numbers] = []
        halved: list[Numbers] = []
        bases, length, base = [], 0, 0
        for field in FIELDS:
            bases.append(base)
            count, extent = self._field_keys(document, field.name, base, keys, halved)
            length += field.weight * count
            base += extent + POSITION_GAP
        for memo in (self._combined, *self._own.values()):
            memo.trim()
        nothing = np.empty(0, np.int64)
        terms, packed, positions = _group(
            np.concatenate(keys or [nothing]), np.concatenate(halved or [nothing]), np.array(bases)
        )
        sites = [
            self._lexicon.assign(list_term(SITE, name)) for name in site_names(document.url or document.key)
        ]
        wide = bool(len(positions)) and int(positions.max()) > MAX_PACKED
        record = AddRecord(
            key=scrub(document.key),
            first_new=first_new,
            new_terms=list(self._lexicon.terms_from(first_new)),
            terms=np.concatenate((terms, np.array(sites, np.int64))).astype("<u4").tobytes(),
            packed=packed.astype("<u4").tobytes() + bytes(4 * len(sites)),
            positions=positions.astype("<u4" if wide else "<u2").tobytes(),
            wide=wide,
            length=length,
            relevance=document.relevance,
            authority=document.authority,
            shown=encode_shown(document),
            group=scrub(document.group),
            names_other=document.names_other,
        )
        self._recorded = first_new + len(record.new_terms)
        return record

    def _field_keys(
        self, document: Document, name: str, base: int, keys: list[Numbers], halved: list[Numbers]
    ) -> tuple[int, int]:
        """Append term << 32 | place for every occurrence in a field; return its words and its places.

        Those in `halved` are parts of words, which count half.
        """
        own = self._own.get(name)
        given = document.tokens.get(name)
        joined: list[tuple[int, str]] = []
        if given is None:
            text = getattr(document, name)[:MAX_FIELD_CHARS]
            cut_text = cut(text)
            found = cut_text.texts[:MAX_FIELD_POSITIONS]
            joined = [(bisect_left(cut_text.starts, start), word) for start, word in joined_words(text)]
        else:
            found = [clean_word(scrub(token)) for token in given[:MAX_FIELD_POSITIONS]]
        extent = 0
        for memo in (self._combined, own) if own is not None else (self._combined,):
            if given is None:
                extent = _memo_keys(memo, found, joined, base, keys, halved)
            else:
                extent = self._given_keys(memo, found, base, keys)
        return len(found), extent

    def _given_keys(self, memo: _TermMemo, found: Sequence[str], base: int, keys: list[Numbers]) -> int:
        """Do what `_memo_keys` does for words that are terms already: nothing is in them but characters."""
        field, assign = memo.field, self._lexicon.assign
        terms = [assign(list_term(field, word)) for word in found]
        widths = np.fromiter(map(places, found), np.int64, len(found))
        starts = base + np.cumsum(widths) - widths
        keys.append((np.array(terms, np.int64) << _POSITION_BITS) + starts)
        characters = [
            (assign(list_term(characters_of(field), char)) << _POSITION_BITS) + at
            for word, start in zip(found, starts.tolist(), strict=True)
            if not word.isascii() and is_han(word)
            for at, char in enumerate(word, start)
        ]
        keys.append(np.array(characters, np.int64))
        return int(widths.sum())


def _memo_keys(
    memo: _TermMemo,
    found: Sequence[str],
    joined: list[tuple[int, str]],
    base: int,
    keys: list[Numbers],
    halved: list[Numbers],
) -> int:
    """Append term << 32 | place for every word and what is inside it; return the places they take.

    `joined` are words that are made of several, each with the number of the first.
    """
    if not found:
        return 0
    numbers = np.array([memo[word] for word in found], np.int64)
    characters = memo.characters(numbers)
    widths = np.maximum(characters, 1).astype(np.int64)
    starts = base + np.cumsum(widths) - widths
    keys.append((numbers << _POSITION_BITS) + starts)
    inner, chinese = memo.inner, np.flatnonzero(characters)
    if len(chinese):
        pairs = zip(numbers[chinese].tolist(), starts[chinese].tolist(), strict=True)
        keys.append(np.array([key + start for number, start in pairs for key in inner[number]], np.int64))
    others = memo.with_others(numbers)
    varied = list(zip(numbers[others].tolist(), starts[others].tolist(), strict=True))
    extra = [key + start for number, start in varied for key in memo.others[number]]
    pieces = [key + start for number, start in varied for key in memo.parts[number]]
    extra += [(memo[word] << _POSITION_BITS) + int(starts[at]) for at, word in joined if at < len(starts)]
    keys.append(np.array(extra, np.int64))
    halved.append(np.array(pieces, np.int64))
    return int(widths.sum())


def _group(keys: Numbers, halved: Numbers, bases: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the distinct terms, weight | occurrences << 16 of each, and the positions in that order.

    An occurrence in `halved` weighs half.
    """
    keys = np.sort(np.concatenate((keys, halved)))
    keys = keys[np.concatenate(([True], keys[1:] != keys[:-1]))] if len(keys) else keys
    terms, positions = keys >> _POSITION_BITS, keys & ((1 << _POSITION_BITS) - 1)
    if not len(keys):
        return terms, terms, terms
    starts = np.flatnonzero(np.concatenate(([True], terms[1:] != terms[:-1])))
    counts = np.diff(starts, append=len(terms))
    weight = np.array([field.weight for field in FIELDS], np.int64)
    field_of = np.searchsorted(bases, positions, side="right") - 1
    each = weight[field_of]
    each[np.searchsorted(keys, halved)] //= 2
    weights = np.minimum(np.add.reduceat(each, starts), MAX_PACKED)
    if counts.max() > MAX_PACKED:  # the positions of a word's first 65,535 occurrences are kept
        rank = np.arange(len(terms)) - np.repeat(starts, counts)
        positions = positions[rank < MAX_PACKED]
        counts = np.minimum(counts, MAX_PACKED)
    return terms[starts], weights | (counts << 16), positions


def site_names(address: str) -> list[str]:
    """Return the names `site:` finds an address under: host and parent domains, with and without port.

    A leading `www.` is dropped. Empty for what has no host.

    >>> site_names("http://www.blog.example.org:8080/x")
    ['blog.example.org', 'blog.example.org:8080', 'example.org', 'example.org:8080', 'org', 'org:8080']
    """
    try:
        parts = urlsplit(address)
        host, port = host_name(parts.hostname or ""), parts.port
    except ValueError:
        return []
    if not host:
        return []
    labels = [host] if _is_address(host) else host.split(".")
    names = []
    for start in range(len(labels)):
        name = ".".join(labels[start:])
        names += [name] if port is None else [name, f"{name}:{port}"]
    return [clean_word(name) for name in dict.fromkeys(names) if name]


def host_name(host: str) -> str:
    """Return a host in the one spelling used in the index: lower case, punycode, no `www.`, no final dot."""
    host = host.lower().strip(".").removeprefix("www.")
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return scrub(host)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
