"""Time the search site as visitors meet it, beside Datasette's full-text search over the same documents.

Run as `python -m benchmarks.site [--docs 100000] [--requests 400] [--datasette PATH]`. One server process of
each answers 1, 16 and 64 clients that ask again as soon as they have an answer: the first page, results,
completions. Cold are queries that were never asked before, of a server that has just started; warm are the
same queries again. Times are those of the clients, which share the processors with the server; its processor
time a request says how much of them is its own. Datasette is looked for beside this Python and on the path;
it may live in another environment, and is left out, in so many words, where it is not found.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote_plus

from benchmarks.httpload import Answers, ask
from benchmarks.passages import generated
from indexer import Document, Index

CLIENTS = (1, 16, 64)
BATCH = 1000
WAIT_S = 120.0
GOAL_MS, GOAL_BYTES = 50.0, 50_000
HOST = "127.0.0.1"
TOPIC = 'name = "Benchmark"\nseeds = ["http://a.test/"]\n'


@dataclass(frozen=True, slots=True)
class Server:
    """A server process that answers at a port; `paths` makes the addresses of each kind of page."""

    name: str
    process: subprocess.Popen[bytes]
    port: int
    first_ms: float  # from its start to its first answer

    def cpu_s(self) -> float:
        """Return the processor time it has had."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Build what is not there, serve, ask, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--docs", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=400, help="of each kind and number of clients")
    parser.add_argument("--folder", type=Path, help="keeps the documents; default: made for this run")
    parser.add_argument("--datasette", default=datasette(), help="its command")
    options = parser.parse_args()
    print(
        f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} processors; "
        f"{options.docs:,} documents, {options.requests} requests of a kind"
    )
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        subprocess.run([sys.executable, "-m", "lookclear.cli", "warm"], check=True)  # as set-up does
        queries = build(folder, options.docs, 4 * options.requests)
        print(heading())
        with serving("lookclear", ours(folder)) as server:
            met = run(server, our_paths(queries, options.requests))
        if not options.datasette:
            print("SKIPPED: datasette is not found; install it in any environment and name it: --datasette")
        else:
            with serving("datasette", theirs(options.datasette, folder)) as server:
                run(server, their_paths(queries, options.requests))
    return verdict(met)


def build(folder: Path, docs: int, count: int) -> list[str]:
    """Index the documents for both, unless they are there; return queries of one to three of their words."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "topic.toml").write_text(TOPIC, encoding="utf-8")
    path = folder / "documents.db"
    if not path.exists():
        (folder / "data").mkdir(exist_ok=True)
        with closing(sqlite3.connect(folder / "unfinished.db")) as db:
            db.execute("CREATE TABLE document (id INTEGER PRIMARY KEY, url TEXT, title TEXT, body TEXT)")
            with Index.open(folder / "data" / "index") as index:
                for start, texts in batches(generated(docs)):
                    rows = [row_of(start + at, text) for at, text in enumerate(texts, start=1)]
                    db.executemany("INSERT INTO document VALUES (?, ?, ?, ?)", rows)
                    index.add_all(
                        Document(key=url, title=title, body=body, language="en", relevance=0.5)
                        for _, url, title, body in rows
                    )
                index.commit()
                index.checkpoint()
            db.execute(
                "CREATE VIRTUAL TABLE document_fts "
                "USING fts5(title, body, content=document, content_rowid=id)"
            )
            db.execute("INSERT INTO document_fts(document_fts) VALUES ('rebuild')")
            db.commit()
        (folder / "unfinished.db").rename(path)
    with closing(sqlite3.connect(path)) as db:
        sample = [row[0] for row in db.execute("SELECT body FROM document ORDER BY id LIMIT 4000")]
    return queries_of(sample, count)


def row_of(number: int, text: str) -> tuple[int, str, str, str]:
    """Return a document as a row: number, address, title (its first words), text."""
    return number, f"http://site{number % 97}.test/{number}", " ".join(text.split()[:6]), text


def batches(texts: Iterator[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of the first, texts), some at a time."""
    start, held = 0, []
    for text in texts:
        held.append(text)
        if len(held) == BATCH:
            yield start, held
            start, held = start + len(held), []
    if held:
        yield start, held


def queries_of(texts: Sequence[str], count: int, seed: int = 5) -> list[str]:
    """Return different queries, as many of one word as of two and of three; the words of one passage each."""
    chance = random.Random(seed)
    df = Counter(word for text in texts for word in set(text.split()))
    found: dict[str, None] = {}
    while len(found) < count:
        words = sorted({word for word in chance.choice(texts).split() if 2 < df[word] < len(texts) / 5})
        size = len(found) % 3 + 1
        if len(words) >= size:
            found[" ".join(chance.sample(words, size))] = None
    return list(found)


