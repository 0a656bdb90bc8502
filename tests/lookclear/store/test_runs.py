from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from lookclear.domain import StopReason
from lookclear.store.runs import RunStore

NOON = datetime(2026, 5, 17, 12, tzinfo=UTC)


def test_a_run_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    store = RunStore(tmp_path / "runs.sqlite")
    assert store.latest() is None
    run = store.begin(NOON, strategy="mix", web="", budget=400, base={})
    done = replace(
        run,
        ended=NOON,
        fetched=10,
        relevant=4,
        stop_reason=StopReason.BUDGET,
        outcomes={"fetched": 10, "robots": 1},
    )
    store.save(done, [(1, 1), (2, 1)])
    store.save(done, [(2, 2), (3, 2)])
    store.close()
    store = RunStore(tmp_path / "runs.sqlite", read_only=True)
    assert store.latest() == done
    assert store.curve(done) == [(1, 1), (2, 2), (3, 2)]
    assert done.harvest == 0.4
    store.close()


@pytest.mark.parametrize(
    ("reason", "resumable"),
    [
        (None, True),
        (StopReason.STOPPED, True),
        (StopReason.FAILED, True),
        (StopReason.BUDGET, False),
        (StopReason.DONE, False),
        (StopReason.STARVED, False),
    ],
)
def test_only_a_run_that_did_not_reach_its_end_is_resumed(
    tmp_path: Path, reason: StopReason | None, resumable: bool
) -> None:
    store = RunStore(tmp_path / "runs.sqlite")
    run = store.begin(NOON, strategy="mix", web="", budget=400, base={})
    store.save(replace(run, stop_reason=reason), [])
    latest = store.latest()
    assert latest is not None
    assert latest.resumable is resumable
    store.close()


def test_resuming_reopens_the_run_with_the_new_budget(tmp_path: Path) -> None:
    store = RunStore(tmp_path / "runs.sqlite")
    first = store.begin(NOON, strategy="mix", web="w.warc.gz", budget=400, base={"fetched": 7})
    store.save(replace(first, stop_reason=StopReason.STOPPED, ended=NOON, fetched=3), [])
    resumed = store.resume(first, strategy="best-first", web=first.web, budget=900, given={"pages": 900})
    assert (resumed.id, resumed.base, resumed.web) == (first.id, {"fetched": 7}, "w.warc.gz")
    assert (resumed.budget, resumed.strategy) == (900, "best-first")
    latest = store.latest()
    assert latest is not None
    assert (latest.stop_reason, latest.ended, latest.budget) == (None, None, 900)
    assert latest.given == {"pages": 900}
    assert latest.id == first.id
    store.close()
