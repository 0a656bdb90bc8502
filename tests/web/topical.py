"""A small made-up web on gardening, English and Chinese, football in between; and its recording."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from lookclear.store.warc import WarcFolder
from tests.web.site import Answer, Pages, page

GARDEN = "garden compost tomato soil seedling harvest pruning mulch 园艺 堆肥 番茄 土壤 幼苗 收获".split()
FOOTBALL = "football league striker penalty stadium referee 足球 联赛 前锋 点球 球场 裁判".split()


def topical(sites: list[str], count: int = 200, *, seed: int = 1) -> dict[str, str]:
    """Return {address: HTML} of `count` pages spread over `sites` (like "http://127.0.0.1:80")."""
    chance = random.Random(seed)
    addresses = [f"{sites[n % len(sites)]}/{n}" for n in range(count)]
    is_garden = [n == 0 or chance.random() < 0.5 for n in range(count)]
    pages = {}
    for n, address in enumerate(addresses):
        words = GARDEN if is_garden[n] else FOOTBALL
        text = " ".join(chance.choices(words, k=40))
        targets = [2 * n + 1, 2 * n + 2, *(chance.randrange(count) for _ in range(5))]
        links = "".join(
            f"<p>{' '.join(chance.choices(GARDEN if is_garden[t] else FOOTBALL, k=6))} "
            f'<a href="{addresses[t]}">{chance.choice(GARDEN if is_garden[t] else FOOTBALL)} {t}</a></p>'
            for t in targets
            if t < count
        )
        title = " ".join(chance.choices(words, k=3))
        pages[address] = f"<html><head><title>{title}</title></head><body><p>{text}</p>{links}</body></html>"
    return pages


def served(pages: Mapping[str, str]) -> Pages:
    """Return the pages as a `Site` serves them."""
    return {f"{host_and_path(address)}": html for address, html in pages.items()}


def host_and_path(address: str) -> str:
    host, _, path = address.removeprefix("http://").partition("/")
    return f"{host.partition(':')[0]}/{path}"


def record(answers: Mapping[str, Answer | str], folder: Path) -> Path:
    """Write answers by address into a WARC file; return its path."""
    archive = WarcFolder(folder)
    for address, said in answers.items():
        answer = Answer(said) if isinstance(said, str) else said
        body = answer.body.encode() if isinstance(answer.body, str) else answer.body
        archive.append(
            address, answer.status, list(answer.headers.items()), body, datetime(2026, 1, 2, tzinfo=UTC)
        )
    archive.close()
    return folder / "pages-00001.warc.gz"


__all__ = ["page", "record", "served", "topical"]
