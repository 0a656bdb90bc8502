"""Example files are pages, or an error that names the file and says what to do."""

from pathlib import Path

import pytest

from lookclear.errors import ConfigError
from lookclear.guard import ParserBroke
from lookclear.session import examples
from lookclear.session.examples import Examples, not_parsed, read_example


@pytest.mark.parametrize("text", ["Compost feeds the soil.", "堆肥可以改良土壤。", "Compost 堆肥"])
@pytest.mark.parametrize("name", ["good.html", "gut 好.txt"])
def test_a_file_is_read(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert read_example(str(path)).text == text


def test_a_file_without_html_is_named(tmp_path: Path) -> None:
    path = tmp_path / "leer 空.html"
    path.touch()
    with pytest.raises(ConfigError, match=f"cannot understand the example {path}: "):
        read_example(str(path))


def test_a_file_that_breaks_the_parser_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("soil 土壤")

    monkeypatch.setattr(examples, "parse", broken)
    path = tmp_path / "bad 坏.html"
    path.write_text("<p>soil", encoding="utf-8")
    with pytest.raises(ConfigError) as raised:
        read_example(str(path))
    assert str(path) in raised.value.message
    assert "KeyError: 'soil 土壤'" in raised.value.message
    assert "take the file out of examples" in raised.value.hint
    assert isinstance(raised.value.__cause__, ParserBroke)
    found = Examples((str(path),), tmp_path)
    with pytest.raises(ConfigError, match=str(path)):
        found.pages()
    found.close()


def test_an_error_without_words_is_told_too() -> None:
    assert "a.html: the parser broke;" in str(not_parsed("file:///a.html", ParserBroke("")))
