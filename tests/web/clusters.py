"""A made-up web of three topics that link mostly to themselves: gardening, football and music."""

from __future__ import annotations

import random

from tests.web.topical import FOOTBALL, GARDEN

MUSIC = "orchestra violin concert sonata composer symphony 管弦乐 小提琴 音乐会 奏鸣曲 作曲家 交响曲".split()
TOPICS = (GARDEN, FOOTBALL, MUSIC)


def clusters(count: int = 420, *, hosts: int = 6, apart: float = 0.8, seed: int = 1) -> dict[str, str]:
    """Return {address: HTML}; page n is about topic n mod 3, and a share `apart` of links stays with it.

    Each page has words of its own topic, words that no other page has, and links that say what they lead to.
    """
    chance = random.Random(seed)
    addresses = [f"http://h{n // 3 % hosts}.test/{n}" for n in range(count)]
    web = {}
    for n, address in enumerate(addresses):
        words = TOPICS[n % 3]
        links = []
        for _ in range(8):
            stays = chance.random() < apart
            target = chance.randrange(count // 3) * 3 + (n if stays else n + chance.choice((1, 2))) % 3
            anchor = " ".join(chance.choices(TOPICS[target % 3], k=2))
            links.append(f'<li><a href="{addresses[target]}">{anchor} {target}</a></li>')
        text = " ".join(chance.choices(words, k=60))
        own = " ".join(f"word{n}x{part}" for part in range(10))
        title = " ".join(chance.choices(words, k=3))
        web[address] = f"<title>{title}</title><p>{text}</p><p>{own}</p><ul>{''.join(links)}</ul>"
    return web


def topic_of(address: str) -> int:
    """Return the topic of a page: 0 gardening, 1 football, 2 music."""
    return int(address.rpartition("/")[2]) % 3
