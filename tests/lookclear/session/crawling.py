"""Sessions without Scrapy: a small web on gardening is handed to them page by page, as a download would."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from lookclear.html.parse import parse
from lookclear.session import CrawlOptions, CrawlSession, Fetched
from lookclear.topics.workspace import Workspace
from tests.web.topical import topical

PAGES = topical(["http://a.test", "http://b.test"], 120)
NOW = datetime(2026, 5, 17, tzinfo=UTC)


def write_topic(folder: Path, pages: int = 30, *, second: str = "none", **top: object) -> Path:
    """Write a topic file; `top` are other keys of its top table."""
    folder.mkdir(parents=True, exist_ok=True)
    values = {"name": "Gardening", "seeds": ["http://a.test/0"], "keywords": ["garden", "园艺"], **top}
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
    lines += ["[crawl]", f"pages = {pages}", "[relevance]", f'second = "{second}"']
    (folder / "topic.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@contextmanager
def opened(folder: Path, **options: object) -> Iterator[CrawlSession]:
    """Open a workspace and begin; close it at the end."""
    session = CrawlSession.open(Workspace.open(folder), CrawlOptions(**options))  # type: ignore[arg-type]
    try:
        session.begin()
        yield session
    finally:
        session.close()


def step(session: CrawlSession, web: Mapping[str, str] = PAGES) -> str | None:
    """Fetch the next page; return its key."""
    lease = session.frontier.lease(lambda _: True) if session.may_lease(0) else None
    if lease is None:
        return None
    page = parse(web[lease.url].encode(), lease.url)
    judged = session.judge(Fetched(lease, lease.url, 200, "text/html", NOW, page))
    assert judged is not None
    session.store(judged)
    session.index(judged)
    session.acknowledge(judged)
    return lease.key


def run(session: CrawlSession, steps: int = 1_000, web: Mapping[str, str] = PAGES) -> list[str]:
    """Fetch so many pages, or all that may be fetched; return their keys."""
    keys: list[str] = []
    while len(keys) < steps and (key := step(session, web)) is not None:
        keys.append(key)
    return keys


def crawl(folder: Path, steps: int = 1_000, web: Mapping[str, str] = PAGES, **options: object) -> list[str]:
    """Crawl as a process would that ends then."""
    with opened(folder, **options) as session:
        keys = run(session, steps, web)
        session.finish(complete=True)
    return keys
