"""From a document to its record: which terms it holds, how much each weighs, and where they stand."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from indexer.analysis import index_terms
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
    clean_word,
    list_term,
)
from lookclear.text.segment import words

_MEMO_LIMIT = 1 << 18
_POSITION_BITS = 32
Numbers = npt.NDArray[np.int64]


class _TermMemo(dict[str, int]):
    """Surface word → number of its term in one list; the numbers of its parts are in `parts`, by the first.

    Analysing a word costs microseconds and most words of a page were seen before.
    """

    def __init__(self, lexicon: Lexicon, field: str) -> None:
        super().__init__()
        self._lexicon = lexicon
        self._field = field
        self.parts: dict[int, tuple[int, ...]] = {}

    def __missing__(self, word: str) -> int:
        first, *rest = (
            self._lexicon.assign(list_term(self._field, term)) for term in index_terms(scrub(word))
        )
        if rest:
            self.parts[first] = tuple(rest)
        self[word] = first
        return first

    def trim(self) -> None:
        """Forget everything once there is too much of it."""
        if len(self) > _MEMO_LIMIT:
            self.clear()
            self.parts.clear()


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
        bases, length, base = [], 0, 0
        for field in FIELDS:
            bases.append(base)
            count = self._field_keys(document, field.name, base, keys)
            length += field.weight * count
            base += count + POSITION_GAP
        for memo in (self._combined, *self._own.values()):
            memo.trim()
        terms, packed, positions = _group(np.concatenate(keys), np.array(bases))
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
        )
        self._recorded = first_new + len(record.new_terms)
        return record

    def _field_keys(self, document: Document, name: str, base: int, keys: list[Numbers]) -> int:
        """Append term << 32 | position for every occurrence in a field; return how many words it has."""
        given = document.tokens.get(name)
        own = self._own.get(name)
        if given is not None:
            given = given[:MAX_FIELD_POSITIONS]
            keys += [
                self._given_keys(given, field, base) for field in (("", name) if own is not None else ("",))
            ]
            return len(given)
        found = words(getattr(document, name)[:MAX_FIELD_CHARS])[:MAX_FIELD_POSITIONS]
        keys += [
            _memo_keys(memo, found, base)
            for memo in ((self._combined, own) if own is not None else (self._combined,))
        ]
        return len(found)

    def _given_keys(self, tokens: Sequence[str], field: str, base: int) -> Numbers:
        assign = self._lexicon.assign
        terms = [assign(list_term(field, clean_word(scrub(token)))) for token in tokens]
        return (np.array(terms, np.int64) << _POSITION_BITS) + np.arange(base, base + len(terms))


def _memo_keys(memo: _TermMemo, found: Sequence[str], base: int) -> Numbers:
    numbers = [memo[word] for word in found]
    keys = (np.array(numbers, np.int64) << _POSITION_BITS) + np.arange(base, base + len(numbers))
    parts = memo.parts
    if not parts:
        return keys
    inner = [
        (part << _POSITION_BITS) + base + at
        for at, number in enumerate(numbers)
        if number in parts
        for part in parts[number]
    ]
    return np.concatenate((keys, np.array(inner, np.int64)))


def _group(keys: Numbers, bases: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the distinct terms, weight | occurrences << 16 of each, and the positions in that order."""
    keys = np.sort(keys)
    keys = keys[np.concatenate(([True], keys[1:] != keys[:-1]))] if len(keys) else keys
    terms, positions = keys >> _POSITION_BITS, keys & ((1 << _POSITION_BITS) - 1)
    if not len(keys):
        return terms, terms, terms
    starts = np.flatnonzero(np.concatenate(([True], terms[1:] != terms[:-1])))
    counts = np.diff(starts, append=len(terms))
    weight = np.array([field.weight for field in FIELDS], np.int64)
    field_of = np.searchsorted(bases, positions, side="right") - 1
    weights = np.minimum(np.add.reduceat(weight[field_of], starts), MAX_PACKED)
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
