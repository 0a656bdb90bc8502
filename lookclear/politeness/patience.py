"""How long a crawl that has nothing else to do waits for hosts that want to be left alone."""

from __future__ import annotations


class Patience:
    """Wears away from the first wait on, whatever is tried in between; a good answer of any host renews it.

    Times are seconds of one steady clock, passed in.
    """

    def __init__(self, limit_s: float) -> None:
        self._limit_s = limit_s
        self._since: float | None = None

    def wait(self, now: float) -> None:
        """Begin to wait, unless that began earlier."""
        if self._since is None:
            self._since = now

    def renew(self) -> None:
        """Take note that there was something to do."""
        self._since = None

    def lasts(self, until: float, now: float) -> bool:
        """Tell whether a moment is worth waiting for.

        >>> patience = Patience(30.0)
        >>> patience.wait(100.0)
        >>> patience.lasts(until=130.0, now=120.0), patience.lasts(until=131.0, now=120.0)
        (True, False)
        """
        return until - (now if self._since is None else self._since) <= self._limit_s
