"""One of three seeds is off topic: what that costs, and who says so."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from lookclear.store.pages import PageStore
from tests.web.clusters import clusters, topic_of
from tests.web.topical import record

Run = Callable[..., subprocess.CompletedProcess[str]]
WEBS = (1, 2, 3)  # random seeds
PAGES = 90
GOOD, BAD = (0, 3, 9), 1  # numbers of pages on gardening, and of one on football

pytestmark = pytest.mark.slow


def harvest(folder: Path) -> float:
    """Return the share of the pages beside the seeds that are truly on gardening."""
    with PageStore.open(folder / "data" / "pages.sqlite", read_only=True) as store:
        pages = [key for key, _, _, _ in store.judged()]
    assert len(pages) == PAGES - 3
    return sum(topic_of(key) == 0 for key in pages) / len(pages)


@pytest.fixture(scope="module")
def crawls(tmp_path_factory: pytest.TempPathFactory, lookclear: Run) -> dict[tuple[int, str], Path]:
    """Crawled workspaces by web: with three good seeds, and with a bad one among them."""
    root = tmp_path_factory.mktemp("noise")
    folders = {}
    for number in WEBS:
        pages = clusters(seed=number)
        web = record(pages, root / f"web{number}")
        for name, third in (("clean", GOOD[2]), ("noisy", BAD)):
            folder = folders[number, name] = root / f"{name}{number}"
            seeds = [part for at in (*GOOD[:2], third) for part in ("--seed", list(pages)[at])]
            assert lookclear("new", folder, *seeds, "--web", web).returncode == 0
            done = lookclear("crawl", folder, "--pages", PAGES)
            assert done.returncode == 0, done.stdout + done.stderr
    return folders


def test_a_seed_off_topic_costs_at_most_a_tenth_of_the_harvest(crawls: dict[tuple[int, str], Path]) -> None:
    clean, noisy = (sum(harvest(crawls[number, name]) for number in WEBS) for name in ("clean", "noisy"))
    assert clean > 0.8 * len(WEBS)
    assert noisy >= 0.9 * clean


@pytest.mark.parametrize("command", ["check", "status"])
def test_the_seed_that_is_off_topic_is_named(
    crawls: dict[tuple[int, str], Path], lookclear: Run, command: str
) -> None:
    for (number, name), folder in crawls.items():
        seeds = list(clusters(seed=number))
        warnings = json.loads(lookclear(command, folder, "--json").stdout)["warnings"]
        odd = [one for one in warnings if "may be off topic" in one]
        assert any(f"{seeds[BAD]} " in one for one in odd) is (name == "noisy")
        alone = [one for one in odd if f"{seeds[BAD]} " not in one]  # of two, neither can be told to be odd
        assert not any(f"{seeds[at]} " in one for at in GOOD for one in alone)


def test_a_label_on_the_bad_seed_makes_up_for_it(crawls: dict[tuple[int, str], Path], lookclear: Run) -> None:
    folder = crawls[WEBS[0], "noisy"]
    assert lookclear("label", folder, list(clusters(seed=WEBS[0]))[BAD], "no").returncode == 0
    done = lookclear("crawl", folder, "--pages", PAGES, "--fresh")
    assert done.returncode == 0, done.stdout + done.stderr
    assert harvest(folder) >= 0.9 * harvest(crawls[WEBS[0], "clean"])
