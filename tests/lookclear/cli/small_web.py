"""A recorded web of nine pages on two hosts, and the topic that crawls it."""

from __future__ import annotations

import gzip
from pathlib import Path

MARSH = "http://marsh.test/"
PAGES = {
    MARSH: ("Salt marshes", "A salt marsh is a coastal wetland of salt water and grass.", ["a", "b", "c", "http://zh.test/"]),
    MARSH + "a": ("Marsh grass", "Cord grass grows in the salt marsh and holds its mud.", ["b", "d"]),
    MARSH + "b": ("Tides", "Tides bring salt water into the marsh twice a day.", ["a", "e", "missing"]),
    MARSH + "c": ("Recipes", "Bread, butter and a cup of tea.", ["f"]),
    MARSH + "d": ("Birds", "Redshanks breed in the grass of salt marshes.", []),
    MARSH + "e": ("Mud", "Mud of the marsh is rich in salt and life.", ["d"]),
    MARSH + "f": ("Tea", "Tea with milk.", []),
    "http://zh.test/": ("盐沼", "盐沼是海岸的湿地，生长着耐盐的草本植物。", ["/p"]),
    "http://zh.test/p": ("湿地植物", "湿地植物在盐沼中保护海岸。", ["/"]),
}  # fmt: skip
TOPIC = """\
name = "Salt marshes"
languages = ["en", "zh"]
seeds = ["http://marsh.test/"]
keywords = ["salt marsh", "wetland", "盐沼", "湿地"]

[crawl]
web = "../web.warc.gz"
pages = 20
"""


def write_web(path: Path) -> None:
    """Write the recorded web, one gzip member a record."""
    with path.open("wb") as file:
        for url, (title, text, links) in PAGES.items():
            file.write(gzip.compress(_record(url, _page(title, text, links)), mtime=0))


def _page(title: str, text: str, links: list[str]) -> bytes:
    anchors = "".join(f'<li>more on it: <a href="{link}">page {link}</a></li>' for link in links)
    body = f"<h1>{title}</h1><p>{text}</p><ul>{anchors}</ul>"
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>".encode()


def _record(url: str, body: bytes) -> bytes:
    answer = (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
        + f"Content-Length: {len(body)}\r\n\r\n".encode()
        + body
    )
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{len(url):012}>\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: 2024-05-01T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
    )
    return head.encode() + answer + b"\r\n\r\n"
