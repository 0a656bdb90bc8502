from __future__ import annotations

from pathlib import Path

import pytest

from lookclear.errors import UsageError, WorkspaceError
from lookclear.topics.copy import copy_topic
from lookclear.topics.workspace import Workspace
from tests.ontologies import FARMING_TTL

TOPIC = """\
# 注释
name = "Marsh 湿地"
seeds = ["https://example.org/"]

[crawl]
web = "../web.warc.gz"  # recorded
pages = 3
"""


@pytest.fixture
def source(tmp_path: Path) -> Workspace:
    folder = tmp_path / 'odd "name"' / "topic"
    folder.mkdir(parents=True)
    (folder / "topic.toml").write_text(TOPIC, encoding="utf-8")
    return Workspace.open(folder)


def test_copy_names_its_recorded_web_by_full_path(source: Workspace, tmp_path: Path) -> None:
    copy = copy_topic(source, tmp_path / "a" / "b")
    assert copy.web_path == source.web_path
    assert copy.topic == source.topic
    assert copy.file.crawl.pages == 3
    assert (copy.folder / "topic.toml").read_text(encoding="utf-8").startswith("# 注释")


def test_copy_names_its_ontology_by_full_path(source: Workspace, tmp_path: Path) -> None:
    path = source.folder / "topic.toml"
    path.write_text('ontology = "../农业.ttl"  # concepts\n' + TOPIC, encoding="utf-8")
    (source.folder.parent / "农业.ttl").write_text(FARMING_TTL, encoding="utf-8")
    copy = copy_topic(Workspace.open(source.folder), tmp_path / "copy")
    assert copy.file.ontology == str(source.folder.parent / "农业.ttl")
    assert copy.ontology() == Workspace.open(source.folder).ontology()


def test_second_copy_keeps_the_data(source: Workspace, tmp_path: Path) -> None:
    copy = copy_topic(source, tmp_path / "copy")
    copy.prepare()
    copy.frontier_path.write_text("x")
    assert copy_topic(source, tmp_path / "copy").frontier_path.read_text() == "x"
    assert sorted(entry.name for entry in copy.folder.iterdir()) == ["data", "topic.toml"]


def test_folder_with_another_topic_is_refused(source: Workspace, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "topic.toml").write_text('name = "Else"\nseeds = ["https://example.org/"]\n')
    with pytest.raises(UsageError, match="already holds the topic 'Else'"):
        copy_topic(source, other)
    assert "Else" in (other / "topic.toml").read_text()


def test_folder_that_cannot_be_written_is_an_error(source: Workspace, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(WorkspaceError, match="cannot write to"):
        copy_topic(source, tmp_path / "file" / "copy")
