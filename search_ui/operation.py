"""How one site is operated: behind which proxies, how much it bears, what it writes down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Operation:
    """See docs/site.md, Operating; the defaults are those of a site on its own machine."""

    path: str = ""  # prefix under which a proxy mounts the site, such as /search
    proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-* headers count
    requests_per_minute: int = 0  # of one address, 0 = any
    public_metrics: bool = False  # /metrics for everybody, else for who may use the admin pages
    accent: str = ""  # colour such as #0f5c63
    about: str = ""  # a sentence in the foot of every page
    access_log: Callable[[str], None] | None = None  # gets a line of JSON for each request
    query_log: Path | None = None  # file of what was searched for
    query_days: int = 0  # for how long, 0 = not at all
