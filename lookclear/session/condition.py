"""How a crawl is doing, written down for others to see: what is wrong, why, since when, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from lookclear.errors import StoreError
from lookclear.session.health import Trouble

CONDITION_FILE = "condition.json"


@dataclass(frozen=True, slots=True)
class Condition:
    """The condition of a run: what is wrong with it as a whole, None when nothing, and single warnings.

    `times` says of each warning when it was first written down (aware).
    """

    run: int
    trouble: Trouble | None = None
    warnings: tuple[str, ...] = ()
    times: tuple[datetime, ...] = ()


def write_condition(
    data: Path, run: int, trouble: Trouble | None, warnings: Sequence[str], *, now: datetime | None = None
) -> None:
    """Write the condition of a run, if it is another one than is written. Raises StoreError."""
    earlier = read_condition(data)
    same_run = earlier is not None and earlier.run == run
    known = dict(zip(earlier.warnings, earlier.times, strict=False)) if earlier and same_run else {}
    now = now or datetime.now(UTC)
    condition = Condition(run, trouble, tuple(warnings), tuple(known.get(one, now) for one in warnings))
    path = data / CONDITION_FILE
    if earlier == condition:
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