def ours(folder: Path) -> list[str]:
    """Return the command that serves our site; the port is added."""
    return [sys.executable, "-m", "lookclear.cli", "serve", str(folder), "--port"]


def theirs(command: str, folder: Path) -> list[str]:
    """Return the command that serves the same documents with Datasette."""
    settings = ["--setting", "suggest_facets", "off", "--setting", "num_sql_threads", "2"]
    return [command, "serve", str(folder / "documents.db"), *settings, "--port"]


def our_paths(queries: Sequence[str], count: int) -> dict[str, list[list[str]]]:
    """Return addresses by kind of page, a list for each number of clients: no query comes twice."""
    parts = [queries[at * count : (at + 1) * count] for at in range(len(CLIENTS))]
    return {
        "home": [["/"] * count for _ in CLIENTS],
        "results": [[f"/search?q={quote_plus(query)}" for query in part] for part in parts],
        "suggest": [[f"/suggest?q={quote_plus(query[:3])}" for query in part] for part in parts],
    }


def their_paths(queries: Sequence[str], count: int) -> dict[str, list[list[str]]]:
    """Return the same questions to Datasette, which has no completions."""
    parts = [queries[at * count : (at + 1) * count] for at in range(len(CLIENTS))]
    search = "/documents/document?_size=10&_search="
    return {
        "home": [["/"] * count for _ in CLIENTS],
        "results": [[search + quote_plus(query) for query in part] for part in parts],
    }


def run(server: Server, paths: dict[str, list[list[str]]]) -> dict[tuple[str, int, str], Answers]:
    """Ask everything cold, then warm; print a line for each."""
    met = {}
    print(f"{server.name}: first answer {server.first_ms:,.0f} ms after the start")
    for state in ("cold", "warm"):
        for kind, parts in paths.items():
            for clients, part in zip(CLIENTS, parts, strict=True):
                before = server.cpu_s()
                answers = ask(HOST, server.port, part, clients)
                cpu_ms = 1000 * (server.cpu_s() - before) / len(part)
                met[kind, clients, state] = answers
                print(line(server.name, kind, state, clients, answers, cpu_ms))
    return met


def heading() -> str:
    """Return the first line of the table."""
    return (
        f"{'server':<10} {'page':<8} {'state':<5} {'clients':>7} {'p50 ms':>8} {'p99 ms':>8} {'req/s':>8} "
        f"{'cpu ms':>7} {'largest':>9} {'not 200':>8}"
    )


def line(name: str, kind: str, state: str, clients: int, answers: Answers, cpu_ms: float) -> str:
    """Return a line of the table."""
    return (
        f"{name:<10} {kind:<8} {state:<5} {clients:>7} {answers.quantile_ms(0.5):>8.1f} "
        f"{answers.quantile_ms(0.99):>8.1f} {len(answers.seconds) / answers.took_s:>8.0f} {cpu_ms:>7.2f} "
        f"{answers.largest:>9,} {answers.refused:>8}"
    )


def verdict(met: dict[tuple[str, int, str], Answers]) -> int:
    """Say whether the goals are met; 1 when not."""
    slowest = {state: met["results", 16, state].quantile_ms(0.99) for state in ("cold", "warm")}
    largest = max(answers.largest for answers in met.values())
    quick = all(value < GOAL_MS for value in slowest.values())
    small = largest < GOAL_BYTES
    print(
        f"results at 16 clients: p99 {slowest['cold']:.1f} ms cold, {slowest['warm']:.1f} ms warm (goal "
        f"{GOAL_MS:g}: {'met' if quick else 'missed'}); largest page {largest:,} bytes (goal {GOAL_BYTES:,}: "
        f"{'met' if small else 'missed'})"
    )
    return 0 if quick and small else 1


@contextmanager
def serving(name: str, command: list[str]) -> Iterator[Server]:
    """Run a server until the block ends; it is there when it has answered once."""
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        port = taken.getsockname()[1]
    began = time.perf_counter()
    process = subprocess.Popen([*command, str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        while True:
            try:
                ask(HOST, port, ["/"], 1)
                break
            except OSError:
                if process.poll() is not None or time.perf_counter() - began > WAIT_S:
                    said = process.stderr.read().decode() if process.stderr else ""
                    sys.exit(f"{name} does not answer: {said}")
                time.sleep(0.05)
        yield Server(name, process, port, 1000 * (time.perf_counter() - began))
    finally:
        process.terminate()
        process.communicate()


def datasette() -> str:
    """Return Datasette's command, '' when it is not found."""
    beside = Path(sys.executable).with_name("datasette")
    return str(beside) if beside.exists() else shutil.which("datasette") or ""


if __name__ == "__main__":
    sys.exit(main())
