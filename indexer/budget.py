"""How long an answer may take before what is left to do is left out, and whether that happened."""

from __future__ import annotations

import time
from collections.abc import Callable


class Budget:
    """Seconds of a clock; without a number there is no end."""

    def __init__(self, seconds: float | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds
        self.was_cut = False  # whether someone was told to stop

    def is_spent(self) -> bool:
        """Return whether to stop; who asks stops, so from then on the answer is a part."""
        if self._end is None or self._clock() < self._end:
            return False
        self.was_cut = True
        return True
