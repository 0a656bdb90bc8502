"""Documents that no page should be: bounded work, nothing is raised, and others are found as before."""

import pytest

from indexer import Document, Index
from indexer.schema import MAX_FIELD_CHARS

NOTHING_BAD = Document("good", title="Salt marsh 盐沼", body="salt water")
DOCUMENTS = {
    "50 MB": Document("bad", body="marsh water 盐沼 " * 3_600_000),
    "a million terms": Document("bad", body=" ".join(f"w{number:x}q" for number in range(1_000_000))),
    "a million of one word": Document("bad", body="marsh " * 1_000_000),
    "a million of one given word": Document("bad", {"body": ["marsh"] * 1_000_000}),
    "nothing": Document("bad"),
    "no key": Document("", body="marsh"),
    "NULs": Document("bad", title="\0", body="marsh\0water\0" * 100),
    "lone surrogates": Document("bad\ud800", title="\udfff", body="marsh \ud800 water", language="\ud800"),
    "one long word": Document("bad", body="x" * 5_000_000),
    "spaces": Document("bad", body=" \t\n\u3000" * 100_000),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_bad_document_is_taken_within_bounds(tmp_path, name):
    document = DOCUMENTS[name]
    with Index.open(tmp_path) as index:
        index.add(NOTHING_BAD)
        index.add(document)
        index.commit()
        assert index.get(document.key) is not None
        assert "good" in [hit.key for hit in index.search("salt").hits]
        assert index.stats().log_bytes < 60 * MAX_FIELD_CHARS
        if "marsh" in document.body[:100]:
            assert index.search("marsh").total == 2
    with Index.open(tmp_path, read_only=True) as reader:
        assert len(reader) == 2
        assert reader.get("good").body == NOTHING_BAD.body
