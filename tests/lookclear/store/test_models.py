import io
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import numpy as np
import pytest

from lookclear.errors import StoreError
from lookclear.relevance.wordlists import Learned
from lookclear.store.models import KEPT, InUse, Model, ModelStore, UnreadableModel

NOON = datetime(2026, 5, 17, 12, tzinfo=UTC)


def model(version: int, **words: float) -> Model:
    return Model(
        version=version,
        created=NOON,
        reason="train",
        parent=version - 1,
        strategy="mix",
        threshold=0.5,
        labels=3,
        learned=Learned({"pages": words or {"盐沼": 0.8, "marsh": 0.6}, "links": {}}, {"base": 0.31}),
        figures={"pages": 20, "precision": 0.9},
        trust={"http://a.test/": 0.25},
        links={"anchor": -1.5},
        run=7,
    )


@pytest.fixture
def store(tmp_path: Path) -> ModelStore:
    return ModelStore(tmp_path / "models")


def test_a_version_comes_back_as_it_was_saved(store: ModelStore) -> None:
    assert store.numbers() == []
    assert store.next_number() == 1
    store.save(model(1))
    assert store.get(1) == model(1)
    assert list(store.get(1).learned.terms) == ["盐沼", "marsh"]
    store.save(model(1, salt=1.0))  # the same version, further learned
    assert store.get(1).learned.terms == {"salt": 1.0}
    assert store.next_number() == 2


def test_numbers_are_not_used_twice_and_old_versions_go_but_not_one_in_use(store: ModelStore) -> None:
    for number in range(1, KEPT + 6):
        if number == 2:
            store.use(InUse(1, held=True, labels=5))
        store.save(model(number))
    assert store.numbers() == [1, *range(6, KEPT + 6)]
    assert store.in_use() == (InUse(1, True, 5), "")
    assert store.next_number() == KEPT + 6


def test_what_is_in_use_is_learning_on_until_something_else_is_said(store: ModelStore) -> None:
    assert store.in_use() == (InUse(), "")
    store.use(InUse(3, held=True))
    (store.folder / "in-use.json").write_text('{"version": "three"}')
    which, trouble = store.in_use()
    assert which == InUse()
    assert "goes on learning" in trouble


def rezipped(change: Callable[[dict[str, bytes]], None]) -> Callable[[bytes], bytes]:
    """Return a function that changes the parts of a model's archive."""

    def changed(packed: bytes) -> bytes:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        change(parts)
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, part in parts.items():
                archive.writestr(name, part)
        return out.getvalue()

    return changed


def about(**changes: object) -> Callable[[dict[str, bytes]], None]:
    def change(parts: dict[str, bytes]) -> None:
        parts["model.json"] = msgspec.json.encode(msgspec.json.decode(parts["model.json"]) | changes)

    return change


def other_weights(parts: dict[str, bytes]) -> None:
    array = io.BytesIO()
    np.save(array, np.array([0.1, 0.2]))
    parts["pages.npy"] = array.getvalue()


def objects(parts: dict[str, bytes]) -> None:
    array = io.BytesIO()
    np.save(array, np.array([{"a": 1}, None], dtype=object), allow_pickle=True)
    parts["pages.npy"] = array.getvalue()


DAMAGES = {
    "empty": (lambda _: b"", "damaged"),
    "cut": (lambda packed: packed[: len(packed) // 2], "damaged"),
    "a byte": (lambda packed: packed[:60] + bytes([packed[60] ^ 1]) + packed[61:], "damaged"),
    "no archive": (lambda _: b"\x80\x04\x95 a pickle", "damaged"),
    "other weights": (rezipped(other_weights), "not those that were written"),
    "objects": (rezipped(objects), "not those that were written"),
    "a part less": (rezipped(lambda parts: parts.pop("links.npy") and None), "not those that were written"),
    "no description": (rezipped(lambda parts: parts.pop("model.json") and None), "damaged"),
    "newer": (rezipped(about(format=2)), "of a newer LookClear"),
    "older": (rezipped(about(format=0)), "of an older LookClear"),
    "strange": (rezipped(about(format="x")), "format x"),
    "no model": (rezipped(about(model={"version": 1})), "damaged"),
    "renamed": (rezipped(lambda _: None), "renamed"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_damaged_or_of_another_format_is_said_and_the_next_best_version_used(
    store: ModelStore, damage: str
) -> None:
    change, said = DAMAGES[damage]
    for number in (1, 2, 3):
        store.save(model(number))
    path = store.folder / "model-0003.zip"
    source = store.folder / "model-0002.zip" if damage == "renamed" else path
    path.write_bytes(change(source.read_bytes()))
    with pytest.raises(UnreadableModel, match=said) as caught:
        store.get(3)
    assert "lookclear train" in caught.value.hint
    best, troubles = store.best(3)
    assert best == model(2)
    assert said in troubles[0]
    assert troubles[-1] == "version 2 of the model is used instead"
    assert [one.version for one in store.versions() if one.trouble] == [3]


def test_without_any_version_that_can_be_used_there_is_none(store: ModelStore) -> None:
    best, troubles = store.best(4)
    assert best is None
    assert "no version 4" in troubles[0]
    assert "learned anew" in troubles[-1]


def test_a_folder_that_cannot_be_written_is_an_error_with_advice(store: ModelStore) -> None:
    store.folder.parent.mkdir(exist_ok=True)
    store.folder.write_text("a file")
    with pytest.raises(StoreError, match="check space and permissions"):
        store.save(model(1))


def test_weights_that_are_no_numbers_are_refused(store: ModelStore) -> None:
    store.save(replace(model(1), learned=Learned({"pages": {"salt": float("nan")}}, {})))
    with pytest.raises(UnreadableModel, match="no weight for each term"):
        store.get(1)


def test_no_damaged_byte_anywhere_does_more_than_make_a_version_unreadable(store: ModelStore) -> None:
    store.save(model(1))
    path = store.folder / "model-0001.zip"
    packed = path.read_bytes()
    for at in range(len(packed)):
        for flip in (0x01, 0xFF):
            path.write_bytes(packed[:at] + bytes([packed[at] ^ flip]) + packed[at + 1 :])
            with suppress(UnreadableModel):
                assert store.get(1) == model(1)
