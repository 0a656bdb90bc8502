"""Starts the work of the admin pages as processes of their own, and tells how each stands.

A crawl belongs to nobody: it goes on when the site ends, and is seen again by the workspace's lock when the
site comes back. Everything else (training, checking, compacting, trying a topic file) is one `lookclear`
command at a time, whose JSON answer is kept in the data folder until the next one of its kind.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lookclear.errors import UsageError, WorkspaceBusy
from lookclear.session.control import Phase, Wish, phase_of, wish
from lookclear.topics.workspace import Workspace

LOG_FILE = "crawl.log"
ANSWERS = "answers"  # folder of the last answer of each command
_LOG_SHOWN = 4_000  # bytes of the end of the log
_COMMAND = (sys.executable, "-m", "lookclear.cli")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command said: `result` is its JSON object, None while it runs or when it failed with `error`."""

    name: str
    running: bool
    result: Any = None
    error: str = ""


class Jobs:
    """The child processes of one site over one workspace. Methods may be called from any thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._crawl: subprocess.Popen[bytes] | None = None
        self._running: dict[str, threading.Thread] = {}

    def phase(self, workspace: Workspace) -> Phase:
        """Return where the crawl is; one started here that has not locked the workspace yet is busy."""
        starting = self._crawl is not None and self._crawl.poll() is None
        phase = phase_of(workspace)
        return Phase.BUSY if starting and phase in {Phase.IDLE, Phase.PAUSED} else phase

    def start(self, workspace: Workspace, pages: int | None = None) -> None:
        """Start a crawl, or take an interrupted one up again. Raises WorkspaceError, StoreError."""
        with self._guard:
            if self.phase(workspace) is Phase.BUSY or workspace.is_locked:
                raise WorkspaceBusy(
                    "a crawl or another command is at work already", hint="wait until it ends, or stop it"
                )
            workspace.prepare()
            wish(workspace.data, Wish.RUN)
            arguments = ["crawl", str(workspace.folder), *(["--pages", str(pages)] if pages else [])]
            with (workspace.data / LOG_FILE).open("wb") as log:
                self._crawl = subprocess.Popen(
                    [*_COMMAND, *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,  # a Ctrl-C that ends the site is not for the crawl
                    env=_environment(),
                )

    def ask(self, workspace: Workspace, wanted: Wish) -> None:
        """Tell the running crawl to pause, go on or stop. Raises UsageError when there is none."""
        if not workspace.is_locked:
            raise UsageError("no crawl is running", hint="start one")
        wish(workspace.data, wanted)

    def failure(self, workspace: Workspace) -> str:
        """Return the end of what the crawl started here wrote, when it could not even begin; else ''."""
        crawl = self._crawl
        if crawl is None or crawl.poll() not in {1, 2}:
            return ""
        return log_end(workspace.data / LOG_FILE)

    def run(self, workspace: Workspace, name: str, arguments: Sequence[str]) -> None:
        """Begin `lookclear ARGUMENTS --json`, whose answer is kept under `name`. Raises WorkspaceBusy."""
        with self._guard:
            if self.busy():
                raise WorkspaceBusy("another command is still at work", hint="try again in a moment")
            workspace.prepare()
            kept = workspace.data / ANSWERS / f"{name}.json"
            kept.parent.mkdir(exist_ok=True)
            kept.unlink(missing_ok=True)
            child = subprocess.Popen(
                [*_COMMAND, *arguments, "--json"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
                env=_environment(),
            )
            self._running[name] = threading.Thread(
                target=_keep_answer, args=(child, kept), name=f"job-{name}", daemon=True
            )
            self._running[name].start()

    def answer(self, workspace: Workspace, name: str) -> Answer | None:
        """Return how a command stands; None when it was never run here or before."""
        if name in self._running and self._is_running(name):
            return Answer(name, running=True)
        kept = workspace.data / ANSWERS / f"{name}.json"
        try:
            found = json.loads(kept.read_bytes())
        except (OSError, ValueError):
            return None
        return Answer(name, running=False, result=found.get("result"), error=str(found.get("error", "")))

    def busy(self) -> str:
        """Return the name of the command that is at work now, '' when none is."""
        return next((name for name in list(self._running) if self._is_running(name)), "")

    def _is_running(self, name: str) -> bool:
        return self._running[name].is_alive()


def log_end(path: Path) -> str:
    """Return the last lines of a log, '' when there is none."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _LOG_SHOWN))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return ""
    return "\n".join(text.replace("\r", "\n").strip().splitlines()[-12:])


def _keep_answer(child: subprocess.Popen[str], kept: Path) -> None:
    """Wait for a command and keep what it said; a folder that is gone meanwhile needs no answer."""
    out, err = child.communicate()
    try:
        answer = {"result": json.loads(out)}
    except ValueError:
        said = err.strip().splitlines() or ["it ended without an answer"]
        answer = {"error": said[-1].removeprefix("error: ")}
    try:
        unfinished = kept.with_suffix(f".{child.pid}")
        unfinished.write_text(json.dumps(answer), encoding="utf-8")
        unfinished.replace(kept)
    except OSError:
        return


def _environment() -> dict[str, str]:
    """Return the environment of a child: it finds the same code, and no admin token."""
    inherited = {name: value for name, value in os.environ.items() if name != "LOOKCLEAR_ADMIN_TOKEN"}
    paths = [path for path in sys.path if path]
    return {**inherited, "PYTHONPATH": os.pathsep.join(paths), "PYTHONUNBUFFERED": "1"}
