"""When an index writes a checkpoint, or compacts its log, by itself."""

from __future__ import annotations

# Log bytes that replay in about a second; beyond, closing writes a checkpoint so that the next opening is
# quick.
_ON_CLOSE = 4 << 20
_CHECKPOINT_LEAST = 64 << 20
# A share of documents that are dead, and bytes of log that are worth it.
_DEAD_SHARE = 0.25
_COMPACT_LEAST = 8 << 20


def is_due_on_close(logged: int) -> bool:
    """Tell whether closing writes a checkpoint, given the log's bytes since the last one."""
    return logged > _ON_CLOSE


def is_checkpoint_due(logged: int, lists: int) -> bool:
    """Tell whether a checkpoint is due, given the log's bytes since the last one and those of the lists.

    As a checkpoint costs as much as the lists are large, less than two of its bytes come on one of the log.
    """
    return logged > _CHECKPOINT_LEAST and logged > lists // 2


def is_compaction_due(documents: int, live: int, log: int) -> bool:
    """Tell whether compacting is due, given the numbers of all and of live documents, and the log's bytes."""
    return documents - live > _DEAD_SHARE * documents and log > _COMPACT_LEAST
