from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lookclear.errors import ConfigError, WorkspaceBusy, WorkspaceError
from lookclear.topics.workspace import Workspace
from tests.ontologies import FARMING_TTL

TOPIC = 'name = "湿地 Marsh"\nseeds = ["https://example.org/"]\nexamples = ["good.html", "https://example.org/a"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "topic.toml").write_text(TOPIC, encoding="utf-8")
    return tmp_path


def test_opening_reads_the_topic_and_writes_nothing(folder: Path) -> None:
    workspace = Workspace.open(folder)
    assert workspace.topic.name == "湿地 Marsh"
    assert workspace.topic.examples == (str(folder / "good.html"), "https://example.org/a")
    assert [entry.name for entry in folder.iterdir()] == ["topic.toml"]


def test_topic_file_itself_may_be_named(folder: Path) -> None:
    assert Workspace.open(folder / "topic.toml") == Workspace.open(folder)


def test_recorded_web_is_relative_to_the_topic_file(folder: Path) -> None:
    assert Workspace.open(folder).web_path is None
    (folder / "topic.toml").write_text(TOPIC + '[crawl]\nweb = "../web/pages.warc.gz"\n', encoding="utf-8")
    assert Workspace.open(folder).web_path == folder.parent / "web" / "pages.warc.gz"


def test_ontology_is_read_beside_the_topic_file_and_says_what_is_wrong(folder: Path) -> None:
    assert Workspace.open(folder).ontology() is None
    (folder / "topic.toml").write_text('ontology = "概念.ttl"\n' + TOPIC, encoding="utf-8")
    with pytest.raises(ConfigError, match="there is no ontology"):
        Workspace.open(folder).ontology()
    (folder / "概念.ttl").write_text(FARMING_TTL, encoding="utf-8")
    found = Workspace.open(folder).ontology()
    assert found is not None
    assert {node.name for node in found.nodes} == {"farming", "crop", "rice", "grain", "soil", "bank"}
    (folder / "概念.ttl").write_text("name,broader\nsoil,farm\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="is not valid Turtle"):
        Workspace.open(folder).ontology()


def test_seeds_outside_of_the_scope_are_told(folder: Path) -> None:
    seeds = '["https://example.org/", "https://湿地.example/a.pdf", "https://other.test/"]'
    text = TOPIC.replace('["https://example.org/"]', seeds)
    (folder / "topic.toml").write_text(f'{text}[scope]\nhosts = ["example.org", "湿地.example"]\n')
    assert [warning.partition(";")[0] for warning in Workspace.open(folder).seed_warnings] == [
        "the seed https://湿地.example/a.pdf lies outside of what may be followed (file-type)",
        "the seed https://other.test/ lies outside of what may be followed (scope)",
    ]


def test_missing_folder_and_missing_file_say_how_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no folder .*lookclear new"):
        Workspace.open(tmp_path / "nowhere")
    with pytest.raises(ConfigError, match=r"there is no topic file .*lookclear new"):
        Workspace.open(tmp_path)


def test_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(ConfigError, match=r"is not a folder"):
        Workspace.open(tmp_path / "notes.txt")


def test_data_path_that_is_a_file_is_an_error_with_a_hint(folder: Path) -> None:
    (folder / "data").write_text("x")
    with pytest.raises(WorkspaceError, match=r"cannot write to .*make the folder writable"):
        Workspace.open(folder).lock()


def test_read_only_folder_is_an_error_with_a_hint(
    reachable_folder: Path, as_nobody: Callable[[Callable[[], str]], str]
) -> None:
    (reachable_folder / "topic.toml").write_text(TOPIC, encoding="utf-8")
    workspace = Workspace.open(reachable_folder)

    def prepare() -> str:
        workspace.prepare()
        return "prepared"

    reachable_folder.chmod(0o555)
    answer = as_nobody(prepare)
    assert answer.startswith("WorkspaceError: cannot write to")
    assert "copy the workspace" in answer
    reachable_folder.chmod(0o777)
    assert as_nobody(prepare) == "prepared"


def test_second_lock_names_the_process_that_holds_the_first(folder: Path) -> None:
    assert not Workspace.open(folder).is_locked
    with Workspace.open(folder).lock(), pytest.raises(WorkspaceBusy, match=f"process {os.getpid()}"):
        Workspace.open(folder).lock()
    Workspace.open(folder).lock().release()


def test_killed_holder_leaves_no_lock_behind(folder: Path) -> None:
    program = (
        "import sys, time; from lookclear.topics.workspace import Workspace; "
        "lock = Workspace.open(sys.argv[1]).lock(); print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(folder)], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(WorkspaceBusy, match=f"process {child.pid}"):
            Workspace.open(folder).lock()
        assert Workspace.open(folder).is_locked
        child.send_signal(signal.SIGKILL)
    assert not Workspace.open(folder).is_locked
    Workspace.open(folder).lock().release()


def test_a_process_number_left_behind_is_no_lock(folder: Path) -> None:
    with Workspace.open(folder).lock():
        pass
    (folder / "data" / "lock").write_text(f"{os.getpid()}\n")  # as kill -9 leaves it, the number used again
    assert not Workspace.open(folder).is_locked
    Workspace.open(folder).lock().release()


def test_asking_never_keeps_another_from_taking_the_lock(folder: Path) -> None:
    workspace = Workspace.open(folder)
    workspace.lock().release()
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            assert workspace.is_locked in {True, False}

    with ThreadPoolExecutor(4) as pool:
        asking = [pool.submit(ask) for _ in range(4)]
        try:
            for _ in range(300):
                with workspace.lock():
                    assert workspace.is_locked
        finally:
            done.set()
        for one in asking:
            one.result()


def test_released_lock_can_be_released_again(folder: Path) -> None:
    lock = Workspace.open(folder).lock()
    lock.release()
    lock.release()
    assert not Workspace.open(folder).is_locked
    Workspace.open(folder).lock().release()


def test_clear_deletes_the_crawl_and_keeps_labels(folder: Path) -> None:
    workspace = Workspace.open(folder)
    with workspace.lock():
        workspace.index_folder.mkdir()
        (workspace.index_folder / "log").write_text("x")
        workspace.frontier_path.write_text("x")
        (workspace.data / "labels.sqlite").write_text("x")
        workspace.clear()
        assert sorted(entry.name for entry in workspace.data.iterdir()) == ["labels.sqlite", "lock"]
        with pytest.raises(WorkspaceBusy):
            workspace.lock()
