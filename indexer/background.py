"""Work that an index does by itself in a thread of its own, while others add and search."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from indexer.errors import IndexingError

_PAUSE_S = 0.005  # about what a step takes: others get every other moment
_logger = logging.getLogger(__name__)


class Background:
    """Runs `work` when it is woken, once at a time; what it raises is logged, and it is not tried again.

    `work` asks `is_stopped`, or makes a `pause`, between its steps.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._failed = False

    def wake(self) -> None:
        """Let the work begin unless it goes on, failed, or was stopped. Calls must not be concurrent."""
        if self._failed or self._stopped.is_set() or (self._thread and self._thread.is_alive()):
            return
        self._thread = threading.Thread(target=self._run, name="index upkeep", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Let the work end after its present step, and wait for that."""
        self._stopped.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def is_stopped(self) -> bool:
        """Return whether the work is to end."""
        return self._stopped.is_set()

    def pause(self) -> bool:
        """Let others work for a moment; return whether the work is to end."""
        return self._stopped.wait(_PAUSE_S)

    def _run(self) -> None:
        try:
            self._work()
        except (IndexingError, OSError) as error:
            self._failed = True
            _logger.warning("%s; the index goes on without, until it is opened again", error)
