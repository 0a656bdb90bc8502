"""The documentation is true, and its checker notices when it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from lookclear.config import STRATEGIES
from lookclear.domain import Outcome, Refusal
from scripts import check_docs

TARGETS = {"demo", "test"}


def test_documentation_has_no_problems(repository: Path) -> None:
    assert check_docs.problems(repository) == []


def test_all_documents_are_looked_at(repository: Path) -> None:
    names = {path.name for path in check_docs.documents(repository)}
    assert names >= {
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "settings.md",
        "tutorial.md",
        "LICENCE.md",
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[x](gone.md)", "the link gone.md leads nowhere"),
        ("[x](#nowhere)\n# Here\n", "the link #nowhere names a heading that is not there"),
        ("[x](../../outside.md)", "leads nowhere"),
    ],
)
def test_dead_link_is_found(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "page.md"
    path.write_text(text)
    assert problem in "".join(check_docs.dead_links(tmp_path, path, text))


def test_good_links_pass(tmp_path: Path) -> None:
    text = "[a](page.md#two-words-码) [b](https://example.org/) [c](#two-words-码)\n\n## Two words, 码\n"
    path = tmp_path / "page.md"
    path.write_text(text, encoding="utf-8")
    assert list(check_docs.dead_links(tmp_path, path, text)) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("`lookclear crwal DIR`", "there is no command lookclear crwal"),
        ("`lookclear crawl DIR --pagez 3`", "lookclear crawl has no option --pagez"),
        ("`lookclear crawl DIR [--pagez N]`", "lookclear crawl has no option --pagez"),
        ("```\n$ cd x && lookclear serve x \\\n    --prt 3\n```", "lookclear serve has no option --prt"),
        ("```\nmake dmo\n```", "there is no target make dmo"),
    ],
)
def test_unknown_command_or_option_is_found(text: str, problem: str) -> None:
    assert list(check_docs.unknown_commands(text, TARGETS)) == [problem]


@pytest.mark.parametrize(
    "text",
    [
        "`lookclear crawl DIR [--pages N] --set LOG_LEVEL=INFO`",
        "`lookclear --debug COMMAND …`",
        "`lookclear` and `lookclear.domain`",
        '```\n.venv/bin/lookclear demo --no-serve   # not --bogus\nmake demo ARGS="--topic java"\n```',
    ],
)
def test_known_commands_and_options_pass(text: str) -> None:
    assert list(check_docs.unknown_commands(text, TARGETS)) == []


def test_settings_table_that_misses_a_knob_is_found(repository: Path) -> None:
    text = (repository / "docs/settings.md").read_text(encoding="utf-8")
    assert list(check_docs.settings_problems(text)) == []
    kept = [line for line in text.splitlines(keepends=True) if "`crawl.delay_s`" not in line]
    assert len(list(check_docs.settings_problems("".join(kept)))) == 1
    assert check_docs.with_settings_table("".join(kept)) == text


def test_every_outcome_refusal_and_strategy_is_explained(repository: Path) -> None:
    text = (repository / "docs/crawling.md").read_text(encoding="utf-8")
    for name in [*Outcome, *Refusal, *STRATEGIES]:
        assert f"`{name}`" in text, name


def test_machine_path_is_found(tmp_path: Path, repository: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "Makefile").write_text("demo:\n")
    (tmp_path / "docs/settings.md").write_text((repository / "docs/settings.md").read_text(encoding="utf-8"))
    (tmp_path / "README.md").write_text("it lies in /home/anna/lookclear, and not in ~/work/x or a/work/b")
    found = [problem for problem in check_docs.problems(tmp_path) if "README" in problem]
    assert found == ["README.md: /home/anna is a path of one machine"]
