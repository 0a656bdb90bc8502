"""The set-up script, as far as it can be tried without installing anything."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scripts import setup


@pytest.fixture
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose path is empty and that has no fonts."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("LOOKCLEAR_CHROMIUM", raising=False)
    monkeypatch.setattr(setup, "FONT_FOLDERS", (str(tmp_path),))


def test_script_needs_nothing_but_the_standard_library(repository: Path) -> None:
    command = [sys.executable, "-I", "-S", str(repository / "scripts/setup.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == "usage: python3 scripts/setup.py run|test"


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
def test_browser_is_found_under_each_name_and_the_named_one_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert setup.chromium() is None
    program = tmp_path / name
    program.touch(mode=0o755)
    assert setup.chromium() == str(program)
    monkeypatch.setenv("LOOKCLEAR_CHROMIUM", "/opt/browser")
    assert setup.chromium() == "/opt/browser"
    assert "chromium" not in setup.missing_programs("test")


@pytest.mark.usefixtures("nothing_installed")
def test_missing_packages_are_named_with_what_is_skipped(capsys: pytest.CaptureFixture[str]) -> None:
    setup.install_debian_packages("test")
    told = capsys.readouterr().out
    assert (
        "missing: chromium (the browser tests are skipped); to install it: apt-get install chromium" in told
    )
    assert "missing: redis-server" in told
    assert "missing: fonts-noto-cjk" in told


@pytest.mark.usefixtures("nothing_installed")
def test_demo_asks_for_no_browser(capsys: pytest.CaptureFixture[str]) -> None:
    assert not {"chromium", "redis-server"} & set(setup.missing_programs("run"))


def test_chinese_font_is_found_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "FONT_FOLDERS", (str(tmp_path),))
    assert not setup.has_cjk_font()
    (tmp_path / "noto").mkdir()
    (tmp_path / "noto/NotoSansCJK-Regular.ttc").touch()
    assert setup.has_cjk_font()


def test_stamp_is_outdated_by_a_new_lock_and_by_a_new_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = []
    for folder, text in (("a", "x==1"), ("a", "x==2"), ("b", "x==2")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "requirements.txt").write_text(text)
        monkeypatch.setattr(setup, "ROOT", tmp_path / folder)
        digests.append(setup.digest_of(["requirements.txt"]))
    assert len(set(digests)) == 3
    (tmp_path / "stamp").write_text(digests[0])
    assert setup.is_stamped(tmp_path / "stamp", digests[0])
    assert not setup.is_stamped(tmp_path / "stamp", digests[1])


def test_lock_pins_every_dependency_and_names_no_place(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {
        "requirements.txt": [
            *project["project"]["dependencies"],
            *project["project"]["optional-dependencies"]["fast"],
        ],
        "requirements-dev.txt": project["dependency-groups"]["dev"],
    }
    for name, dependencies in wanted.items():
        text = (repository / name).read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
        assert all(re.fullmatch(r"[a-z0-9.-]+==[\w.]+( ; .+)?", line) for line in lines)
        pinned = {line.partition("==")[0] for line in lines}
        written = [re.match(r"[\w.-]+", one)[0] for one in dependencies]  # type: ignore[index]
        names = {re.sub(r"[._]", "-", one.lower()) for one in written}
        assert names <= pinned
        assert "://" not in text
        assert not re.search(r"^--|file:|(?<!\w)/\w+/", text, re.MULTILINE)


def test_lock_keeps_whoosh_and_the_supported_scrapy(repository: Path) -> None:
    lock = (repository / "requirements.txt").read_text(encoding="utf-8")
    assert "\nwhoosh==2.7.4\n" in lock
    project = (repository / "pyproject.toml").read_text(encoding="utf-8")
    oldest = ".".join(setup.OLDEST_SCRAPY.split(".")[:2])
    assert f'"scrapy>={oldest}"' in project
