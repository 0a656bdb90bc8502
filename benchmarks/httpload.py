"""Many HTTP clients in one process, each of which asks again as soon as it has an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter


@dataclass(slots=True)
class Answers:
    """What the clients met: seconds of each answer, the largest body in bytes, answers that were no 200."""

    seconds: list[float] = field(default_factory=list)
    largest: int = 0
    refused: int = 0
    took_s: float = 0.0

    def quantile_ms(self, share: float) -> float:
        """Return the time within which this share of the answers came."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def ask(host: str, port: int, paths: Sequence[str], clients: int) -> Answers:
    """Ask for all paths, in their order, with so many clients at once."""
    return asyncio.run(_ask(host, port, paths, clients))


async def _ask(host: str, port: int, paths: Sequence[str], clients: int) -> Answers:
    answers = Answers()
    waiting = iter(paths)
    began = perf_counter()
    await asyncio.gather(*(_client(host, port, waiting, answers) for _ in range(min(clients, len(paths)))))
    answers.took_s = perf_counter() - began
    return answers


async def _client(host: str, port: int, waiting: Iterator[str], answers: Answers) -> None:
    reader, writer = await asyncio.open_connection(host, port, limit=1 << 20)
    try:
        for path in waiting:
            began = perf_counter()
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode("ascii"))
            status, size = await _answer(reader)
            answers.seconds.append(perf_counter() - began)
            answers.largest = max(answers.largest, size)
            answers.refused += status != 200
    finally:
        writer.close()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, int]:
    """Read one answer; return its status and the size of its body."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
    status = int(head[0].split(" ")[1])
    fields = dict(line.split(": ", 1) for line in head[1:] if ": " in line)
    if "content-length" in fields:
        size = int(fields["content-length"])
        await reader.readexactly(size)
        return status, size
    size = 0
    while length := int(await reader.readline(), 16):
        await reader.readexactly(length + 2)
        size += length
    await reader.readline()
    return status, size
