import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer import Document, Index
from indexer.identity import is_page_id, mark, page_id


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_name_has_its_form_and_depends_on_the_key_alone(key):
    name = page_id(key)
    assert is_page_id(name)
    assert name == page_id(key)
    assert 0 <= mark(name) < 2**64
    assert page_id(key + "/") != name


@pytest.mark.parametrize(
    "text", ["", "a" * 15, "a" * 17, "A" * 16, "a" * 15 + "1", "a" * 15 + "\n", "会" * 16, "７" * 16]
)
def test_other_texts_are_no_names(tmp_path, text):
    assert not is_page_id(text)
    with Index.open(tmp_path) as index:
        index.add(Document("k", body="word"))
        assert index.document(text) is None


def test_a_name_leads_to_its_page_in_every_index_that_has_it(tmp_path):
    keys = [f"https://example.org/{name}" for name in ("marsh", "盐沼", "marsh 盐沼", "water")]
    with Index.open(tmp_path / "one") as index:
        for key in keys:
            index.add(Document(key, body="common 盐"))
        names = {hit.id: hit.key for hit in index.search("common").hits}
        index.checkpoint()
    with Index.open(tmp_path / "two") as other:
        for key in reversed(keys[1:]):
            other.add(Document(key, title="anew"))
            other.add(Document(key, title="once more"))
    with Index.open(tmp_path / "one", read_only=True) as index:
        assert {name: index.document(name).key for name in names} == names
    with Index.open(tmp_path / "two", read_only=True) as other:
        found = {name: other.document(name) for name in names}
        assert {name: page.key for name, page in found.items() if page} == {
            name: key for name, key in names.items() if key in keys[1:]
        }
        assert {page.title for page in found.values() if page} == {"once more"}


def test_two_keys_with_one_mark_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.setattr("indexer.doctable.mark", lambda _: 7)
    monkeypatch.setattr("indexer.doctable.first_bits", lambda _: 7)
    with Index.open(tmp_path) as index:
        for key in ("marsh", "盐沼"):
            index.add(Document(key, body="word"))
        assert {index.document(page_id(key)).key for key in ("marsh", "盐沼")} == {"marsh", "盐沼"}
        assert index.document(page_id("other")) is None
