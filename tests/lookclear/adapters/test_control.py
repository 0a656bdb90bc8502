"""A crawl over real HTTP that is paused, resumed, killed while paused, and stopped by another process."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from lookclear.cli.entry import main
from lookclear.session.control import Live, Phase, Wish, live_of, phase_of, wish
from lookclear.session.standing import read_status
from lookclear.topics.workspace import Workspace
from tests.web.site import Site
from tests.web.topical import served, topical

pytestmark = pytest.mark.any_scrapy
SLOWLY = {"delay_s": 0.05, "concurrency": 1, "latency_factor": 0}


def becomes(true: Callable[[], bool], within_s: float = 30.0) -> bool:
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.05)
    return False


def live(workspace: Workspace) -> Live:
    found = live_of(workspace)
    assert found is not None
    return found


def test_a_crawl_is_paused_resumed_and_stopped_and_loses_nothing(new_topic: Callable[..., Any]) -> None:
    with Site({}) as site:
        site.pages.update(served(topical([site.url("")], 400)))
        topic = new_topic([site.url("/0")], SLOWLY)
        workspace = Workspace.open(topic.folder)
        assert phase_of(workspace) is Phase.IDLE
        process = topic.start(pages=300)
        assert becomes(lambda: phase_of(workspace) is Phase.RUNNING and live(workspace).fetched >= 5)
        assert live(workspace).process == workspace.holder
        assert main(["control", str(topic.folder), "pause"]) == 0
        assert becomes(lambda: phase_of(workspace) is Phase.PAUSED)
        paused = live(workspace)
        assert paused.in_flight == 0
        asked = len(site.log)
        time.sleep(1.5)  # longer than the crawl takes for twenty pages
        assert len(site.log) == asked
        status = read_status(workspace)
        assert status.phase is Phase.PAUSED
        assert status.pages == live(workspace).fetched
        assert status.last_run is not None
        assert status.last_run.fetched == status.pages  # saved before it says that it is paused
        assert main(["control", str(topic.folder), "run"]) == 0
        assert becomes(lambda: live(workspace).fetched > paused.fetched + 5)
        assert main(["control", str(topic.folder), "stop"]) == 0
        topic.ended(process, code=3)
        assert phase_of(workspace) is Phase.IDLE


def test_a_pause_outlives_the_process_and_ends_with_the_next_start(new_topic: Callable[..., Any]) -> None:
    with Site({}) as site:
        site.pages.update(served(topical([site.url("")], 100)))
        topic = new_topic([site.url("/0")], SLOWLY)
        workspace = Workspace.open(topic.folder)
        process = topic.start(pages=20)
        assert becomes(lambda: phase_of(workspace) is Phase.RUNNING)
        wish(workspace.data, Wish.PAUSE)
        assert becomes(lambda: phase_of(workspace) is Phase.PAUSED)
        process.kill()
        process.communicate()
        assert not workspace.is_locked
        assert phase_of(workspace) is Phase.PAUSED
        report = topic.ended(topic.start(pages=20), code=0)
        assert report["fetched"] == 20
        assert phase_of(workspace) is Phase.IDLE


def test_a_wish_without_a_crawl_is_one_sentence(
    new_topic: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    topic = new_topic(["http://a.test/"], {})
    assert main(["control", str(topic.folder), "pause"]) == 2
    assert "no crawl is running" in capsys.readouterr().err
