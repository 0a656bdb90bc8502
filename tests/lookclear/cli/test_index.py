import json
import shutil
import subprocess
import sys
import time

import pytest

from indexer import Document, Index
from lookclear.cli import main
from lookclear.topics.workspace import Workspace


@pytest.fixture
def indexed(workspace):
    with Index.open(workspace / "data" / "index") as index:
        for version in range(5):
            index.add_all(Document(f"http://a.org/{n}", body=f"marsh 盐沼 v{version}") for n in range(30))
    return workspace


def said(capsys, *arguments):
    code = main(["index", *map(str, arguments)])
    return code, capsys.readouterr().out


def test_stats_tell_sizes(indexed, capsys):
    code, out = said(capsys, "stats", indexed, "--json")
    found = json.loads(out)
    assert (code, found["documents"], found["replaced"]) == (0, 30, 120)
    assert "documents" in said(capsys, "stats", indexed)[1]


def test_compact_frees_what_was_replaced(indexed, capsys):
    before = json.loads(said(capsys, "stats", indexed, "--json")[1])["log_bytes"]
    code, out = said(capsys, "compact", indexed, "--json")
    assert code == 0
    assert json.loads(out)["log_bytes"] < before / 3
    assert json.loads(said(capsys, "stats", indexed, "--json")[1])["replaced"] == 0
    assert "freed" in said(capsys, "compact", indexed)[1]


def test_check_names_the_damaged_byte_and_ends_with_1(indexed, capsys):
    assert said(capsys, "check", indexed)[0] == 0
    path = indexed / "data" / "index" / "log"
    sound = path.read_bytes()
    path.write_bytes(sound[:500] + bytes([sound[500] ^ 1]) + sound[501:])
    code, out = said(capsys, "check", indexed)
    assert (code, "damaged at byte" in out) == (1, True)
    code, out = said(capsys, "check", indexed, "--json")
    assert (code, len(json.loads(out)["problems"])) == (1, 1)


@pytest.mark.parametrize("command", ["stats", "check", "compact"])
def test_a_workspace_without_an_index_says_what_to_do(workspace, capsys, command):
    assert main(["index", command, str(workspace)]) == 1
    assert "lookclear crawl" in capsys.readouterr().err


def test_an_index_that_was_deleted_is_made_anew_from_stored_pages(workspace, lookclear):
    assert lookclear("crawl", workspace).returncode == 0
    before = json.loads(lookclear("index", "stats", workspace, "--json").stdout)["documents"]
    shutil.rmtree(workspace / "data" / "index")
    assert lookclear("crawl", workspace).returncode in (0, 3)
    assert json.loads(lookclear("index", "stats", workspace, "--json").stdout)["documents"] == before > 0


def found_in(lookclear, workspace, query):
    answer = lookclear("search", workspace, query, "--json")
    return answer, sorted(hit["url"] for hit in json.loads(answer.stdout)["hits"]) if answer.stdout else []


@pytest.mark.parametrize("harm", ["damaged", "of another version", "missing", "sound"])
def test_an_index_is_made_anew_from_stored_pages(workspace, lookclear, harm):
    assert lookclear("crawl", workspace).returncode == 0
    folder = workspace / "data" / "index"
    documents = json.loads(lookclear("index", "stats", workspace, "--json").stdout)["documents"]
    before = found_in(lookclear, workspace, "marsh")[1]
    assert documents
    assert before
    log = folder / "log"
    if harm == "damaged":
        log.write_bytes(log.read_bytes()[:300] + b"\xff" * 40 + log.read_bytes()[340:])
    elif harm == "of another version":
        log.write_bytes(log.read_bytes()[:8] + b"\x63\x00\x00\x00" + log.read_bytes()[12:])
    elif harm == "missing":
        shutil.rmtree(folder)
    if harm in ("damaged", "of another version"):
        for rest in folder.glob("checkpoint*"):
            rest.unlink()
        assert "lookclear index rebuild" in lookclear("search", workspace, "marsh").stderr
    (workspace / "data" / "index.rebuilding").mkdir()  # as one that was cut off leaves it
    made = lookclear("index", "rebuild", workspace, "--json")
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["documents"] == documents
    assert found_in(lookclear, workspace, "marsh")[1] == before
    assert lookclear("index", "check", workspace).returncode == 0
    assert not (workspace / "data" / "index.rebuilding").exists()


def test_nothing_is_made_anew_from_no_pages(workspace, lookclear):
    said_so = lookclear("index", "rebuild", workspace)
    assert (said_so.returncode, "lookclear crawl" in said_so.stderr) == (2, True)


def test_a_rebuild_that_is_killed_leaves_the_old_index(workspace, lookclear, environment):
    assert lookclear("crawl", workspace).returncode == 0
    before = found_in(lookclear, workspace, "marsh")[1]
    beside = workspace / "data" / "index.rebuilding"
    command = [sys.executable, "-m", "lookclear.cli", "index", "rebuild", str(workspace)]
    child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not (beside / "log").exists():
        assert child.poll() is None, "it was done before it could be killed"
        time.sleep(0.001)
    child.kill()
    child.communicate()
    assert found_in(lookclear, workspace, "marsh")[1] == before
    assert lookclear("index", "check", workspace).returncode == 0
    assert lookclear("index", "rebuild", workspace).returncode == 0
    assert found_in(lookclear, workspace, "marsh")[1] == before
    assert not beside.exists()


def test_an_index_is_not_made_anew_under_a_crawl(workspace, lookclear):
    assert lookclear("crawl", workspace).returncode == 0
    log = (workspace / "data" / "index" / "log").read_bytes()
    lock = Workspace.open(workspace).lock()
    try:
        refused = lookclear("index", "rebuild", workspace)
    finally:
        lock.release()
    assert (refused.returncode, "when it has ended" in refused.stderr) == (1, True)
    assert (workspace / "data" / "index" / "log").read_bytes() == log
