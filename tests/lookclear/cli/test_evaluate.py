import json
import subprocess
import sys

import pytest

from tests.web.topical import record, topical

SITE = "http://garden.test"


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web")
    pages = topical([SITE], 60)
    (folder / "labels.jsonl").write_text(
        "".join(
            json.dumps({"url": url, "labels": ["garden" if "tomato" in html else "ball"]}) + "\n"
            for url, html in pages.items()
        )
    )
    return record(pages, folder / "warc"), folder / "labels.jsonl"


def run(web, *arguments, cwd):
    command = [sys.executable, "-m", "lookclear.cli", "evaluate", "--no-cache"]
    command += ["--web", web[0], "--labels", web[1]]
    return subprocess.run(
        [*map(str, command), *map(str, arguments)], cwd=cwd, capture_output=True, text=True, check=False
    )


def test_one_command_prints_the_table_and_writes_numbers_and_curves(web, tmp_path):
    done = run(
        web,
        *("--topic", "garden", "ball", "--strategy", "breadth-first", "link-context"),
        *("--pages", 15, "--repeats", 2, "--templates", "entropy"),
        *("--json", tmp_path / "out/r.json", "--plot", tmp_path / "out/r.svg"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "link-context" in done.stdout
    assert "2 topics together" in done.stdout
    assert "crawls, 12 of 12" in done.stderr  # 2 topics, 2 seed sets, 2 strategies and the oracle
    document = json.loads((tmp_path / "out/r.json").read_text())
    assert [topic["label"] for topic in document["topics"]] == ["garden", "ball"]
    assert set(document["mean"]) == {"breadth-first", "link-context"}
    assert (tmp_path / "out/r.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--topic", "gardn"], "labels of this web: ball, garden"),
        (["--topic", "garden", "--strategy", "bestfirst"], "did you mean 'best-first'"),
        (["--topic", "garden", "--pages", "0"], "--pages"),
        (["--topic", "garden", "--templates", "some"], "'share', 'entropy', 'none'"),
    ],
)
def test_what_is_wrong_is_one_sentence(web, tmp_path, arguments, said):
    done = run(web, *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
