"""Posting lists with what should be in them, for tests of the memory they lie in."""

from dataclasses import dataclass, field

import numpy as np

from indexer.doctable import DocumentTable, Row
from indexer.memory import Memory
from indexer.postings import Postings


@dataclass
class Lists:
    """Some lists, and (document, weight, positions) of each posting by term."""

    postings: Postings = field(default_factory=lambda: Postings(Memory(DocumentTable())))
    expected: dict[int, list[tuple[int, int, list[int]]]] = field(default_factory=dict)

    def add(self, entries, *, length=100, relevance=0.0, **options):
        """Add a document of {term: (weight, positions)}."""
        documents = self.postings.memory.documents
        doc = documents.append(Row(f"key{len(documents)}", 0, length, relevance))
        terms = np.array(sorted(entries), np.int64)
        if not len(terms):
            return doc
        self.postings.grow_to(int(terms.max()) + 1)
        packed = [entries[term][0] | len(entries[term][1]) << 16 for term in terms.tolist()]
        positions = [position for term in terms.tolist() for position in entries[term][1]]
        self.postings.append(
            doc, terms, np.array(packed, np.uint32), np.array(positions, np.uint32), **options
        )
        for term, (weight, run) in entries.items():
            self.expected.setdefault(term, []).append((doc, weight, list(run)))
        return doc

    def listed(self, decoded):
        """Return decoded postings in the form of `expected`."""
        runs = np.split(self.postings.positions(decoded), np.cumsum(decoded.counts))
        return [
            (doc, weight, run.tolist())
            for doc, weight, run in zip(
                decoded.docs.tolist(), decoded.weights.tolist(), runs[:-1], strict=True
            )
        ]


def random_entries(rng, terms=5, shares=(1, 0.5, 0.1, 0.01, 0.001)):
    """Return what a document holds: mostly words of the body, some with long runs or odd weights."""
    entries = {}
    for term in range(terms):
        if rng.random() < shares[term % len(shares)]:
            kind = rng.random()
            count = int(rng.integers(1, 4)) if kind < 0.95 else int(rng.integers(0, 60))
            span = 500 if kind < 0.99 else 8_000_000
            run = np.unique(rng.integers(0, span, count)).tolist()
            weight = 4 * len(run) if rng.random() < 0.8 else int(rng.integers(0, 65536))
            entries[term] = (weight, run)
    return entries


def filled(documents, seed=0, **options):
    """Return lists of 5 terms over many documents."""
    rng, lists = np.random.default_rng(seed), Lists()
    for _ in range(documents):
        lists.add(
            random_entries(rng), length=int(rng.integers(0, 4000)), relevance=float(rng.random()), **options
        )
    return lists
