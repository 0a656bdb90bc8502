"""What another topic file would change, and that finding it out changes nothing."""

from pathlib import Path

import pytest

from lookclear.cli.entry import main
from lookclear.errors import ConfigError, UsageError
from lookclear.session import rehearsal
from lookclear.session.rehearsal import rehearse
from lookclear.topics.workspace import Workspace
from tests.lookclear.session.crawling import NOW, crawl, opened, run, write_topic


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = write_topic(tmp_path / "topic", pages=40)
    with opened(folder) as session:
        run(session, 30)
    return folder


def other(folder: Path, before: str, after: str) -> str:
    text = (folder / "topic.toml").read_text()
    assert before in text
    return text.replace(before, after)


def test_other_keywords_change_terms_and_the_order_and_the_workspace_stays(folder: Path) -> None:
    workspace = Workspace.open(folder)
    text = (folder / "topic.toml").read_text()
    line = next(one for one in text.splitlines() if one.startswith("keywords"))
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    found = rehearse(workspace, text.replace(line, 'keywords = ["football", "足球"]'), at=NOW)
    assert "footbal" in dict(found.terms_in) or "足球" in dict(found.terms_in)
    assert found.pages == 30
    assert found.waiting > 0
    assert found.moved > 0
    assert [one.place_after for one in found.order] == list(range(1, len(found.order) + 1))
    changed = {path.name for path, content in before.items() if path.read_bytes() != content}
    assert changed <= {"frontier.sqlite-shm", "pages.sqlite-shm", "labels.sqlite-shm", "examples.sqlite-shm"}


def test_the_same_file_changes_nothing(folder: Path) -> None:
    found = rehearse(Workspace.open(folder), (folder / "topic.toml").read_text(), at=NOW)
    assert (found.terms_in, found.terms_out, found.moved) == ([], [], 0)
    assert found.on_topic_before == found.on_topic_after


def test_a_threshold_alone_moves_pages_over_the_border(folder: Path) -> None:
    text = (folder / "topic.toml").read_text() + "threshold = 0.99\n"
    found = rehearse(Workspace.open(folder), text, at=NOW)
    assert (found.threshold_before, found.threshold_after) == (0.5, 0.99)
    assert found.on_topic_after < found.on_topic_before


def test_what_cannot_be_tried_is_said(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = Workspace.open(folder)
    with pytest.raises(ConfigError):
        rehearse(workspace, "name = ", at=NOW)
    empty = Workspace.open(write_topic(tmp_path / "empty"))
    with pytest.raises(UsageError, match="nothing is crawled"):
        rehearse(empty, (empty.folder / "topic.toml").read_text(), at=NOW)
    monkeypatch.setattr(rehearsal, "MOST_PAGES", 10)
    with pytest.raises(UsageError, match="at most 10 stored pages"):
        rehearse(workspace, (folder / "topic.toml").read_text(), at=NOW)


def test_the_command_says_it_for_people(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crawl(folder)
    file = folder / "other.toml"
    file.write_text((folder / "topic.toml").read_text() + "threshold = 0.9\n")
    assert main(["train", str(folder), "--try", str(file)]) == 0
    said = capsys.readouterr().out
    assert "nothing was changed" in said
    assert "→" in said
    assert main(["train", str(folder), "--try", str(file), "--undo"]) == 2
