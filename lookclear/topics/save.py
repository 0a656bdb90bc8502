"""Replaces the topic file of a workspace as a whole, and keeps the ones before."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from lookclear.config import parse_topic_file
from lookclear.config.edit import Value, edited
from lookclear.errors import ConfigError, WorkspaceError
from lookclear.topics.workspace import TOPIC_FILE

KEPT = 9  # earlier versions: topic.toml.1 is the newest


def proposed(text: str, changes: Mapping[tuple[str, ...], Value]) -> str:
    """Return the text of a topic file with changes, checked as a crawl would. Raises ConfigError."""
    changed = edited(text, changes)
    if not parse_topic_file(changed, source=TOPIC_FILE).seeds:
        raise ConfigError(
            "the topic has no seeds, so a crawl has nowhere to start", hint="add an address, one a line"
        )
    return changed


def save_topic(folder: Path, text: str, *, before: str) -> None:
    """Write the topic file; the one before becomes topic.toml.1, that one topic.toml.2, and so on.

    `before` is the text that was changed. Raises ConfigError when the file is another one by now, and
    WorkspaceError when the folder cannot be written.
    """
    path = folder / TOPIC_FILE
    if read_topic_text(folder) != before:
        raise ConfigError("the topic file was changed meanwhile", hint="load the page again and repeat it")
    try:
        unfinished = folder / f"{TOPIC_FILE}.new"
        unfinished.write_text(text, encoding="utf-8")
        for number in range(KEPT, 1, -1):
            earlier = folder / f"{TOPIC_FILE}.{number - 1}"
            if earlier.exists():
                earlier.replace(folder / f"{TOPIC_FILE}.{number}")
        shutil.copy2(path, folder / f"{TOPIC_FILE}.1")
        unfinished.replace(path)
    except OSError as error:
        raise WorkspaceError(
            f"cannot write {path}: {error.strerror}", hint="make the folder writable, then save again"
        ) from error


def read_topic_text(folder: Path) -> str:
    """Return the text of the topic file; raises ConfigError when it cannot be read."""
    path = folder / TOPIC_FILE
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path}", hint="check its permissions and its encoding") from error
