import hashlib
import pickle
import platform
import sys

import numpy as np
import pytest

from lookclear.replay import prepared
from lookclear.replay.pages import RecordedPages
from lookclear.replay.prepared import prepare
from lookclear.replay.web import RecordedWeb
from tests.web.topical import record, topical

SITE = "http://garden.test"


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    return RecordedWeb.open(record(topical([SITE], 30), tmp_path_factory.mktemp("warc")))


def terms(ready):
    vocabulary = ready.reader.vocabulary
    return [vocabulary.term(number) for number in range(len(vocabulary))]


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_pages_are_parsed_and_terms_have_the_same_numbers_however_it_is_read(web, tmp_path, jobs):
    plain = prepare(RecordedPages(web))
    for _ in range(2):  # the second time from the cache
        pages = RecordedPages(web, tmp_path)
        ready = prepare(pages, jobs)
        pages.close()
        assert terms(ready) == terms(plain)
        assert ready.graph == plain.graph
        assert {key: ready.pages.fetch(key) for key in web} == {key: plain.pages.fetch(key) for key in web}
    assert "番茄" in terms(plain)
    assert "tomato" in terms(plain)


def test_what_was_read_is_not_read_again(web, tmp_path, monkeypatch):
    first = RecordedPages(web, tmp_path)
    prepare(first)
    first.close()
    monkeypatch.setattr(prepared.FeatureReader, "read", lambda *_: pytest.fail("read again"))
    second = RecordedPages(web, tmp_path)
    monkeypatch.setattr(web, "fetch", lambda url: pytest.fail(f"{url} was parsed again"))
    assert prepare(second).reader.vocabulary
    second.close()


def test_a_damaged_cache_is_made_again(web, tmp_path):
    first = RecordedPages(web, tmp_path)
    before = terms(prepare(first))
    first.close()
    (rows,) = tmp_path.glob("*.rows")
    data = rows.read_bytes()
    for damaged in (data[: len(data) // 2], pickle.dumps("something else"), b""):
        rows.write_bytes(damaged)
        again = RecordedPages(web, tmp_path)
        assert terms(prepare(again)) == before
        again.close()
        assert rows.read_bytes() != damaged


class Moved:
    """Its pickle asks for a call that fails."""

    def __reduce__(self):
        return (sys.intern, (1,))


@pytest.mark.parametrize(
    "kept",
    [
        b"cno.such.module\nName\n.",
        b"cnumpy\nno_such_name\n.",
        pickle.dumps(Moved()),  # raises TypeError
        pickle.dumps((1, 2, 3)),
        pickle.dumps(("reader", "graph")),
        b"",
    ],
)
def test_a_cache_that_is_whole_and_cannot_be_read_is_made_again(web, tmp_path, kept):
    first = RecordedPages(web, tmp_path)
    before = terms(prepare(first))
    first.close()
    (rows,) = tmp_path.glob("*.rows")
    rows.write_bytes(hashlib.blake2b(kept, digest_size=16).digest() + kept)
    again = RecordedPages(web, tmp_path)
    assert terms(prepare(again)) == before
    again.close()


@pytest.mark.parametrize(("module", "name"), [(np, "__version__"), (platform, "python_version")])
def test_another_python_or_numpy_has_a_cache_of_its_own(web, tmp_path, monkeypatch, module, name):
    prepare(RecordedPages(web, tmp_path)).pages.close()
    monkeypatch.setattr(module, name, (lambda: "9.9.9") if callable(getattr(module, name)) else "9.9.9")
    prepared._code.cache_clear()
    prepare(RecordedPages(web, tmp_path)).pages.close()
    prepared._code.cache_clear()
    assert len(list(tmp_path.glob("*.rows"))) == 2


def test_progress_is_told(web):
    said = []
    prepare(RecordedPages(web), 1, lambda *what: said.append(what))
    assert ("pages parsed", 30, 30) in said
    assert ("following all links", 0, 0) in said
