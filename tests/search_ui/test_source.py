"""The site answers while another process writes the index."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from indexer import Index, Results
from search_ui.app import create_app
from search_ui.source import Source
from tests.search_ui.sample import build_index, documents

WRITER = """
import sys
from indexer import Index
from tests.search_ui.sample import documents
with Index.open(sys.argv[1]) as index:
    for document in documents():
        index.add(document)
        index.commit(sync=False)
        print(len(index), flush=True)
        sys.stdin.readline()
"""


def test_every_commit_of_a_writing_process_is_found_at_once(tmp_path: Path) -> None:
    site = TestClient(create_app(tmp_path / "index", title="Accounting"))
    command = [sys.executable, "-c", WRITER, str(tmp_path / "index")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        for line in writer.stdout:
            assert site.get("/healthz").json()["documents"] == int(line)
            writer.stdin.write("\n")
            writer.stdin.flush()
    assert writer.returncode == 0
    assert site.get("/search.json?q=会计").json()["total"] == 20


def test_many_visitors_at_once_see_whole_answers_while_pages_come_in(tmp_path: Path) -> None:
    site = TestClient(create_app(tmp_path / "index", title="Accounting"))
    done = threading.Event()

    def visit(query: str) -> list[int]:
        totals = []
        last = False
        while not last:
            last = done.is_set()  # looked at before the last question, not after
            answer = site.get("/search.json", params={"q": query})
            assert answer.status_code == 200
            found = answer.json()
            assert len(found["hits"]) == min(found["total"], 10)
            totals.append(found["total"])
        return totals

    with ThreadPoolExecutor(4) as pool:
        visits = [pool.submit(visit, query) for query in ("accounting", "会计", "cost", "资产")]
        for document in documents():
            build_index(tmp_path / "index", [document])
        done.set()
        answers = [future.result() for future in visits]
    assert all(totals == sorted(totals) for totals in answers)
    assert (answers[0][-1], answers[1][-1]) == (22, 20)


def test_a_site_asks_its_first_question_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    search = Index.search

    def watched(index: Index, query: str, **place: int) -> Results:
        results = search(index, query, **place)
        asked.append(len(results.hits))
        return results

    monkeypatch.setattr(Index, "search", watched)
    with TestClient(create_app(build_index(tmp_path / "index"), title="Accounting")):
        assert asked
        assert asked[0] > 0  # a hit was shown
    with TestClient(create_app(tmp_path / "none yet", title="Accounting")) as site:
        assert site.get("/healthz").json()["documents"] == 0
    (tmp_path / "index" / "log").write_bytes(b"garbage" * 50)
    with TestClient(create_app(tmp_path / "index", title="Accounting")) as site:
        assert site.get("/healthz").status_code == 503


def test_a_source_can_be_closed_twice_and_used_again(tmp_path: Path) -> None:
    source = Source(build_index(tmp_path / "index"))
    assert source.count() == len(documents())
    source.close()
    source.close()
    assert source.search("goodwill").total == 1
    source.close()
