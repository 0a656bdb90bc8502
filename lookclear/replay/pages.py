"""The pages of a recorded web as they are understood, parsed once and kept on disk between runs.

The cache is one SQLite file beside others in the user's cache folder, named by the recorded web and by the
code that parses: a changed file or a changed parser starts a new one. Without a writable folder pages are
kept in memory only.
"""

from __future__ import annotations

import gc
import hashlib
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from lookclear.domain import Outcome, Page
from lookclear.html.headers import joined
from lookclear.html.kinds import is_html
from lookclear.html.parse import UnparsablePage, parse
from lookclear.html.reading import DEFAULT_READING, Reading
from lookclear.replay.web import Recorded, RecordedWeb, lookup_key
from lookclear.replay.workers import each
from lookclear.urls.canonical import canonical

# What shapes a Page.
_PACKAGES = ("lookclear.domain", "lookclear.html", "lookclear.text", "lookclear.urls")
_MODULES = ("errors.py", "cachefolder.py")  # of lookclear itself
_COMMIT_EVERY = 50
_KEPT_S = 30 * 24 * 3600
_ENDS = 65_536  # bytes at each end of a file that tell it from others


@dataclass(frozen=True, slots=True)
class Answer:
    """What fetching an address comes to: the outcome, the key that answered, and the page if it is one."""

    outcome: Outcome
    key: str
    page: Page | None = None


class RecordedPages:
    """Fetch and parse, as a live crawl would, from a recorded web."""

    def __init__(
        self, web: RecordedWeb, cache_folder: Path | None = None, reading: Reading = DEFAULT_READING
    ) -> None:
        self.web = web
        self._reading = reading
        self._folder = cache_folder
        self._others: dict[str, RecordedPages] = {}  # the same pages, by another rule for link contexts
        self._answers: dict[str, Answer] = {}
        self._unsaved = 0
        self.cache_name = cache_folder / _fingerprint(web, reading) if cache_folder is not None else None
        self._db = _open_cache(self.cache_name) if self.cache_name is not None else None
        if self._db is not None:
            with without_collector(), suppress(sqlite3.Error, zlib.error, msgspec.DecodeError):
                for key, blob in self._db.execute("SELECT key, answer FROM answer"):
                    self._answers[key] = _unpacked(blob)

    def fetch(self, url: str) -> Answer:
        """Return what an address answers, following recorded redirects."""
        place = lookup_key(url)  # two spellings of one identity may be recorded apart, or only one of them
        answer = self._answers.get(place)
        if answer is None:
            answer = self._answers[place] = self._read(url)
            if answer.outcome is not Outcome.NOT_RECORDED:
                self._save(place, _packed(answer))
        return answer

    def read_by(self, context: str) -> RecordedPages:
        """Return the same pages with links described by another rule; these ones when it is empty."""
        if not context or context == self._reading.context:
            return self
        if context not in self._others:
            reading = replace(self._reading, context=context)
            self._others[context] = RecordedPages(self.web, self._folder, reading)
        return self._others[context]

    def read_all(self, jobs: int = 1, on_progress: Callable[[int, int], None] | None = None) -> None:
        """Parse every recorded address that was not parsed before, in up to `jobs` processes."""
        missing = [key for key in self.web if key not in self._answers]
        with without_collector():
            for done, (at, blob) in enumerate(each(self._parsed, missing, jobs), 1):
                if on_progress is not None:
                    on_progress(done, len(missing))
                self._answers[missing[at]] = _unpacked(blob)
                self._save(missing[at], blob)
        self._commit()

    def _parsed(self, url: str) -> bytes:
        return _packed(self._read(url))

    def _read(self, url: str) -> Answer:
        return _answer(self.web.fetch(url), canonical(url), self._reading)

    def _commit(self) -> None:
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.commit()

    def close(self) -> None:
        """Write what is not written yet."""
        for other in self._others.values():
            other.close()
        self._commit()
        if self._db is not None:
            self._db.close()
            self._db = None

    def _save(self, key: str, blob: bytes) -> None:
        if self._db is None:
            return
        try:
            self._db.execute("INSERT OR REPLACE INTO answer VALUES (?, ?)", (key, blob))
            self._unsaved += 1
            if self._unsaved % _COMMIT_EVERY == 0:
                self._db.commit()
        except sqlite3.Error:  # a cache that cannot be written is no reason to stop
            self._db = None


def forget_unused(folder: Path, now: float) -> None:
    """Delete what was kept in a cache folder and not used for 30 days; `now` in seconds since 1970."""
    for file in folder.glob("*-*.*"):
        with suppress(OSError):
            if now - file.stat().st_mtime > _KEPT_S:
                file.unlink()


def _packed(answer: Answer) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(answer), 1)


def _unpacked(blob: bytes) -> Answer:
    """Read an answer; pages share their words, which takes a third of the memory."""
    answer = msgspec.msgpack.decode(zlib.decompress(blob), type=Answer)
    page = answer.page
    return replace(answer, page=replace(page, tokens=tuple(map(sys.intern, page.tokens)))) if page else answer


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the garbage collector from going again and again through millions of objects that stay."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _answer(recorded: Recorded | None, key: str, reading: Reading) -> Answer:
    if recorded is None:
        return Answer(Outcome.NOT_RECORDED, key)
    final = canonical(recorded.url)
    if recorded.status != 200:
        return Answer(Outcome.HTTP_ERROR, final)
    content_type = recorded.header("content-type")
    if not is_html(content_type, recorded.body):
        return Answer(Outcome.NOT_HTML, final)
    try:
        page = parse(
            recorded.body,
            recorded.url,
            content_type=content_type,
            headers=joined(recorded.headers),
            reading=reading,
            now=recorded.date,
        )
    except UnparsablePage:
        return Answer(Outcome.UNPARSABLE, final)
    return Answer(Outcome.FETCHED, final, page)


def _open_cache(name: Path) -> sqlite3.Connection | None:
    try:
        name.parent.mkdir(parents=True, exist_ok=True)
        file = name.with_suffix(".sqlite")
        db = sqlite3.connect(file)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=OFF")
        db.execute("CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, answer BLOB NOT NULL)")
        file.touch()
    except (OSError, sqlite3.Error):
        return None
    return db


def _fingerprint(web: RecordedWeb, reading: Reading) -> str:
    """Return a name for (recorded web, parser): size, ends of each file, the parsing code and its choices."""
    digest = hashlib.blake2b(_parser_code(), digest_size=12)
    digest.update(str(reading).encode())
    for path in web.files:
        size = path.stat().st_size
        digest.update(f" {size}".encode())
        with path.open("rb") as file:
            digest.update(file.read(_ENDS))
            file.seek(max(0, size - _ENDS))
            digest.update(file.read())
    return f"{web.path.stem.split('.')[0]}-{digest.hexdigest()}"


def parser_files() -> list[Traversable]:
    """Return the files of code that shape a Page, in a fixed order."""
    whole = resources.files("lookclear")
    files = [whole / name for name in _MODULES]
    for package in _PACKAGES:
        files += code_below(resources.files(package))
    return files


def code_below(folder: Traversable) -> Iterator[Traversable]:
    """Yield the Python files of a folder of the installed package, in a fixed order."""
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.is_dir():
            yield from code_below(file)
        elif file.name.endswith(".py"):
            yield file


@cache
def _parser_code() -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for file in parser_files():
        digest.update(file.read_bytes())
    return digest.digest()
