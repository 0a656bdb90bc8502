"""Versions of what was learned of a topic: one file each, checked when it is read, and which one is in use.

A file is a ZIP archive of a description (JSON) and of word lists (text) with their weights (NumPy arrays
without objects): nothing in it can run. The description names the SHA-256 of every other part; its own bytes
are guarded by the archive. A version is written beside its place and moved there, so that it is whole or not
there at all.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from lookclear.errors import StoreError
from lookclear.relevance.wordlists import Learned

FORMAT = 1
KEPT = 20  # newest versions; older ones are deleted, but never one that is in use
_MOST_BYTES = 64 * 1024 * 1024  # of all parts together; what we write has some ten kilobytes
_NAME = re.compile(r"model-(\d{4,9})\.zip")
_IN_USE = "in-use.json"
_ABOUT = "model.json"
_HINT = "`lookclear train DIR --list` shows all versions; `lookclear train DIR` makes a new one"


class UnreadableModel(StoreError):
    """A version that cannot be used: damaged, or written by another version of LookClear."""


@dataclass(frozen=True, slots=True)
class Model:
    """One version of what was learned.

    `reason` is why it was made: "crawl" or "train". `parent` is the version in use before it, 0 for none.
    `labels` is the position in the history of labels up to which it learned from them. `figures` are numbers
    about it (pages, labels, expected precision, …), `trust` is in 0..1 by seed, `links` are weights of the
    strategy, by name, if it learns any.
    """

    version: int
    created: datetime
    reason: str
    parent: int
    strategy: str
    threshold: float
    labels: int
    learned: Learned
    figures: Mapping[str, float] = field(default_factory=dict)
    trust: Mapping[str, float] = field(default_factory=dict)
    links: Mapping[str, float] = field(default_factory=dict)
    run: int = 0  # the crawl's run that made it, 0 for none


@dataclass(frozen=True, slots=True)
class InUse:
    """Which version is in use. When it is `held`, a judge keeps to its words, and learns from later labels.

    `labels` is the position in the history of labels from which on they count beside a held version.
    """

    version: int = 0
    held: bool = False
    labels: int = 0


@dataclass(frozen=True, slots=True)
class Listed:
    """A version that is there; `trouble` says why it cannot be read, then `model` is None."""

    version: int
    model: Model | None
    trouble: str = ""


class ModelStore:
    """The folder of all versions. One process writes: the one that holds the workspace's lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def numbers(self) -> list[int]:
        """Return the versions there are, oldest first, readable or not."""
        if not self.folder.is_dir():
            return []
        found = [_NAME.fullmatch(one.name) for one in self.folder.iterdir()]
        return sorted(int(one[1]) for one in found if one)

    def next_number(self) -> int:
        """Return a number that no version has had."""
        return max([*self.numbers(), self.in_use()[0].version]) + 1

    def save(self, model: Model) -> None:
        """Write a version, in place of an earlier state of the same one. Raises StoreError."""
        self._write(self._path(model.version).name, _packed(model))
        kept = {self.in_use()[0].version, model.version, model.parent}
        for number in self.numbers()[:-KEPT]:
            if number not in kept:
                self._path(number).unlink(missing_ok=True)

    def get(self, version: int) -> Model:
        """Read a version; raises UnreadableModel when it is not there or cannot be used."""
        path = self._path(version)
        try:
            model = _unpacked(path.read_bytes())
        except FileNotFoundError as error:
            raise UnreadableModel(f"there is no version {version} of the model", hint=_HINT) from error
        except _Unusable as error:
            raise UnreadableModel(f"the model {path} {error}", hint=_HINT) from error
        except OSError as error:
            raise UnreadableModel(f"the model {path} cannot be read: {error.strerror}", hint=_HINT) from error
        if model.version != version:
            raise UnreadableModel(f"the model {path} is version {model.version}, renamed", hint=_HINT)
        return model

    def best(self, version: int) -> tuple[Model | None, list[str]]:
        """Return a version, or the next older one that can be used, or None; and what was wrong before."""
        troubles = []
        for number in reversed([one for one in self.numbers() if one <= version] or [version]):
            try:
                model = self.get(number)
            except UnreadableModel as error:
                troubles.append(error.message)
                continue
            if troubles:
                troubles.append(f"version {number} of the model is used instead")
            return model, troubles
        return None, [*troubles, "no earlier version can be used: the topic is learned anew"]

    def versions(self) -> list[Listed]:
        """Return all versions, oldest first."""
        listed = []
        for number in self.numbers():
            try:
                listed.append(Listed(number, self.get(number)))
            except UnreadableModel as error:
                listed.append(Listed(number, None, error.message))
        return listed

    def in_use(self) -> tuple[InUse, str]:
        """Return which version is in use, and what is wrong with the note of it, if anything."""
        path = self.folder / _IN_USE
        try:
            return msgspec.json.decode(path.read_bytes(), type=InUse), ""
        except FileNotFoundError:
            return InUse(), ""
        except (OSError, msgspec.MsgspecError):
            return (
                InUse(),
                f"{path} cannot be read: which model was in use is not known, so it goes on learning",
            )

    def use(self, which: InUse) -> None:
        """Note which version is in use. Raises StoreError when it cannot be written."""
        self._write(_IN_USE, msgspec.json.encode(which))

    def _path(self, version: int) -> Path:
        return self.folder / f"model-{version:04}.zip"

    def _write(self, name: str, content: bytes) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            unfinished = self.folder / f"{name}.new"
            unfinished.write_bytes(content)
            unfinished.replace(self.folder / name)
        except OSError as error:
            raise StoreError(
                f"cannot write the model to {self.folder}: {error.strerror}",
                hint="check space and permissions; what was learned before is still there",
            ) from error


