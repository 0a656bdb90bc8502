"""Whatever a user gets wrong is answered with one sentence and the right exit code; nothing is lost."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from lookclear.topics.workspace import Workspace
from tests.lookclear.cli.small_web import PAGES, TOPIC

Run = Callable[..., subprocess.CompletedProcess[str]]


def assert_refused(done: subprocess.CompletedProcess[str], code: int, *pieces: str) -> None:
    """Check exit code, wording, and that standard error is that one sentence."""
    assert done.returncode == code, done.stderr + done.stdout
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("error: ")
    for piece in pieces:
        assert piece in lines[0]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("command", ["check", "crawl", "serve", "status"])
def test_unknown_key_names_line_and_nearest_key(workspace: Path, lookclear: Run, command: str) -> None:
    (workspace / "topic.toml").write_text(TOPIC.replace("pages =", "pagez ="), encoding="utf-8")
    assert_refused(lookclear(command, workspace), 2, "topic.toml line 8", "'pagez'", "did you mean 'pages'?")


def test_no_seeds_says_what_to_add(workspace: Path, lookclear: Run) -> None:
    text = TOPIC.replace('seeds = ["http://marsh.test/"]\n', "")
    (workspace / "topic.toml").write_text(text, encoding="utf-8")
    assert_refused(lookclear("crawl", workspace), 2, "has no seeds", "seeds = [")


def test_missing_workspace_says_how_to_make_one(tmp_path: Path, lookclear: Run) -> None:
    for command in ("check", "crawl", "serve", "status"):
        assert_refused(lookclear(command, tmp_path / "none"), 2, "there is no folder", "lookclear new")


def test_unknown_strategy_names_the_nearest(workspace: Path, lookclear: Run) -> None:
    assert_refused(
        lookclear("crawl", workspace, "--strategy", "link-contxt"),
        2,
        "did you mean 'link-context'?",
        "breadth-first",
    )
    assert not (workspace / "data").exists()


@pytest.mark.parametrize(
    "table", ['[crawl]\nstrategy = "link-context:windoow:20"', '[parsing]\ncontext = "windoow:20"']
)
@pytest.mark.parametrize("command", ["check", "crawl"])
def test_unknown_link_context_is_refused_by_check_as_by_crawl(
    workspace: Path, lookclear: Run, command: str, table: str
) -> None:
    name = table.partition("\n")[0]
    text = TOPIC.replace(name, table) if name in TOPIC else f"{TOPIC}\n{table}\n"
    (workspace / "topic.toml").write_text(text, encoding="utf-8")
    assert_refused(lookclear(command, workspace), 2, "no link context 'windoow:20'", "window:20")


def test_unreachable_seed_ends_starved_and_says_so(workspace: Path, lookclear: Run) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        text = TOPIC.replace("http://marsh.test/", f"http://127.0.0.1:{unused.getsockname()[1]}/")
        text = text.replace('web = "../web.warc.gz"', "delay_s = 0")
        (workspace / "topic.toml").write_text(text, encoding="utf-8")
        done = lookclear("crawl", workspace)
    assert done.returncode == 3, done.stderr + done.stdout
    assert "unreachable" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_seed_outside_the_recorded_web_ends_starved(workspace: Path, lookclear: Run) -> None:
    text = TOPIC.replace("http://marsh.test/", "http://elsewhere.test/")
    (workspace / "topic.toml").write_text(text, encoding="utf-8")
    done = lookclear("crawl", workspace)
    assert done.returncode == 3, done.stderr + done.stdout
    assert "not-recorded" in done.stdout + done.stderr


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_busy_port_is_one_sentence(crawled: Path, tmp_path: Path, lookclear: Run, command: str) -> None:
    where = [crawled] if command == "serve" else ["--data", tmp_path / "demo"]
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        assert_refused(
            lookclear(command, *where, "--port", str(port)), 2, str(port), "already in use", "--port"
        )


def test_folder_that_cannot_be_written_is_one_sentence(workspace: Path, lookclear: Run) -> None:
    (workspace / "data").write_text("a file where the data folder should be")
    assert_refused(lookclear("crawl", workspace), 1, "cannot write to", "make the folder writable")


def test_second_crawl_is_refused_and_changes_nothing(crawled: Path, tmp_path: Path, lookclear: Run) -> None:
    folder = tmp_path / "marsh"
    shutil.copytree(crawled, folder)
    shutil.copy(crawled.parent / "web.warc.gz", tmp_path)
    with Workspace.open(folder).lock():
        before = contents(folder)
        for options in ([], ["--fresh"]):
            assert_refused(
                lookclear("crawl", folder, *options), 1, f"process {os.getpid()}", "wait until it ends"
            )
        assert contents(folder) == before


def test_damaged_record_is_passed_over_and_the_rest_is_crawled(workspace: Path, lookclear: Run) -> None:
    web = workspace.parent / "web.warc.gz"
    raw = bytearray(web.read_bytes())
    members = [at for at in range(len(raw)) if raw[at : at + 4] == b"\x1f\x8b\x08\x00"]
    assert len(members) == len(PAGES)
    last = members[-2]  # http://zh.test/: only its links lead to the last page
    raw[last + 30 : last + 60] = bytes(30)
    web.write_bytes(raw)
    done = lookclear("crawl", workspace)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    checked = lookclear("check", workspace)
    assert "1 records of the recorded web are damaged" in checked.stdout
    found = lookclear("search", workspace, "marsh", "--json")
    assert '"total": 6' in found.stdout or '"total": 5' in found.stdout


def test_missing_recorded_web_is_one_sentence(workspace: Path, lookclear: Run) -> None:
    (workspace.parent / "web.warc.gz").unlink()
    assert_refused(lookclear("crawl", workspace), 2, "web.warc.gz")
    assert_refused(lookclear("check", workspace), 2, "web.warc.gz")


def test_recorded_web_that_is_no_warc_is_one_sentence(workspace: Path, lookclear: Run) -> None:
    (workspace.parent / "web.warc.gz").write_text("not a WARC file at all\n" * 50)
    assert_refused(lookclear("crawl", workspace), 1, "web.warc.gz")


def test_search_before_a_crawl_says_to_crawl(workspace: Path, lookclear: Run) -> None:
    assert_refused(lookclear("search", workspace, "marsh"), 1, "nothing", "is indexed yet", "lookclear crawl")


def test_address_the_crawl_never_saw(crawled: Path, lookclear: Run) -> None:
    assert_refused(
        lookclear("why", crawled, "http://nowhere.test/"), 1, "never came across http://nowhere.test/"
    )


@pytest.mark.parametrize(
    "url", ["http://[half/", "http://a:b:c/", "marsh.test/d", "", "盐沼", "mailto:a@b.test"]
)
def test_what_is_no_address_is_said_to_be_none(crawled: Path, lookclear: Run, url: str) -> None:
    assert_refused(lookclear("why", crawled, url), 2, f"{url!r} is not the address of a page", "in full")


def test_unknown_command_names_the_nearest(lookclear: Run) -> None:
    done = lookclear("serach")
    assert done.returncode == 2
    assert "did you mean 'search'?" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("option", [["--pages", "0"], ["--pages", "many"], ["--bogus"], ["--set", "oops"]])
def test_wrong_option_is_a_usage_error(workspace: Path, lookclear: Run, option: list[str]) -> None:
    done = lookclear("crawl", workspace, *option)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_internal_error_hides_its_traceback_until_asked(workspace: Path, lookclear: Run) -> None:
    shutil.rmtree(workspace)
    workspace.parent.joinpath("marsh").symlink_to("marsh")  # a link to itself: no error we know of
    done = lookclear("check", workspace)
    assert done.returncode in {1, 2}
    assert "Traceback" not in done.stderr
