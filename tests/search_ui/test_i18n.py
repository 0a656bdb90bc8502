import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from string import Formatter

import pytest

import search_ui
from indexer import repair
from lookclear.domain import Outcome, Refusal, StopReason
from lookclear.session.control import Phase
from search_ui.i18n import catalogues, choose

ROOM = Path(search_ui.__file__).parent
EXPLICIT = re.compile(r"""(?:text|count)\(\s*["']([a-z_]+\.[a-z_]+)["']\s*[,)]""")
OPEN_ENDED = re.compile(r"""text\(\s*f?["']([a-z_]+)\.(?:["'] ~|\{)""")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_catalogues_have_the_same_keys_and_fields() -> None:
    english, chinese = catalogues()["en"].strings, catalogues()["zh"].strings
    assert english.keys() == chinese.keys()
    assert {key: fields(text) for key, text in english.items() if key != "time.date"} == {
        key: fields(text) for key, text in chinese.items() if key != "time.date"
    }


def test_pages_use_every_string_and_only_strings_that_exist() -> None:
    known = set(catalogues()["en"].strings)
    sources = [path.read_text() for path in ROOM.rglob("*") if path.suffix in {".py", ".html"}]
    used = {key for source in sources for key in EXPLICIT.findall(source)}
    tables = {table for source in sources for table in OPEN_ENDED.findall(source)}
    used |= {f"{key}{form}" for key in used for form in ("_one", "_other") if f"{key}_one" in known}
    unknown = {key for key in used if key not in known and f"{key}_one" not in known}
    unused = {
        key
        for key in known - used
        if key.partition(".")[0] not in tables | {"language", "note", "tongue", "kind"}
    }
    assert unknown == set()
    assert unused == set()
    written_by_code = {"error", "help", "zero", "facet", "why"}  # by errors.py, help.py, advice.py …
    written_by_code |= {"nav", "phase", "done", "reason", "trouble", "outcome", "refusal"}  # by admin/
    assert tables == written_by_code


def test_every_end_outcome_refusal_and_phase_of_a_crawl_is_told_in_words() -> None:
    keys = {f"reason.{one}" for one in StopReason} | {f"phase.{one}" for one in Phase}
    keys |= {f"outcome.{one}".replace("-", "_") for one in Outcome}
    keys |= {f"refusal.{one}".replace("-", "_") for one in Refusal}
    assert keys - catalogues()["zh"].strings.keys() == set()


def test_every_repair_of_the_index_is_told_in_words() -> None:
    names = [name for name in vars(repair) if name.endswith(("_CUT", "_IGNORED", "EMPTY", "_NEGATIVE"))]
    keys = {f"note.{getattr(repair, name).replace('-', '_')}" for name in names}
    assert len(keys) >= 7
    assert keys - catalogues()["en"].strings.keys() == set()


@pytest.mark.parametrize(
    ("asked", "accept", "default", "code"),
    [
        ("zh", "en", "en", "zh"),
        ("en", "zh-CN", "zh", "en"),
        ("", "zh-CN,zh;q=0.9,en;q=0.8", "en", "zh"),
        ("", "en-GB,en;q=0.9,zh;q=0.8", "zh", "en"),
        ("", "zh;q=0.3, en;q=0.7", "zh", "en"),
        ("", "en;q=0, zh;q=0.1", "en", "zh"),
        ("", "fr, de;q=0.5", "zh", "zh"),
        ("", "*", "en", "en"),
        ("", "", "zh", "zh"),
        ("", ";;;q=,,q=x;en;q=1.2.3", "en", "en"),
        ("fr", "", "en", "en"),
        ("../zh", "", "en", "en"),
        ("", "", "xx", "en"),
    ],
)
def test_language_is_the_asked_one_then_the_browsers_then_the_sites(
    asked: str, accept: str, default: str, code: str
) -> None:
    assert choose(asked, accept, default).code == code


def test_one_page_is_not_written_as_pages() -> None:
    english = catalogues()["en"]
    assert english.count("results.total", 1) == "1 page"
    assert english.count("results.total", 1240) == "1,240 pages"
    assert catalogues()["zh"].count("results.total", 1240) == "1,240 个网页"


def test_dates_are_days_in_utc() -> None:
    evening = datetime(2026, 11, 30, 23, 30, tzinfo=timezone(timedelta(hours=-8)))
    assert catalogues()["en"].date(evening) == "1 Dec 2026"
    assert catalogues()["zh"].date(datetime(2026, 11, 30, tzinfo=UTC)) == "2026年11月30日"


def test_short_times_are_not_rounded_to_nothing() -> None:
    assert catalogues()["en"].milliseconds(0.2) == "under 1 ms"
    assert catalogues()["zh"].milliseconds(38.4) == "38 毫秒"
