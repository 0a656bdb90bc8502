"""What is compiled does what numpy does: the same bytes in memory, the same answers."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer import Document, Index, compiled
from indexer.ranking import K1, bm25, idf
from indexer.schema import UNITS
from tests.indexer.lists import Lists, filled

pytestmark = pytest.mark.usefixtures("kernels")
RUNS = st.lists(st.integers(0, 8_000_000), max_size=5, unique=True).map(sorted)
DOCUMENTS = st.lists(
    st.dictionaries(st.integers(0, 3), st.tuples(st.integers(0, 65535), RUNS), max_size=4), max_size=12
)


def with_engine(monkeypatch, name, work):
    monkeypatch.setenv(compiled.MODE, name)
    compiled.forget()
    result = work()
    compiled.forget()
    return result


@pytest.fixture
def both(monkeypatch):
    return lambda work: [with_engine(monkeypatch, name, work) for name in ("numpy", "numba")]


def assert_same_memory(plain, fast):
    parts = plain.postings.memory.parts()
    for name, part in fast.postings.memory.parts().items():
        assert np.array_equal(part, parts[name]), name


@pytest.mark.parametrize("seed", range(4))
def test_adding_leaves_the_same_bytes(both, seed):
    assert_same_memory(*both(lambda: filled(1500, seed)))


@settings(max_examples=25, deadline=None)
@given(DOCUMENTS, st.integers(1, 40))
def test_adding_any_documents_leaves_the_same_bytes(documents, times):
    def work():
        lists = Lists()
        for _ in range(times):
            for entries in documents:
                lists.add(entries)
        return lists

    with pytest.MonkeyPatch.context() as patch:
        assert_same_memory(*(with_engine(patch, name, work) for name in ("numpy", "numba")))


class Asked:
    """Questions to lists of which everything is known."""

    def __init__(self, seed, documents=2500):
        self.lists = filled(documents, seed)
        self.rng = np.random.default_rng(seed)
        self.memory = self.lists.postings.memory
        table = self.memory.documents
        for doc in self.rng.choice(documents, documents // 9, replace=False).tolist():
            table.kill(doc)
        self.banned = self.rng.random(documents) < 0.1
        self.bits = np.packbits(
            np.append(self.banned, np.zeros(-documents % 64, np.bool_)), bitorder="little"
        ).view(np.uint64)
        self.idfs = {
            term: idf(documents, len(entries)) * (K1 + 1) for term, entries in self.lists.expected.items()
        }

    def shares(self, term):
        """Return what a term adds to each document's score."""
        documents, entries = self.memory.documents, self.lists.expected[term]
        docs = [doc for doc, _, _ in entries]
        weights = np.array([weight for _, weight, _ in entries]) / UNITS
        lengths = documents.columns["length"].view[docs].astype(np.float64)
        found = bm25(weights, lengths, documents.mean_length, self.idfs[term] / (K1 + 1))
        return dict(zip(docs, found.tolist(), strict=True))

    def expected(self, terms, *, together, most, phrase=()):
        scores = {}
        parts = [self.shares(term) for term in terms]
        alive, prior = self.memory.documents.columns["alive"].view, self.memory.documents.prior.view
        for doc in set().union(*parts):
            if (together and not all(doc in part for part in parts)) or not alive[doc] or self.banned[doc]:
                continue
            if phrase and not self.stands(doc, phrase):
                continue
            scores[doc] = sum(part.get(doc, 0.0) for part in parts) * float(prior[doc])
        ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        return ranked[:most], sorted(scores)

    def stands(self, doc, phrase):
        runs = {
            term: set(next(run for other, _, run in self.lists.expected[term] if other == doc))
            for term, _ in phrase
        }
        term, offset = phrase[0]
        return any(all(start - offset + at in runs[other] for other, at in phrase) for start in runs[term])


def listed(best, found, held):
    return list(zip(found[:held].tolist(), best[:held].tolist(), strict=True))


def set_bits(bits):
    return np.flatnonzero(np.unpackbits(bits.view(np.uint8), bitorder="little")).tolist()


