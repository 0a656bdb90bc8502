"""Which hosts may be asked now: delays, back-off, and circuit breakers per host and for the whole network.

Times are seconds of one steady clock, passed in. Nothing is scheduled here: a host is closed until a moment,
and whoever wants to ask looks again then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

LONGEST_DELAY_S = 60.0  # between two requests, whatever made them slow
LONGEST_BACKOFF_S = 3_600.0
FAILURES_TO_OPEN = 3  # in a row: from then on one request at a time, after a pause
FAILURES_TO_STOP = 8
REFUSALS_TO_SLOW = 5  # answers of 401, 403, 407 in a row
REFUSALS_TO_STOP = 20
_NETWORK_FAILURES = 4  # in a row, over all hosts, none of them answering
_LONGEST_NETWORK_PAUSE_S = 30.0
_RECOVERY = 20  # good answers that halve what a host in trouble was slowed down by
_LEAST_PAUSE_S = 0.2  # stands for the delay where there is none


class Failure(Enum):
    """How a connection failed."""

    REFUSED = "refused"  # by the host itself, or while others took connections: the network works
    LOST = "lost"  # no name, no way, no answer, cut off: it may be the host or the network


@dataclass(frozen=True, slots=True)
class Manners:
    """What a crawl wants: seconds between requests, how slow hosts slow it down, when it gives up."""

    delay_s: float = 1.0
    latency_factor: float = 5.0
    refusals_to_stop: int = REFUSALS_TO_STOP


@dataclass(slots=True)
class _Host:
    closed_until: float = 0.0
    why: str = ""
    stopped: str = ""  # why it is not asked any more
    crawl_delay_s: float = 0.0
    latency_s: float = 0.0
    overloads: int = 0  # how often it said that it is too much, less what it recovered from
    answers: int = 0  # good ones since
    failures: int = 0  # in a row
    refusals: int = 0  # in a row
    is_doubled: bool = False
    has_answered: bool = False

    @property
    def is_in_trouble(self) -> bool:
        """Tell whether it gets one request at a time."""
        many = self.failures >= FAILURES_TO_OPEN or self.refusals >= REFUSALS_TO_SLOW
        return many or self.overloads > 0


@dataclass(slots=True)
class _Network:
    failures: int = 0  # since the last answer of any host
    hosts: set[str] = field(default_factory=set)  # that failed since
    pauses: int = 0  # in a row
    closed_until: float = 0.0


class HostGate:
    """See the module's description. A host is its name and port, as the frontier groups addresses."""

    def __init__(self, manners: Manners | None = None) -> None:
        self._manners = manners or Manners()
        self._hosts: dict[str, _Host] = {}
        self._network = _Network()
        self._known_good: set[str] = set()

    # What may be done.

    def admits(self, host: str, now: float, *, in_flight: int, total: int) -> bool:
        """Tell whether one more request may go to a host beside those in flight to it, and of all."""
        if self._network.pauses and (now < self._network.closed_until or total):
            return False  # one request at a time tries whether the network is back
        known = self._hosts.get(host)
        if known is None or known.stopped:
            return True
        if now < known.closed_until:
            return False
        return not (in_flight and known.is_in_trouble)

    def opens_at(self, host: str) -> float:
        """Return the moment from which a host may be asked again; it may lie in the past."""
        known = self._hosts.get(host)
        own = 0.0 if known is None or known.stopped else known.closed_until
        return max(own, self._network.closed_until if self._network.pauses else 0.0)

    def why_closed(self, host: str) -> str:
        """Say what closed a host last; empty when nothing did."""
        known = self._hosts.get(host)
        return known.why if known is not None else ""

    def stopped(self, host: str) -> str:
        """Say why a host is not to be asked any more; empty when it may."""
        known = self._hosts.get(host)
        return known.stopped if known is not None else ""

    def delay_s(self, host: str) -> float:
        """Return the seconds between two requests to a host."""
        known = self._hosts.get(host)
        if known is None:
            return self._manners.delay_s
        wanted = max(self._manners.delay_s, known.crawl_delay_s)
        if self._manners.delay_s:
            wanted = max(wanted, min(self._manners.latency_factor * known.latency_s, LONGEST_DELAY_S))
        return _slowed(wanted, known.overloads + known.is_doubled)

    @property
    def is_network_down(self) -> bool:
        """Tell whether no host answers any more."""
        return self._network.pauses > 0

    # What happened.

    def set_crawl_delay(self, host: str, delay_s: float, *, doubled: bool = False) -> None:
        """Take note of what robots.txt asks for; `doubled` when the file itself was refused."""
        known = self._of(host)
        known.crawl_delay_s, known.is_doubled = delay_s, doubled

    def answered(self, host: str, latency_s: float) -> None:
        """Take note of an answer that is neither a refusal nor an overload."""
        known = self._alive(host)
        known.latency_s = latency_s
        known.refusals = 0
        if known.overloads:
            known.answers += 1
            if known.answers >= _RECOVERY:
                known.overloads, known.answers = known.overloads // 2, 0

    def refused(self, host: str, now: float, status: int) -> float:
        """Take note of an answer of 401, 403 or 407: many in a row close the host, ever longer, then stop it.

        Returns the seconds until it opens again. It is closed and not slowed down, so that a crawl waits for
        it only as long as it waits for closed hosts.
        """
        known = self._alive(host)
        known.refusals += 1
        if known.refusals >= self._manners.refusals_to_stop:
            known.stopped = f"{status} {known.refusals} times in a row; not asked"
        if known.stopped or known.refusals < REFUSALS_TO_SLOW:
            return 0.0
        wait = _slowed(self.delay_s(host), known.refusals - REFUSALS_TO_SLOW + 1)
        self._shut(known, now + wait, f"http-error {status}")
        return wait

    def overloaded(self, host: str, now: float, *, why: str, retry_after_s: float | None = None) -> float:
        """Close a host that says it is too much. Returns the seconds until it opens again."""
        known = self._alive(host)
        known.overloads += 1
        known.answers = 0
        wait = self._backoff(known, known.overloads)
        if retry_after_s is not None:
            wait = max(retry_after_s, self.delay_s(host))
        self._shut(known, now + wait, why)
        return wait

    def failed(self, host: str, now: float, failure: Failure, *, why: str) -> bool:
        """Take note that a host gave no answer at all.

        Returns False when the whole network seems to be down: then it says nothing about host or address.
        """
        if self._network_fails(host, now, failure):
            return False
        known = self._of(host)
        known.failures += 1
        if known.failures >= FAILURES_TO_STOP:
            known.stopped = f"{why}, {known.failures} times in a row; not asked"
        elif known.failures >= FAILURES_TO_OPEN:
            self._shut(known, now + self._backoff(known, known.failures - FAILURES_TO_OPEN + 1), why)
        return True

    def close_until(self, host: str, until: float, why: str) -> None:
        """Leave a host alone until a moment."""
        self._shut(self._of(host), until, why)

    def pause(self, host: str, now: float, tries: int, why: str) -> None:
        """Leave a host alone for a moment, longer with every try: one failure may be an accident."""
        wait = max(self.delay_s(host), _LEAST_PAUSE_S) * 2 ** (tries - 1)
        self._shut(self._of(host), now + min(wait, LONGEST_BACKOFF_S), why)

    def first_wait_s(self) -> float:
        """Return how long a host in trouble is left alone for the first time."""
        return 5 * max(self._manners.delay_s, _LEAST_PAUSE_S)

    def _backoff(self, known: _Host, times: int) -> float:
        first = 5 * max(self._manners.delay_s, known.crawl_delay_s, _LEAST_PAUSE_S)
        return float(min(first * 2 ** min(times - 1, 20), LONGEST_BACKOFF_S))

    def _network_fails(self, host: str, now: float, failure: Failure) -> bool:
        """Count a failure of any host; True when none that used to answer does so any more."""
        network = self._network
        if failure is Failure.REFUSED:
            self._network_works()
            return False
        network.failures += 1
        network.hosts.add(host)
        good = network.hosts & self._known_good
        enough = len(good) >= min(2, len(self._known_good)) and bool(good)
        if network.failures < _NETWORK_FAILURES or not enough:
            return False
        if now >= network.closed_until:  # those that were in flight when it broke count once
            pause = 2.0 * 2 ** min(network.pauses, 10)
            network.closed_until = now + min(pause, _LONGEST_NETWORK_PAUSE_S)
            network.pauses += 1
        for one in network.hosts:
            if (known := self._hosts.get(one)) is not None and not known.stopped:
                known.failures = 0
        return True

    def _network_works(self) -> None:
        self._network = _Network()

    def _alive(self, host: str) -> _Host:
        self._network_works()
        self._known_good.add(host)
        known = self._of(host)
        known.failures = 0
        return known

    def _of(self, host: str) -> _Host:
        return self._hosts.setdefault(host, _Host())

    def _shut(self, known: _Host, until: float, why: str) -> None:
        if until > known.closed_until:
            known.closed_until, known.why = until, why


def _slowed(delay_s: float, steps: int) -> float:
    """Return a delay doubled so many times, over a minute only when it was so before."""
    if not steps:
        return delay_s
    slowed = max(delay_s, _LEAST_PAUSE_S / 2) * 2.0 ** min(steps, 20)
    return max(delay_s, min(slowed, LONGEST_DELAY_S))
