"""How a crawl is doing, written down for others to see: what is wrong, why, since when, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from lookclear.errors import StoreError
from lookclear.session.health import Trouble

CONDITION_FILE = "condition.json"


@dataclass(frozen=True, slots=True)
class Condition:
    """The condition of a run: what is wrong with it as a whole, None when nothing, and single warnings."""

    run: int
    trouble: Trouble | None = None
    warnings: tuple[str, ...] = ()


def write_condition(data: Path, run: int, trouble: Trouble | None, warnings: Sequence[str]) -> None:
    """Write the condition of a run, if it is another one than is written. Raises StoreError."""
    condition = Condition(run, trouble, tuple(warnings))
    path = data / CONDITION_FILE
    if read_condition(data) == condition:
        return
    try:
        unfinished = path.with_suffix(".new")
        unfinished.write_bytes(msgspec.json.encode(condition))
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(
            f"cannot write {path}: {error.strerror}",
            hint="check space and permissions, then crawl again: nothing acknowledged is lost",
        ) from error


def read_condition(data: Path) -> Condition | None:
    """Return the condition of the last run, None when none is written that can be read."""
    try:
        return msgspec.json.decode((data / CONDITION_FILE).read_bytes(), type=Condition)
    except (OSError, msgspec.MsgspecError):
        return None
