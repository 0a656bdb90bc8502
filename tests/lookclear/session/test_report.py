import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lookclear.domain import StopReason
from lookclear.session.report import CrawlReport


def report(**more: object) -> CrawlReport:
    curve = tuple((n, n // 2) for n in range(1, 301))
    values: dict[str, object] = {
        "stop_reason": StopReason.BUDGET,
        "strategy": "mix",
        "budget": 300,
        "fetched": 300,
        "relevant": 150,
        "seconds": 10.0,
        "outcomes": {"fetched": 300, "robots": 2, "http-error": 5},
        "refused": {"scheme": 3},
        "per_host": {f"h{n}.test": 25 for n in range(12)},
        "curve": curve,
    }
    return CrawlReport(**(values | more))  # type: ignore[arg-type]


def test_text_says_what_came_of_it_and_why_it_ended() -> None:
    text = report(
        warnings=("the seed x gave no page",), skipped_records=("at byte 7: bad", "at byte 9: bad")
    ).text()
    assert text.splitlines() == [
        "budget: the page limit was reached",
        "  300 pages of 300, 150 judged on topic (harvest 50%)",
        "  strategy mix, 10.0 s, 30.0 pages/s",
        "  not fetched: http-error 5, robots 2",
        "  refused so far: scheme 3",
        "  hosts: h0.test 25, h1.test 25, h10.test 25, h11.test 25, h2.test 25, h3.test 25, h4.test 25, "
        "h5.test 25, h6.test 25, h7.test 25 and 2 more",
        "  unreadable records of the recorded web, skipped: 2; the first at byte 7: bad",
        "  warning: the seed x gave no page",
    ]


def test_speed_counts_what_this_sitting_fetched() -> None:
    assert "10.0 s, 20.0 pages/s" in report(resumed=100).text()
    assert "pages of earlier runs: 40" in report(earlier=40).text()


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        (StopReason.DONE, 0),
        (StopReason.BUDGET, 0),
        (StopReason.STARVED, 3),
        (StopReason.STOPPED, 3),
        (StopReason.FAILED, 1),
    ],
)
def test_exit_code_follows_the_stop_reason(reason: StopReason, code: int) -> None:
    assert report(stop_reason=reason).exit_code == code


def test_json_and_picture_are_written(tmp_path: Path) -> None:
    report().write(tmp_path)
    plain = json.loads((tmp_path / "report.json").read_text())
    assert plain["stop_reason"] == "budget"
    assert plain["harvest"] == 0.5
    assert plain["curve"][-1] == [300, 150]
    picture = ElementTree.parse(tmp_path / "report.svg").getroot()
    assert picture.tag.endswith("svg")
    assert "harvest of the last 200 pages" in (tmp_path / "report.svg").read_text()


def test_an_empty_run_can_be_reported(tmp_path: Path) -> None:
    empty = report(stop_reason=StopReason.STARVED, fetched=0, relevant=0, seconds=0.0, curve=())
    empty.write(tmp_path)
    assert "0 pages of 300" in empty.text()
    assert empty.harvest == 0.0
