"""How a crawl stands, and the line that shows it to people."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from typing import TextIO

_QUIET_S = 5.0  # seconds between two lines where a line cannot be rewritten


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot. `harvest` is the share on topic of the last 200 pages; `rate` is pages a second."""

    fetched: int
    budget: int
    relevant: int
    harvest: float
    rate: float
    queue: int
    host: str
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.fetched}/{self.budget} pages  {self.relevant} on topic  harvest {self.harvest:.0%}  "
            f"{self.rate:.1f} pages/s  queue {self.queue}  {self.host}"
        )


class ConsoleLine:
    """Shows progress: one line rewritten on a terminal, a new line every five seconds elsewhere."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._live = self._out.isatty()
        self._width = 0
        self._shown_at = -_QUIET_S

    def __call__(self, progress: Progress) -> None:
        """Show how the crawl stands now."""
        text = str(progress)
        if self._live:
            self._out.write("\r" + text[: _columns()].ljust(self._width))
            self._width = len(text)
        elif progress.seconds - self._shown_at >= _QUIET_S:
            self._shown_at = progress.seconds
            self._out.write(text + "\n")
        self._out.flush()

    def end(self) -> None:
        """Leave the line standing."""
        if self._live and self._width:
            self._out.write("\n")
            self._out.flush()


def _columns() -> int:
    return max(20, shutil.get_terminal_size().columns - 1)