_NO_MODEL = (  # all that reading a foreign or damaged archive is known to raise
    *(zipfile.BadZipFile, zlib.error, struct.error, msgspec.MsgspecError),
    *(LookupError, ValueError, TypeError, EOFError, NotImplementedError, RuntimeError, OverflowError),
)


class _Unusable(Exception):
    """Why bytes are no model."""


def _packed(model: Model) -> bytes:
    parts: dict[str, bytes] = {}
    for name, words in model.learned.words.items():
        parts[f"{name}.txt"] = "\n".join(words).encode()
        array = io.BytesIO()
        np.lib.format.write_array(array, np.array(list(words.values()), np.float64), allow_pickle=False)
        parts[f"{name}.npy"] = array.getvalue()
    about = {
        "format": FORMAT,
        "sha256": {name: hashlib.sha256(part).hexdigest() for name, part in parts.items()},
        "model": msgspec.to_builtins(model) | {"learned": {"scales": dict(model.learned.scales)}},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in {_ABOUT: msgspec.json.encode(about, order="deterministic"), **parts}.items():
            archive.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _unpacked(packed: bytes) -> Model:
    """Read a version; raises _Unusable with what is wrong."""
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            if sum(one.file_size for one in archive.infolist()) > _MOST_BYTES:
                raise _Unusable("is too large to be one")
            parts = {one.filename: archive.read(one) for one in archive.infolist()}
        about: dict[str, Any] = msgspec.json.decode(parts.pop(_ABOUT), type=dict[str, Any])
        _check_format(about.get("format"))
        digests = {name: hashlib.sha256(part).hexdigest() for name, part in parts.items()}
        if digests != about["sha256"]:
            raise _Unusable("is damaged: its parts are not those that were written")
        described: dict[str, Any] = about["model"]
        learned = Learned(_words(parts), described["learned"]["scales"])
        return msgspec.convert({**described, "learned": learned}, Model)
    except _NO_MODEL as error:
        raise _Unusable(f"is damaged: {error}") from error


def _check_format(found: object) -> None:
    if isinstance(found, int) and found > FORMAT:
        raise _Unusable(f"has format {found} of a newer LookClear; this one reads format {FORMAT}")
    if found != FORMAT:
        raise _Unusable(f"has format {found} of an older LookClear; this one reads format {FORMAT}")


def _words(parts: Mapping[str, bytes]) -> dict[str, dict[str, float]]:
    words = {}
    for name in (one.removesuffix(".txt") for one in parts if one.endswith(".txt")):
        terms = parts[f"{name}.txt"].decode().split("\n") if parts[f"{name}.txt"] else []
        weights = np.lib.format.read_array(io.BytesIO(parts[f"{name}.npy"]), allow_pickle=False)
        if weights.shape != (len(terms),) or not np.isfinite(weights.astype(np.float64)).all():
            raise ValueError(f"{name} has no weight for each term")
        words[name] = dict(zip(terms, weights.tolist(), strict=True))
    return words
