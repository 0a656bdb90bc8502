"""SQLite files: opened, checked and written the same way by every store.

Write-ahead log, so that readers in other processes are never in the way; synchronous NORMAL, so that a
committed transaction survives the death of the process (a power cut may undo the newest ones, never half of
one). Trouble becomes a StoreError that says what to do.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lookclear.errors import NothingStored, StoreError

_BUSY_MS = 5_000  # wait for another process's short transaction


@dataclass(frozen=True, slots=True)
class Format:
    """What a file must be: its name in messages, its tables, and the version of their layout.

    `instead` is what to do when no copy of a damaged file is at hand.
    """

    name: str
    schema: str
    version: int
    instead: str = "crawl again with --fresh"


def connect(path: Path, format_: Format, *, read_only: bool = False) -> sqlite3.Connection:
    """Open the file, creating it when it may be written; the connection commits only in `transaction`.

    Raises StoreError when the file is missing (read-only), damaged, or of another version.
    """
    if read_only and not path.exists():
        raise _absent(path, format_)
    db = None
    with reported(path, format_):
        try:
            db = _open(path, read_only)
            _check(db, path, format_, read_only)
        except BaseException:
            if db is not None:
                db.close()
            raise
    return db


@contextmanager
def transaction(db: sqlite3.Connection, path: Path, format_: Format) -> Iterator[None]:
    """Do all of a block's writes or none; raises StoreError when they cannot be written."""
    with reported(path, format_):
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:  # SQLite may have undone it itself
                db.execute("ROLLBACK")
            raise


@contextmanager
def reported(path: Path, format_: Format) -> Iterator[None]:
    """Turn SQLite's errors into a StoreError that names the file and says what to do."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise StoreError(
            f"the {format_.name} {path} cannot be used: {error}",
            hint="check free space and permissions, then start again: nothing acknowledged is lost",
        ) from error
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"the {format_.name} {path} is damaged: {error}",
            hint=f"restore a copy of it, or {format_.instead}",
        ) from error


def _open(path: Path, read_only: bool) -> sqlite3.Connection:
    if not read_only:
        return sqlite3.connect(path, isolation_level=None, timeout=_BUSY_MS / 1000)
    uri = path.absolute().as_uri()
    db = sqlite3.connect(f"{uri}?mode=ro", uri=True, isolation_level=None, timeout=_BUSY_MS / 1000)
    try:
        db.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        # On a read-only medium SQLite cannot make the shared memory of a write-ahead log; nobody can write
        # there either, so the file itself is the whole truth.
        db.close()
        return sqlite3.connect(f"{uri}?immutable=1", uri=True, isolation_level=None)
    return db


def _check(db: sqlite3.Connection, path: Path, format_: Format, read_only: bool) -> None:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if version != format_.version and (tables or version):
        raise StoreError(
            f"the {format_.name} {path} has layout {version}, this version of LookClear reads layout "
            f"{format_.version}",
            hint=f"use the version that wrote it, or {format_.instead}",
        )
    if read_only:
        if not tables:  # a writer is just making it
            raise _absent(path, format_)
        return
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    if not tables:
        db.executescript(
            f"BEGIN IMMEDIATE; {format_.schema}; PRAGMA user_version = {format_.version}; COMMIT"
        )


def _absent(path: Path, format_: Format) -> StoreError:
    return NothingStored(f"no {format_.name} at {path}", hint="crawl the topic first")
