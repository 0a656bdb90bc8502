"""How a frontier shares the fetches out, beyond the order of scores."""

from __future__ import annotations

from dataclasses import dataclass

from lookclear.config import CrawlSettings


@dataclass(frozen=True, slots=True)
class Rules:
    """Limits and shares; the defaults leave the order to the scores alone.

    `lease_s`: seconds until an address that was handed out and not acknowledged is pending again.
    `tunnel_share`, `tunnel_window`, `tunnel_expiry`: links of off-topic pages get less than this share of so
    many newest leases, and are dropped once so many fetches were completed since they were found.
    `batch`: so many of the best leave together before anything found later competes (best-n-first).
    `max_pending`: addresses that may wait; the worst are dropped when there are 5 % more.
    `fairness`: groups of addresses that yield nothing wait behind all others (see `fairness.py`).
    `hard`: addresses whose score is 0 are kept, but not handed out as long as it is (hard focus).
    `queues`: (least score, share) of queues that take turns instead of the best going first, best queue
    first; what waited in the last one while `queue_expiry` fetches were completed is dropped.
    `explore`: share of leases that go to the host, or the part of a host, that was fetched least.
    """

    lease_s: float = 1_800.0
    tunnel_share: float = 0.15
    tunnel_window: int = 200
    tunnel_expiry: int = 2_000
    batch: int = 1
    max_pending: int = 2_000_000
    fairness: bool = False
    hard: bool = False
    explore: float = 0.0
    queues: tuple[tuple[float, float], ...] = ()
    queue_expiry: int = 5_000

    @classmethod
    def of(
        cls, crawl: CrawlSettings, *, batch: int, hard: bool, queues: tuple[tuple[float, float], ...] = ()
    ) -> Rules:
        """Return the rules of a crawl; `batch`, `hard` and `queues` are as its strategy wants them."""
        return cls(batch=batch, hard=hard, fairness=crawl.fairness, explore=crawl.explore, queues=queues)

    def __post_init__(self) -> None:
        """Raise ValueError when a value makes no sense."""
        if self.lease_s <= 0 or self.tunnel_window < 1 or self.batch < 1 or self.max_pending < 1:
            raise ValueError("lease_s, tunnel_window, batch and max_pending must be positive")
        if not (0 <= self.tunnel_share <= 1 and 0 <= self.explore <= 1):
            raise ValueError("tunnel_share and explore are shares between 0 and 1")
        if any(share <= 0 for _, share in self.queues) or list(self.queues) != sorted(self.queues)[::-1]:
            raise ValueError("queues need positive shares, and the one of the highest scores first")
        if self.tunnel_expiry < 0:
            raise ValueError("tunnel_expiry counts fetches; give 0 or more")
