import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from lookclear.domain import Outcome
from lookclear.replay.pages import RecordedPages, forget_unused, parser_files
from lookclear.replay.web import RecordedWeb
from tests.web.site import Answer
from tests.web.topical import record

SITE = "http://odd.test"
ANSWERS = {
    f"{SITE}/page": "<p>一页 page</p>",
    f"{SITE}/gone": Answer("<p>no</p>", 404),
    f"{SITE}/pdf": Answer(b"%PDF-1.7 ...", 200),
    f"{SITE}/empty": Answer(b"  ", 200),
    f"{SITE}/moved": Answer("", 301, {"Location": "/page"}),
}


@pytest.fixture
def web(tmp_path):
    return RecordedWeb.open(record(ANSWERS, tmp_path / "warc"))


@pytest.mark.parametrize(
    ("path", "outcome"),
    [
        ("/page", Outcome.FETCHED),
        ("/moved", Outcome.FETCHED),
        ("/gone", Outcome.HTTP_ERROR),
        ("/pdf", Outcome.NOT_HTML),
        ("/empty", Outcome.UNPARSABLE),
        ("/nowhere", Outcome.NOT_RECORDED),
    ],
)
def test_every_answer_has_an_outcome(web, path, outcome):
    assert RecordedPages(web).fetch(SITE + path).outcome is outcome


@pytest.mark.parametrize("jobs", [1, 2])
def test_reading_all_at_once_gives_what_one_by_one_gives(web, tmp_path, jobs):
    at_once, one_by_one = RecordedPages(web, tmp_path), RecordedPages(web)
    at_once.read_all(jobs)
    at_once.close()
    again = RecordedPages(web, tmp_path)
    for pages in (at_once, again):
        assert [pages.fetch(key) for key in web] == [one_by_one.fetch(key) for key in web]
    again.close()


def test_a_redirect_answers_under_the_final_address(web):
    assert RecordedPages(web).fetch(f"{SITE}/moved").key == f"{SITE}/page"


def test_two_spellings_of_one_identity_are_looked_up_apart(web):
    pages = RecordedPages(web)
    assert pages.fetch(f"{SITE}//page").outcome is Outcome.NOT_RECORDED
    assert pages.fetch(f"{SITE}/page").outcome is Outcome.FETCHED


def test_parsed_pages_are_kept_on_disk_and_read_back_equal(web, tmp_path, monkeypatch):
    first = RecordedPages(web, tmp_path / "cache")
    answer = first.fetch(f"{SITE}/page")
    first.close()
    monkeypatch.setattr(web, "fetch", lambda url: pytest.fail(f"{url} was read again"))
    second = RecordedPages(web, tmp_path / "cache")
    assert second.fetch(f"{SITE}/page") == answer
    second.close()


def test_what_was_not_used_for_a_month_is_forgotten_and_nothing_else(web, tmp_path):
    used = RecordedPages(web, tmp_path)
    used.fetch(f"{SITE}/page")
    used.close()
    old, foreign = tmp_path / "pages-0123.rows", tmp_path / "notes"
    for file in (old, foreign):
        file.write_text("x")
    now = old.stat().st_mtime
    forget_unused(tmp_path, now + 29 * 86_400)
    assert old.exists()
    os.utime(old, (now - 31 * 86_400,) * 2)
    os.utime(foreign, (now - 31 * 86_400,) * 2)
    forget_unused(tmp_path, now)
    assert not old.exists()
    assert foreign.exists()
    assert used.cache_name.with_suffix(".sqlite").exists()


def test_a_folder_that_cannot_be_written_is_no_trouble(web, tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert RecordedPages(web, tmp_path / "file").fetch(f"{SITE}/page").page is not None


def test_a_change_of_any_module_that_parses_starts_a_new_cache():
    script = (
        "import sys, lookclear.html.parse; print(*(m for m in sys.modules if m.startswith('lookclear.')))"
    )
    named = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    imported = {Path(find_spec(name).origin).resolve() for name in named.split()}
    assert len(imported) > 30
    assert imported <= {Path(str(file)).resolve() for file in parser_files()}
