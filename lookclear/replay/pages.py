"""The pages of a recorded web as they are understood, parsed once and kept on disk between runs.

The cache is one SQLite file beside others in the user's cache folder, named by the recorded web and by the
code that parses: a changed file or a changed parser starts a new one. Without a writable folder pages are
kept in memory only.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
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
from lookclear.urls.canonical import canonical

# What shapes a Page.
_PACKAGES = ("lookclear.domain", "lookclear.html", "lookclear.text", "lookclear.urls")
_MODULES = ("errors.py",)  # of lookclear itself
_COMMIT_EVERY = 50


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
        self._answers: dict[str, Answer] = {}
        self._unsaved = 0
        self._db = _open_cache(cache_folder, web.path, reading) if cache_folder is not None else None
        if self._db is not None:
            for key, blob in self._db.execute("SELECT key, answer FROM answer"):
                self._answers[key] = msgspec.msgpack.decode(zlib.decompress(blob), type=Answer)

    def fetch(self, url: str) -> Answer:
        """Return what an address answers, following recorded redirects."""
        place = lookup_key(url)  # two spellings of one identity may be recorded apart, or only one of them
        answer = self._answers.get(place)
        if answer is None:
            answer = self._answers[place] = _answer(self.web.fetch(url), canonical(url), self._reading)
            if answer.outcome is not Outcome.NOT_RECORDED:
                self._save(place, answer)
        return answer

    def close(self) -> None:
        """Write what is not written yet."""
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.commit()
            self._db.close()
            self._db = None

    def _save(self, key: str, answer: Answer) -> None:
        if self._db is None:
            return
        try:
            blob = zlib.compress(msgspec.msgpack.encode(answer), 1)
            self._db.execute("INSERT OR REPLACE INTO answer VALUES (?, ?)", (key, blob))
            self._unsaved += 1
            if self._unsaved % _COMMIT_EVERY == 0:
                self._db.commit()
        except sqlite3.Error:  # a cache that cannot be written is no reason to stop
            self._db = None


def default_cache_folder() -> Path:
    """Return where caches belong on this system."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "lookclear" / "pages"


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


def _open_cache(folder: Path, web: Path, reading: Reading) -> sqlite3.Connection | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(folder / f"{_fingerprint(web, reading)}.sqlite")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=OFF")
        db.execute("CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, answer BLOB NOT NULL)")
    except (OSError, sqlite3.Error):
        return None
    return db


def _fingerprint(web: Path, reading: Reading) -> str:
    """Return a name for (recorded web, parser): size, ends of the file, the parsing code and its choices."""
    digest = hashlib.blake2b(_parser_code(), digest_size=12)
    size = web.stat().st_size
    digest.update(f"{size} {reading}".encode())
    with web.open("rb") as file:
        digest.update(file.read(65_536))
        file.seek(max(0, size - 65_536))
        digest.update(file.read())
    return f"{web.stem.split('.')[0]}-{digest.hexdigest()}"


def parser_files() -> list[Traversable]:
    """Return the files of code that shape a Page, in a fixed order."""
    whole = resources.files("lookclear")
    files = [whole / name for name in _MODULES]
    for package in _PACKAGES:
        files += _code_below(resources.files(package))
    return files


def _code_below(folder: Traversable) -> Iterator[Traversable]:
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.is_dir():
            yield from _code_below(file)
        elif file.name.endswith(".py"):
            yield file


@cache
def _parser_code() -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for file in parser_files():
        digest.update(file.read_bytes())
    return digest.digest()
