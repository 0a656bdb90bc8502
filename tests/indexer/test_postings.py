import numpy as np

from indexer.postings import Postings


def filled(documents, seed=0):
    """Return lists of 5 terms over many documents, and what should be in them."""
    rng = np.random.default_rng(seed)
    postings, expected = Postings.empty(), {term: [] for term in range(5)}
    postings.grow_to(5)
    for doc in range(documents):
        terms = np.flatnonzero(rng.random(5) < [1, 0.5, 0.1, 0.01, 0.001])
        counts = rng.integers(1, 4, len(terms))
        weights = rng.integers(1, 40, len(terms))
        runs = [np.sort(rng.choice(500, count, replace=False)) for count in counts]
        positions = np.concatenate([np.empty(0, np.int64), *runs]).astype(np.uint32)
        postings.append(doc, terms, (weights | (counts << 16)).astype(np.uint32), positions)
        for term, weight, run in zip(terms.tolist(), weights.tolist(), runs, strict=True):
            expected[term].append((doc, weight, run.tolist()))
    return postings, expected


def listed(postings, decoded):
    positions = postings.positions.view
    return [
        (doc, weight, positions[start : start + count].tolist())
        for doc, weight, count, start in zip(
            decoded.docs.tolist(),
            decoded.weights.tolist(),
            decoded.counts.tolist(),
            decoded.starts.tolist(),
            strict=True,
        )
    ]


def test_lists_read_back_with_weights_and_positions():
    postings, expected = filled(3000)
    for term, entries in expected.items():
        assert listed(postings, postings.read(term)) == entries


def test_directory_names_the_blocks_the_links_lead_to():
    postings, _ = filled(3000)
    for term in range(5):
        walked = postings.chains.walk(term)
        assert [walked[0], *postings.directory.entries(term)[:, 1].tolist()] == walked


def test_reading_near_documents_gives_all_of_theirs():
    postings, expected = filled(3000)
    rng = np.random.default_rng(5)
    for _ in range(10):
        docs = np.sort(rng.choice(3100, rng.integers(1, 6), replace=False))
        for term, entries in expected.items():
            near = listed(postings, postings.read_near(term, docs))
            assert [entry for entry in near if entry[0] in docs] == [
                entry for entry in entries if entry[0] in docs
            ]


def test_reading_near_one_document_reads_one_block():
    postings, _ = filled(3000)
    assert len(postings.read_near(0, np.array([2999])).docs) < 400 < len(postings.read(0).docs)


def test_unused_term_has_no_postings():
    postings, _ = filled(3)
    postings.grow_to(9)
    assert len(postings.read(8).docs) == 0
    assert len(postings.read_near(8, np.array([1])).docs) == 0


def test_adding_costs_the_document_not_the_index():
    """The words of memory that one add changes do not grow with the index."""
    changed = []
    for size in (200, 6000):
        postings, _ = filled(size)
        before = postings.arena.words.copy()
        terms = np.arange(3)
        postings.append(size, terms, np.full(3, 4 | (1 << 16), np.uint32), np.zeros(3, np.uint32))
        after = postings.arena.words
        changed.append(int((after[: len(before)] != before).sum()) + len(after) - len(before))
    assert changed[1] <= 3 * (1024 + 8 * 4)
