"""Copies a topic to another folder, such as the demo's topics to where data may be written."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from lookclear.config import parse_topic_file
from lookclear.config.edit import quoted
from lookclear.errors import UsageError, WorkspaceError
from lookclear.topics.workspace import TOPIC_FILE, Workspace

_WEB_LINE = re.compile(r"^web\s*=.*$", re.MULTILINE)
_ONTOLOGY_LINE = re.compile(r"^ontology\s*=.*$", re.MULTILINE)


def copy_topic(source: Workspace, folder: Path) -> Workspace:
    """Write the topic file of `source` into `folder` and open that workspace.

    Its recorded web and its ontology are named by full path there.

    A copy made before is brought up to date; its data stay. Raises UsageError when another topic is there,
    and WorkspaceError when the folder cannot be written.
    """
    path = folder / TOPIC_FILE
    if path.exists() and (there := Workspace.open(folder).file.name) != source.file.name:
        raise UsageError(f"{folder} already holds the topic {there!r}", hint="name another folder")
    text = (source.folder / TOPIC_FILE).read_text(encoding="utf-8-sig")
    if source.web_path is not None:
        line = f"web = {quoted(str(source.web_path))}"
        text = _WEB_LINE.sub(lambda _: line, text, count=1)
    if source.file.ontology:
        line_of_concepts = f"ontology = {quoted(str((source.folder / source.file.ontology).resolve()))}"
        text = _ONTOLOGY_LINE.sub(lambda _: line_of_concepts, text, count=1)
    parse_topic_file(text, source=str(path))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=folder, delete=False) as file:
            file.write(text)
        Path(file.name).chmod(0o644)
        Path(file.name).replace(path)  # whole or not at all
    except OSError as error:
        raise WorkspaceError(
            f"cannot write to {folder}: {error.strerror}", hint="name a folder you may write to"
        ) from error
    return Workspace.open(folder)
