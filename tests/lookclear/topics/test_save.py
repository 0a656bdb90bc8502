from pathlib import Path

import pytest

from lookclear.errors import ConfigError
from lookclear.topics.save import KEPT, proposed, read_topic_text, save_topic

TEXT = 'name = "盐沼"\nseeds = ["http://a.test/"]\n'


def test_the_file_before_is_kept_and_the_ones_before_that(tmp_path: Path) -> None:
    (tmp_path / "topic.toml").write_text(TEXT, encoding="utf-8")
    for number in range(KEPT + 3):
        before = read_topic_text(tmp_path)
        save_topic(tmp_path, proposed(before, {("name",): f"marsh {number}"}), before=before)
    assert f'"marsh {KEPT + 2}"' in read_topic_text(tmp_path)
    assert f'"marsh {KEPT + 1}"' in (tmp_path / "topic.toml.1").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["topic.toml", *(f"topic.toml.{number}" for number in range(1, KEPT + 1))]
    )


def test_a_file_that_was_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "topic.toml").write_text(TEXT + "# by hand\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="meanwhile"):
        save_topic(tmp_path, TEXT, before=TEXT)
    assert "by hand" in read_topic_text(tmp_path)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("seeds",), [], "no seeds"),
        (("seeds",), ["ftp://a.test"], "http"),
        (("name",), " ", "name is empty"),
        (("relevance", "threshold"), 2.0, "threshold"),
    ],
)
def test_a_proposal_is_checked_as_a_crawl_would(path: tuple[str, ...], value: object, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        proposed(TEXT, {path: value})
