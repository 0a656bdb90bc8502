import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from lookclear.domain import Candidate, Lane, Outcome, Refusal, Score
from lookclear.errors import StoreError
from lookclear.frontier.inspect import FrontierView
from lookclear.frontier.rules import Rules
from lookclear.frontier.sqlite import SqliteFrontier
from lookclear.links.rescored import Rescored


def anywhere(host: str) -> bool:
    return True


def nowhere(host: str) -> bool:
    return False


def candidate(path: str, score: float = 0.5, host: str = "a.example", **more: object) -> Candidate:
    url = f"http://{host}/{path}"
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
    frontier.enqueue([candidate("0", 0.01)])  # leases reach the file with the next write
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
    with pytest.raises(StoreError, match=r"has layout 7, this version of LookClear reads layout 4.*--fresh"):
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


def limit_pages(frontier: SqliteFrontier, more: int) -> None:
    """Let the file grow by so many pages at most, as on a full disk."""
    db = frontier._book._db  # type: ignore[attr-defined]
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages + more}")


def test_a_full_disk_changes_nothing_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "frontier.sqlite"
    frontier = SqliteFrontier(path, Rules(fairness=True, batch=2))
    frontier.enqueue([candidate("1"), candidate("2"), candidate("3", 0.1)])
    lease = frontier.lease(anywhere)
    assert lease is not None
    before = [frontier.stats(), frontier.state(lease.key)]
    limit_pages(frontier, 0)
    many = [
        candidate(f"{n:0900}", host=f"h{n}.example", parent=lease.key, anchor=f"字 {n}") for n in range(500)
    ]
    with pytest.raises(StoreError, match="free space"):
        frontier.complete(
            lease,
            Outcome.FETCHED,
            candidates=many,
            refused=[("ftp://x.example/", Refusal.SCHEME)],
            rescored={candidate("2").key: 0.9},
        )
    with pytest.raises(StoreError, match="free space"):
        frontier.enqueue(many)
    assert [frontier.stats(), frontier.state(lease.key)] == before
    limit_pages(frontier, 1_000_000)
    assert frontier.complete(lease, Outcome.FETCHED, candidates=many)
    assert frontier.stats().pending == 502
    with FrontierView(path) as view:
        assert view.stats() == frontier.stats()
    frontier.close()
    again = SqliteFrontier(path)
    assert again.stats().hosts == 501
    assert again.anchors(many[7].key) == ("字 7",)
    again.close()


