"""One tree of errors; each says what happened and what to do about it."""

from __future__ import annotations


class LookClearError(Exception):
    """Base of everything LookClear raises on purpose.

    `hint` tells the reader what to do now. `exit_code` is what the command line ends with:
    2 for something the user wrote, 1 for something that failed, 3 for work that ended early.
    """

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        joint = " " if self.message.endswith("?") else "; "
        return f"{self.message}{joint}{self.hint}" if self.hint else self.message


class UsageError(LookClearError):
    """The request itself cannot be carried out as written."""

    exit_code = 2


class ConfigError(UsageError):
    """A topic file or setting is wrong."""


class NotLearnable(UsageError):
    """The examples do not tell what the topic is."""


class WorkspaceError(LookClearError):
    """A workspace folder cannot be used: missing, read-only, or of another version."""


class WorkspaceBusy(WorkspaceError):
    """Another process holds the workspace."""


class WebArchiveError(LookClearError):
    """A recorded web (WARC file) cannot be read at all."""


class StoreError(LookClearError):
    """Stored pages or frontier state cannot be read or written."""


class NothingStored(StoreError):
    """There is no such store yet, or a crawl that has just begun is making it."""
