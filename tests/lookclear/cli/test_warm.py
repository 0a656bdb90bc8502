import pytest

from indexer import compiled
from lookclear.cli import main


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_warm_compiles_once(monkeypatch, capsys):
    runs = []
    monkeypatch.setattr("indexer.trial.run", runs.append)
    monkeypatch.setattr(compiled, "load", lambda: "kernels")
    assert main(["warm"]) == 0
    assert f"compiled: {compiled.folder()}" in capsys.readouterr().out
    assert main(["warm"]) == 0
    assert "compiled already" in capsys.readouterr().out
    assert runs == ["kernels"]


def test_warm_without_numba_says_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setattr(compiled, "numba_version", lambda: None)
    assert main(["warm"]) == 1
    assert "pip install 'lookclear[fast]'" in capsys.readouterr().err