def test_a_file_that_another_process_has_locked_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lookclear.dbfile._BUSY_MS", 50)
    frontier = SqliteFrontier(tmp_path / "frontier.sqlite")
    frontier.enqueue([candidate("1"), candidate("2")])
    lease = frontier.lease(anywhere)
    assert lease is not None
    other = sqlite3.connect(tmp_path / "frontier.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match=r"locked.*start again"):
        frontier.complete(lease, Outcome.FETCHED, candidates=[candidate("3")])
    assert (frontier.stats().pending, frontier.stats().leased, frontier.stats().done) == (1, 1, 0)
    other.execute("ROLLBACK")
    other.close()
    assert frontier.complete(lease, Outcome.FETCHED, candidates=[candidate("3")])
    assert frontier.stats().pending == 2
    frontier.close()


_CHILD = """
import resource, signal, sys
from pathlib import Path
from lookclear.domain import Candidate, Outcome, Score
from lookclear.errors import StoreError
from lookclear.frontier.sqlite import SqliteFrontier
def one(n):
    url = f"http://a.example/{n:0300}"
    return Candidate(url, url, Score(0.5))
frontier = SqliteFrontier(Path(sys.argv[1]))
frontier.enqueue([one(0)])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
limit = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limit[1]))
failed = number = 0
while number < 60:
    lease = frontier.lease(lambda host: True)
    more = [one(number * 10 + n + 1) for n in range(10)]
    try:
        assert frontier.complete(lease, Outcome.FETCHED, candidates=more)
    except StoreError:
        failed += 1
        assert frontier.stats().leased == 1
        frontier.release(lease)
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)  # space was made
        continue
    number += 1
stats = frontier.stats()
frontier.close()
print(failed, stats.done, stats.pending)
"""


def test_a_write_that_fails_half_way_is_done_again_once_there_is_space(tmp_path: Path) -> None:
    path = tmp_path / "frontier.sqlite"
    child = subprocess.run(
        [sys.executable, "-c", _CHILD, str(path)], capture_output=True, text=True, check=False, timeout=60
    )
    assert child.stdout.split() == ["1", "60", "541"], child.stderr
    frontier = SqliteFrontier(path)
    assert (frontier.stats().done, frontier.stats().pending) == (60, 541)
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


def test_a_lease_shows_in_the_file_after_a_second_without_a_write(tmp_path: Path) -> None:
    now = [0.0]
    frontier = SqliteFrontier(tmp_path / "frontier.sqlite", clock=lambda: now[0])
    frontier.enqueue([candidate("1"), candidate("2"), candidate("3")])
    with FrontierView(tmp_path / "frontier.sqlite") as view:
        for seconds, leased in [(0.5, 0), (2.0, 2)]:
            frontier.lease(anywhere)
            now[0] = seconds
            frontier.lease(nowhere)
            assert view.stats().leased == leased
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


def test_scores_of_a_whole_rescoring_last_and_newer_ones_of_single_addresses_win(tmp_path: Path) -> None:
    path = tmp_path / "frontier.sqlite"
    first = SqliteFrontier(path, Rules(tunnel_share=0.0))
    keys = [candidate(str(n)).key for n in range(6_000)]
    first.enqueue(candidate(str(n), 0.5) for n in range(6_000))
    done = first.lease(anywhere)
    assert done is not None
    scores = np.arange(6_000) / 7_000
    tunnel = np.arange(6_000) % 2 == 1
    raised = [candidate("2", 0.97), candidate("new", 0.01), candidate("5", 0.0)]
    first.complete(done, Outcome.FETCHED, candidates=raised, rescored=Rescored(keys, scores, tunnel))
    first.enqueue([candidate("4", 0.99), candidate("1", 0.98, lane=Lane.TUNNEL), candidate("7", 0.001)])
    first.rescore({keys[6]: 0.96})
    first.rescore(Rescored(keys, np.where(np.arange(6_000) == 8, 0.95, np.nan), tunnel))
    states = {key: first.state(key) for key in [*keys[:12], keys[5_999], candidate("new").key]}
    with FrontierView(path) as view:
        assert {key: view.state(key) for key in states} == states
    first.close()
    second = SqliteFrontier(path, Rules(tunnel_share=0.0))
    assert {key: second.state(key) for key in states} == states
    order = [lease.key for _ in range(6) if (lease := second.lease(anywhere)) is not None]
    assert order == [keys[n] for n in (4, 6, 8, 5_998, 5_996, 5_994)]
    assert second._slots.lane[[2, 6, 8, 10]].tolist() == [1, 1, 0, 1]  # 1, 5, 7, 9: 7 left the tunnel
    second.close()


def test_addresses_whose_hashes_are_equal_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lookclear.frontier.rows.hash_of", len)
    monkeypatch.setattr("lookclear.frontier.writing.hash_of", len)
    frontier = SqliteFrontier(tmp_path / "frontier.sqlite")
    assert frontier.enqueue(candidate(str(n), n / 10) for n in range(8)) == 8
    assert frontier.enqueue(candidate(str(n)) for n in range(9)) == 1
    assert not frontier.is_known(candidate("9").key)
    state = frontier.state(candidate("3").key)
    assert state is not None
    assert (state.key, state.score) == (candidate("3").key, 0.5)
    frontier.close()
