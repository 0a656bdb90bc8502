import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from lookclear.domain import Candidate, Outcome, Refusal, Score
from lookclear.errors import StoreError
from lookclear.frontier.inspect import FrontierView
from lookclear.frontier.sqlite import SqliteFrontier


def anywhere(host: str) -> bool:
    return True


def candidate(path: str, score: float = 0.5, **more: object) -> Candidate:
    url = f"http://a.example/{path}"
    return Candidate(url, url, Score(score, {"anchor": score}), **more)  # type: ignore[arg-type]


def busy(path: Path) -> SqliteFrontier:
    """Return a frontier with a page done, one in flight, some waiting and one refused."""
    frontier = SqliteFrontier(path)
    frontier.enqueue(candidate(str(n), n / 10, depth=n, parent="p", anchor=f"农业 {n}") for n in range(6))
    done = frontier.lease(anywhere)
    assert done is not None
    frontier.complete(
        done,
        Outcome.FETCHED,
        refused=[("ftp://x.example/", Refusal.SCHEME)],
        rescored={candidate("1").key: 0.35},
    )
    assert frontier.lease(anywhere) is not None
    return frontier


def test_restart_makes_leased_pending_and_keeps_everything_else(tmp_path: Path) -> None:
    path = tmp_path / "frontier.sqlite"
    before = busy(path)
    keys = [candidate(str(n)).key for n in range(6)]
    states = {key: before.state(key) for key in keys}
    before.close()
    after = SqliteFrontier(path)
    changed = [key for key in keys if after.state(key) != states[key]]
    assert changed == [candidate("4").key]
    assert after.stats().leased == 0
    assert after.stats().refused == {"scheme": 1}
    assert list(after.visited()) == [(candidate("5").key, candidate("5").key)]
    order = []
    while (lease := after.lease(anywhere)) is not None:
        order.append(lease.key[-1])
    assert order == ["4", "1", "3", "2", "0"]  # 0.35 for "1" was given by rescoring
    after.close()


def test_lease_from_before_a_restart_is_late(tmp_path: Path) -> None:
    first = SqliteFrontier(tmp_path / "frontier.sqlite")
    first.enqueue([candidate("1")])
    late = first.lease(anywhere)
    first.close()
    second = SqliteFrontier(tmp_path / "frontier.sqlite")
    current = second.lease(anywhere)
    assert late is not None
    assert current is not None
    assert not second.complete(late, Outcome.FETCHED)
    assert second.complete(current, Outcome.FETCHED)
    second.close()


def test_another_layout_is_refused_with_both_numbers(tmp_path: Path) -> None:
    path = tmp_path / "frontier.sqlite"
    SqliteFrontier(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 7")
    db.close()
    with pytest.raises(StoreError, match=r"has layout 7, this version of LookClear reads layout 2.*--fresh"):
        SqliteFrontier(path)


def test_a_file_that_is_no_database_is_refused_with_a_hint(tmp_path: Path) -> None:
    path = tmp_path / "frontier.sqlite"
    path.write_bytes(b"this was never a database " * 400)
    with pytest.raises(StoreError, match=r"damaged: .*crawl again with --fresh"):
        SqliteFrontier(path)


def test_overwritten_pages_are_refused_with_a_hint(tmp_path: Path) -> None:
    path = tmp_path / "frontier.sqlite"
    frontier = SqliteFrontier(path)
    frontier.enqueue(candidate(f"{n:0200}") for n in range(300))
    frontier.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"damaged: .*--fresh"):
        SqliteFrontier(path)


def test_a_full_disk_changes_nothing_and_says_so(tmp_path: Path) -> None:
    frontier = SqliteFrontier(tmp_path / "frontier.sqlite")
    frontier.enqueue([candidate("1"), candidate("2")])
    lease = frontier.lease(anywhere)
    assert lease is not None
    (pages,) = frontier._db.execute("PRAGMA page_count").fetchone()
    frontier._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="free space"):
        frontier.complete(lease, Outcome.FETCHED, candidates=(candidate(f"{n:0900}") for n in range(500)))
    assert (frontier.stats().pending, frontier.stats().leased, frontier.stats().done) == (1, 1, 0)
    frontier._db.execute("PRAGMA max_page_count = 1000000")
    assert frontier.complete(lease, Outcome.FETCHED, candidates=[candidate("3")])
    assert frontier.stats().pending == 2
    frontier.close()


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    script = (
        "import sys; from lookclear.frontier.sqlite import SqliteFrontier\n"
        "from lookclear.domain import Candidate, Outcome, Score\n"
        "def one(n): url = f'http://a.example/{n}'; return Candidate(url, url, Score(0.5))\n"
        f"frontier = SqliteFrontier(__import__('pathlib').Path({str(tmp_path / 'frontier.sqlite')!r}))\n"
        "frontier.enqueue([one(0)])\n"
        "for n in range(10**6):\n"
        "    lease = frontier.lease(lambda host: True)\n"
        "    frontier.complete(lease, Outcome.FETCHED, candidates=[one(2*n+1), one(2*n+2)])\n"
        "    print(lease.key, flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    said = [child.stdout.readline() for _ in range(300)]
    os.kill(child.pid, signal.SIGKILL)
    said += child.stdout.readlines()
    child.stdout.close()
    child.wait()
    frontier = SqliteFrontier(tmp_path / "frontier.sqlite")
    visited = [key for key, _ in frontier.visited()]
    told = [line.strip() for line in said if line.endswith("\n")]
    assert visited[: len(told)] == told
    assert len(visited) - len(told) <= 1
    stats = frontier.stats()
    assert stats.pending + stats.done == 1 + 2 * len(
        visited
    )  # a page and its links are together or not at all
    assert len(told) >= 300
    frontier.close()


def test_another_process_can_look_while_the_crawl_writes(tmp_path: Path) -> None:
    frontier = busy(tmp_path / "frontier.sqlite")
    with FrontierView(tmp_path / "frontier.sqlite") as view:
        assert view.stats() == frontier.stats()
        assert view.state("HTTP://a.example:80/4#top") == frontier.state(candidate("4").key)
        assert view.state("ftp://x.example/") == frontier.state("ftp://x.example/")
        assert view.state("http://nobody.example/") is None
        lease = frontier.lease(anywhere)
        assert lease is not None
        frontier.complete(lease, Outcome.TIMEOUT)
        assert view.stats() == frontier.stats()
    frontier.close()


def test_looking_needs_no_writable_folder() -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        busy(folder / "frontier.sqlite").close()
        (folder / "frontier.sqlite").chmod(0o444)
        folder.chmod(0o555)
        child = os.fork()
        if child == 0:
            if os.getuid() == 0:  # root may write everywhere
                os.setuid(65_534)
            with contextlib.suppress(BaseException), FrontierView(folder / "frontier.sqlite") as view:
                os._exit(view.stats().pending)
            os._exit(99)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 4
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_looking_at_nothing_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="crawl the topic first"):
        FrontierView(tmp_path / "frontier.sqlite")
    (tmp_path / "frontier.sqlite").touch()  # a writer is just making it
    with pytest.raises(StoreError, match="crawl the topic first"):
        FrontierView(tmp_path / "frontier.sqlite")