@pytest.mark.parametrize("seed", range(4))
def test_the_best_with_any_of_the_words_are_those_of_a_scan(kernels, seed):
    asked = Asked(seed)
    for _ in range(25):
        terms = np.sort(asked.rng.choice(5, asked.rng.integers(1, 6), replace=False))
        most = int(asked.rng.choice([1, 3, 10, 400]))
        best, found = np.empty(most), np.empty(most, np.int64)
        idfs = np.array([asked.idfs[term] for term in terms.tolist()])
        mean, table = asked.memory.documents.mean_length, asked.memory.addressed()
        held = kernels.best_of_any(table, terms, idfs, mean, asked.bits, best, found)
        expected, matching = asked.expected(terms.tolist(), together=False, most=most)
        assert listed(best, found, held) == expected
        bits = np.zeros(len(asked.bits), np.uint64)
        kernels.mark_any(table, terms, bits)
        assert kernels.keep_live(table, asked.bits, bits) == len(matching)
        assert set_bits(bits) == matching


@pytest.mark.parametrize("counting", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_best_with_all_words_and_phrases_are_those_of_a_scan(kernels, seed, counting):
    asked = Asked(seed)
    for _ in range(25):
        chosen = asked.rng.choice(5, asked.rng.integers(1, 4), replace=False).tolist()
        terms = sorted(chosen, key=lambda term: len(asked.lists.expected[term]))
        most = int(asked.rng.choice([0, 1, 3, 10, 400]))
        size = int(asked.rng.integers(1, 4)) if asked.rng.random() < 0.5 else 0
        places = asked.rng.choice(4, size, replace=False) if size else []
        phrase = [(int(asked.rng.choice(terms)), int(at)) for at in np.sort(places)]
        numbers = (
            [len(phrase), *(n for term, at in phrase for n in (terms.index(term), at))] if phrase else []
        )
        best, found = np.empty(most), np.empty(most, np.int64)
        matched = np.zeros(len(asked.bits), np.uint64)
        held, total = kernels.best_of_all(
            asked.memory.addressed(),
            np.array(terms),
            np.array([asked.idfs[term] for term in terms]),
            np.array(numbers, np.int64),
            asked.memory.documents.mean_length,
            asked.bits,
            counting,
            matched,
            best,
            found,
        )
        expected, matching = asked.expected(terms, together=True, most=most, phrase=phrase)
        assert listed(best, found, held) == expected
        if counting:
            assert (total, set_bits(matched)) == (len(matching), matching)


def random_pages(seed, count):
    rng = random.Random(seed)
    words = [f"w{number}" for number in range(60)] + ["长江", "大桥"]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    for number in range(count):
        text = " ".join(rng.choices(words, weights, k=rng.randint(1, 60)))
        group = f"http://h{number % 3}.org/{rng.randint(0, number)}" if rng.random() < 0.2 else ""
        yield Document(
            f"http://h{number % 3}.org/{number if rng.random() < 0.9 else rng.randint(0, number)}",
            title=" ".join(rng.choices(words, k=3)),
            body=text,
            relevance=rng.choice([0.0, 0.5]),
            group=group,
        )


QUERIES = [
    "w1", "w1 w2", "w3 OR w9", "w1 OR w2 OR w3 OR w40",
    '"w1 w2"', '"w1 w1"', 'w5 "w1 w2"', "w1 -w2", "title:w1 w2", "title:w1 OR w1",
    '"w1 w2" "w2 w3" -w5', "w2 site:h1.org", "w2 -site:h1.org", "w1 -(w2 w3)", 'w1 -"w2 w1"', "unknown w1",
    "unknown OR w1", "unknown", "长江 w1", "w1 OR 大桥", "w59 w58", "w1 w2 w3 w4 w5 w6", 'w1 "w1 w2"',
]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_answers_with_copies_and_replaced_pages_are_the_same(both, tmp_path, seed):
    def work():
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        answers = []
        with Index.open(folder) as index:
            for number, page in enumerate(random_pages(seed, 700)):
                index.add(page)
                if number % 50 == 7:
                    index.delete(page.key)
            for query in QUERIES:
                for limit, offset in ((10, 0), (3, 2), (0, 0), (2000, 0)):
                    found = index.search(query, limit=limit, offset=offset)
                    hits = [(hit.doc_id, hit.score, hit.parts, hit.similar) for hit in found.hits]
                    answers.append((query, hits, found.total))
                    answers.append(index.leading(query, limit=limit, offset=offset))
        return answers

    plain, fast = both(work)
    assert plain == fast
