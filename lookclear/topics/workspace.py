"""A workspace: a folder with a `topic.toml`, and the data of its crawl beside it."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from lookclear.config import TopicFile, load_topic_file
from lookclear.domain import Topic
from lookclear.errors import ConfigError, WorkspaceBusy, WorkspaceError
from lookclear.topics.ontology import Ontology
from lookclear.topics.ontology_files import load_ontology
from lookclear.urls.scope import refusal

TOPIC_FILE = "topic.toml"
_LOCK_FILE = "lock"
_LABELS_FILE = "labels.sqlite"
_MODELS_FOLDER = "models"
_KEPT_BY_CLEAR = frozenset(
    {_LOCK_FILE, _LABELS_FILE, _MODELS_FOLDER}
)  # labels are a person's work, not the crawl's


@dataclass(frozen=True, slots=True)
class Workspace:
    """Where everything of one topic lives. Opening it reads the topic file and writes nothing."""

    folder: Path
    file: TopicFile

    @classmethod
    def open(cls, folder: str | Path) -> Workspace:
        """Read a workspace from its folder (or its topic file).

        Raises ConfigError, a usage error, when folder or file is missing or the file is wrong.
        """
        path = Path(folder).expanduser()
        if path.name == TOPIC_FILE and path.is_file():
            path = path.parent
        if path.exists() and not path.is_dir():
            raise ConfigError(f"{path} is not a folder", hint=f"name the folder that holds {TOPIC_FILE}")
        if not path.exists():
            raise ConfigError(
                f"there is no folder {path}", hint=f"`lookclear new {path}` makes a workspace there"
            )
        path = path.resolve()
        return cls(folder=path, file=load_topic_file(path / TOPIC_FILE))

    @property
    def topic(self) -> Topic:
        """The topic as a crawl takes it; example files are given as full paths."""
        return Topic(
            name=self.file.name,
            seeds=self.file.seeds,
            keywords=self.file.keywords,
            examples=tuple(self._example(entry) for entry in self.file.examples),
            description=self.file.description,
            languages=self.file.languages,
        )

    @property
    def counter_examples(self) -> tuple[str, ...]:
        """Pages known to be off topic; files are given as full paths."""
        return tuple(self._example(entry) for entry in self.file.counter_examples)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses a person wrote into the topic file: seeds, and examples that are not files."""
        examples = self.file.examples + self.file.counter_examples
        return self.file.seeds + tuple(one for one in examples if _is_address(one))

    @property
    def data(self) -> Path:
        """The folder of everything the crawl made."""
        return self.folder / "data"

    @property
    def frontier_path(self) -> Path:
        """Queue, seen addresses and refusals."""
        return self.data / "frontier.sqlite"

    @property
    def pages_path(self) -> Path:
        """Rows of stored pages."""
        return self.data / "pages.sqlite"

    @property
    def listings_path(self) -> Path:
        """How much of each host's sitemaps and feeds was read today."""
        return self.data / "listings.json"

    @property
    def runs_path(self) -> Path:
        """Reports of past runs."""
        return self.data / "runs.sqlite"

    @property
    def labels_path(self) -> Path:
        """What a person said of pages."""
        return self.data / _LABELS_FILE

    @property
    def models_folder(self) -> Path:
        """Versions of what was learned of the topic."""
        return self.data / _MODELS_FOLDER

    @property
    def hosts_path(self) -> Path:
        """What is known of hosts: robots.txt, and when they may be asked again."""
        return self.data / "hosts.sqlite"

    @property
    def warc_folder(self) -> Path:
        """Raw responses."""
        return self.data / "warc"

    @property
    def index_folder(self) -> Path:
        """The search index."""
        return self.data / "index"

    @property
    def web_path(self) -> Path | None:
        """The recorded web to crawl, or None for the live web."""
        return (self.folder / self.file.crawl.web).resolve() if self.file.crawl.web else None

    def ontology(self) -> Ontology | None:
        """Read the topic's ontology; None when it names none. Raises OntologyError, a usage error."""
        if not self.file.ontology:
            return None
        path = (self.folder / Path(self.file.ontology).expanduser()).resolve()
        return load_ontology(path)

    @property
    def seed_warnings(self) -> tuple[str, ...]:
        """A sentence for each seed that would not be followed as a link."""
        reasons = {seed: refusal(seed, self.file.scope) for seed in self.file.seeds}
        return tuple(
            f"the seed {seed} lies outside of what may be followed ({reason}); it is fetched as a seed"
            for seed, reason in reasons.items()
            if reason is not None
        )

    @property
    def has_index(self) -> bool:
        """True when something was indexed."""
        return self.index_folder.is_dir() and any(self.index_folder.iterdir())

    @property
    def is_locked(self) -> bool:
        """True while a process holds the lock; asking never keeps another process from taking it."""
        try:
            descriptor = os.open(self.data / _LOCK_FILE, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
        return False

    @property
    def holder(self) -> int | None:
        """The number of the process that holds the lock; None when none does, or it has just taken it."""
        if not self.is_locked:
            return None
        try:
            written = (self.data / _LOCK_FILE).read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            return None
        return int(written) if written.isdecimal() else None

    def prepare(self) -> None:
        """Make the data folder. Raises WorkspaceError when nothing can be written there."""
        try:
            self.data.mkdir(exist_ok=True)
            with tempfile.TemporaryFile(dir=self.data):
                pass
        except OSError as error:
            raise self._unwritable(error) from error

    def lock(self) -> WorkspaceLock:
        """Become the one writer of this workspace until `release()` or the end of the process.

        Raises WorkspaceBusy, naming the process that is, and WorkspaceError when the folder is not writable.
        """
        self.prepare()
        try:
            descriptor = os.open(self.data / _LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise self._unwritable(error) from error
        try:
            _lock_against_all(descriptor)
        except BlockingIOError as error:
            holder = os.read(descriptor, 32).decode("ascii", "replace").strip()
            os.close(descriptor)
            raise WorkspaceBusy(
                f"another crawl{f' (process {holder})' if holder else ''} is working in {self.folder}",
                hint="wait until it ends or stop it; searching and serving go on meanwhile",
            ) from error
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode("ascii"))
        return WorkspaceLock(descriptor)

    def clear(self) -> None:
        """Delete what crawls made, but not what a person made (labels). The caller holds the lock."""
        try:
            for entry in self.data.iterdir():
                if entry.name in _KEPT_BY_CLEAR:
                    continue
                if entry.is_dir() and not entry.is_symlink():
                    shutil.rmtree(entry)
                else:
                    entry.unlink()
        except OSError as error:
            raise self._unwritable(error) from error

    def _example(self, entry: str) -> str:
        return entry if _is_address(entry) else str((self.folder / entry).resolve())

    def _unwritable(self, error: OSError) -> WorkspaceError:
        reason = error.strerror or type(error).__name__
        return WorkspaceError(
            f"cannot write to {self.data}: {reason}",
            hint="make the folder writable, or copy the workspace to a place that is",
        )


def _is_address(entry: str) -> bool:
    return entry.startswith(("http://", "https://"))


def _lock_against_all(descriptor: int) -> None:
    """Lock a file; raises BlockingIOError when a process holds it.

    Those who only ask (`is_locked`) hold a shared lock for a moment. A shared lock that is granted tells them
    from a holder, and then the exclusive one is a question of their moment.
    """
    while True:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
        return


class WorkspaceLock:
    """A held workspace. Works as a context manager; the kernel releases it when the process dies."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    def release(self) -> None:
        """Let others write; a second call does nothing."""
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
