from __future__ import annotations

from pathlib import Path

import pytest

from lookclear.config import parse_topic_file
from lookclear.errors import ConfigError, WorkspaceError
from lookclear.topics.new import write_topic
from lookclear.topics.workspace import Workspace


def test_written_file_opens_as_a_workspace_with_what_was_given(tmp_path: Path) -> None:
    write_topic(
        tmp_path / "a" / "marsh",
        name='盐沼 "Salt"',
        seeds=["https://example.org/?a=1&b=2", "https://example.cn/盐沼"],
        keywords=["salt marsh", "盐沼", "back\\slash"],
    )
    topic = Workspace.open(tmp_path / "a" / "marsh").topic
    assert topic.name == '盐沼 "Salt"'
    assert topic.seeds == ("https://example.org/?a=1&b=2", "https://example.cn/盐沼")
    assert topic.keywords == ("salt marsh", "盐沼", "back\\slash")


def test_name_defaults_to_the_folder(tmp_path: Path) -> None:
    path = write_topic(tmp_path / "marsh", name="", seeds=[], keywords=[])
    assert parse_topic_file(path.read_text(encoding="utf-8")).name == "marsh"


def test_existing_topic_file_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "topic.toml").write_text("mine")
    with pytest.raises(ConfigError, match=r"already there"):
        write_topic(tmp_path, name="x", seeds=[], keywords=[])
    assert (tmp_path / "topic.toml").read_text() == "mine"


def test_bad_seed_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"'example.org' does not begin with http"):
        write_topic(tmp_path / "new", name="x", seeds=["example.org"], keywords=[])
    assert not (tmp_path / "new").exists()


def test_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ConfigError, match=r"is not a folder"):
        write_topic(tmp_path / "file", name="x", seeds=[], keywords=[])
    with pytest.raises(WorkspaceError, match=r"cannot write"):
        write_topic(tmp_path / "file" / "deeper", name="x", seeds=[], keywords=[])


@pytest.mark.parametrize("word", ["\x7f", "\x00", "tab\t", "new\nline", "\u2028", "\U0001f33f"])
def test_any_character_in_a_keyword_survives(tmp_path: Path, word: str) -> None:
    path = write_topic(tmp_path, name="x", seeds=[], keywords=[word])
    assert parse_topic_file(path.read_text(encoding="utf-8")).keywords == (word,)
