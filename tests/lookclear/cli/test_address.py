from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_check_of_an_address_tells_identity_decision_and_rule(workspace: Path, lookclear: Run) -> None:
    url = "http://shop.test:80/茶?add-to-cart=3&utm_source=mail#top"
    done = lookclear("check", workspace, "--url", url)
    assert done.returncode == 0, done.stderr
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert lines == {
        "address": url,
        "canonical": "http://shop.test/%E8%8C%B6?add-to-cart=3",
        "decision": "refused (action)",
        "rule": "asking for it may change something on the site ('add-to-cart')",
        "seed": "no",
    }


def test_check_of_a_seed_knows_it_in_any_spelling(workspace: Path, lookclear: Run) -> None:
    topic = workspace / "topic.toml"
    topic.write_text(topic.read_text(encoding="utf-8") + '[scope]\nhosts = ["zh.test"]\n', encoding="utf-8")
    done = lookclear("check", workspace, "--url", "HTTP://Marsh.Test:80/?", "--json")
    report = json.loads(done.stdout)
    assert (report["ok"], report["seed"], report["refused"]) == (True, True, "scope")
    assert report["canonical"] == "http://marsh.test/"
    assert "hosts does not name marsh.test" in report["rule"]
    assert "but fetched as a seed" in lookclear("check", workspace, "--url", "http://marsh.test").stdout


@pytest.mark.parametrize("text", ["readme", "", "http://a b/", "http://marsh.test/\udcd6\udcd0"])
def test_check_answers_for_any_text(workspace: Path, lookclear: Run, text: str) -> None:
    done = lookclear("check", workspace, "--json", "--url", text)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rule"]
