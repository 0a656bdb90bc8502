"""How a crawl stands, and the line that shows it to people."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from typing import TextIO

from rich.cells import cell_len, set_cell_size

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
        self._width = 0  # columns the line has now; a Chinese character takes two
        self._shown_at = -_QUIET_S

    def __call__(self, progress: Progress) -> None:
        """Show how the crawl stands now."""
        text = str(progress)
        if self._live:
            columns = _columns(self._out)
            width = min(cell_len(text), columns)
            blanked = min(max(width, self._width), columns)
            self._out.write("\r" + set_cell_size(set_cell_size(text, width), blanked))
            self._width = width
        elif progress.seconds - self._shown_at >= _QUIET_S:
            self._shown_at = progress.seconds
            self._out.write(text + "\n")
        self._out.flush()

    def end(self) -> None:
        """Leave the line standing."""
        if self._live and self._width:
            self._out.write("\n")
            self._out.flush()


def _columns(out: TextIO) -> int:
    """Return how many columns a line may take; the last one stays free, or some terminals wrap."""
    try:
        columns = os.get_terminal_size(out.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return max(1, (columns or shutil.get_terminal_size().columns) - 1)
