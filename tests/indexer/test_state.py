import random

import pytest

from indexer import Document, Index, compiled
from tests.indexer.test_checkpoint import contents

WORDS = "marsh salt water soil 土壤 盐沼 长江 crawler GPU显卡 iPhone15 the of".split()


def documents(count, seed=5):
    chance = random.Random(seed)
    for number in range(count):
        text = " ".join(chance.choices(WORDS, k=chance.randint(1, 60)))
        yield Document(f"k{chance.randrange(count)}", title=f"page {number}", body=text, relevance=0.5)


@pytest.mark.parametrize("keeps_back", [1, 7, 1_000])
@pytest.mark.parametrize("kernels", ["numpy", "numba"])
def test_documents_that_were_kept_back_are_listed_as_if_they_had_been_at_once(
    tmp_path, monkeypatch, keeps_back, kernels
):
    if kernels == "numba" and compiled.numba_version() is None:
        pytest.skip("numba is not installed")
    monkeypatch.setenv(compiled.MODE, kernels)
    compiled.forget()
    with Index.open(tmp_path / "at-once") as at_once, Index.open(tmp_path / "later") as later:
        later.keep_back(keeps_back)
        for document in documents(300):
            at_once.add(document)
            later.add(document)
        assert len(later._state._unlisted) in (keeps_back, 300)
        assert contents(later._state) == contents(at_once._state)
    compiled.forget()


def test_what_is_kept_back_is_found_at_once_deleted_and_replaced(tmp_path):
    with Index.open(tmp_path) as index:
        index.keep_back()
        index.add(Document("a", body="salt marsh"))
        index.add(Document("b", body="盐沼 marsh"))
        index.add(Document("a", body="soil"))
        assert index._state._unlisted
        assert [hit.key for hit in index.search("marsh").hits] == ["b"]
        assert not index._state._unlisted
        index.add(Document("c", body="marsh"))
        index.delete("b")
        assert [hit.key for hit in index.search("marsh").hits] == ["c"]


def test_a_checkpoint_and_a_compaction_have_what_is_kept_back(tmp_path):
    with Index.open(tmp_path) as index:
        index.keep_back()
        index.add(Document("a", body="salt marsh"))
        index.add(Document("a", body="土壤 soil"))
        index.checkpoint()
        index.add(Document("b", body="soil"))
        index.compact()
        index.add(Document("c", body="soil"))
        assert index._state._unlisted
    with Index.open(tmp_path, read_only=True) as reader:
        assert {hit.key for hit in reader.search("soil").hits} == {"a", "b", "c"}
