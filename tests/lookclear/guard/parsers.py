"""Parsers that do what a page tells them; a parsing process gets one by name, as no page could."""

import ctypes
import os
import signal
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from lookclear.domain import Page
from lookclear.html.parse import Parsed, parse

_DEEDS = {
    b"exit": lambda: os._exit(3),
    b"segfault": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    b"null": lambda: ctypes.string_at(0),
    b"kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    b"stop": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    b"sleep": lambda: time.sleep(600),
    b"slow": lambda: time.sleep(1),
    b"memory": lambda: [bytearray(10_000_000) for _ in range(1_000)],
    b"raise": lambda: {}["an error of ours"],
    b"print": lambda: os.write(1, b"printed"),
    b"babble": lambda: os.write(0, b"\xff" * 100),
}


def obey(
    body: bytes,
    url: str,
    *,
    content_type: str = "",
    headers: Mapping[str, str] | None = None,
    now: datetime | None = None,
) -> Page:
    """Parse, but first do what the body says after `do:`."""
    deed: Any = body.partition(b"do:")[2].split(b" ")[0].split(b"<")[0]
    if deed == b"spin":
        while True:
            pass
    if deed == b"scan":  # never returns to Python
        import re

        re.match(r"(a*)*b", "a" * 100_000)
    if deed == b"grow":
        _kept.append(b"x" * 70_000_000)
    if deed in _DEEDS:
        _DEEDS[deed]()
    if deed == b"half":
        return replace(parse(body, url), breadcrumbs=("土壤 soil", "half of a character: \ud83d"))
    if deed == b"cry":
        raise ValueError("half of a character: \ud83d")
    if deed == b"pid":
        return parse(b"<p>%d" % os.getpid(), url)
    return parse(body, url, content_type=content_type, headers=headers, now=now)


_kept: list[bytes] = []


def title_of(found: Parsed) -> bytes:
    """Work something out of a page beside parsing it."""
    return found.page.title.encode()
