"""`lookclear check DIR --file PAGE`: what is read from a saved page."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

MARKUP = """<html lang="zh-CN"><head><title>盐沼 Salt marsh</title>
<meta name="robots" content="noarchive"><link rel="canonical" href="/marsh">
<link rel="alternate" hreflang="en" href="/en"><link rel="alternate" hreflang="en" href="/en2"></head>
<body>
<ul><li><a href="/1">one</a><li><a href="/2">two</a><li><a href="/3">three</a>
<li><a href="/4">four</a><li><a href="/5">five</a><li><a href="/6">six</a></ul>
<h2>盐沼植物</h2><p>盐沼里的植物能够忍受盐水，
<a href="plants.html">更多植物</a>在这里介绍，它们是海岸的一部分。</p>
<h2>Birds</h2><p>Waders of the salt marsh feed at low tide and rest on the banks at high water.
<a href="/logout">Leave</a>
<a rel="nofollow" href="http://other.test/q?k=鸟">birds</a></p></body></html>"""


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_bytes(MARKUP.encode("gb18030"))
    return path


def test_a_saved_page_is_told_in_full(workspace: Path, saved: Path, lookclear: Run) -> None:
    done = lookclear("check", workspace, "--file", saved, "--url", "http://marsh.test/a/", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["ok"] is True
    assert (report["charset"], report["charset_reason"]) == ("gb18030", "detector")
    assert (report["language"], report["title"]) == ("zh", "盐沼 Salt marsh")
    assert (report["directives"], report["canonical"]) == (["noarchive"], "http://marsh.test/marsh")
    assert report["alternates"] == [["en", "http://marsh.test/en"], ["en", "http://marsh.test/en2"]]
    assert [block["kind"] for block in report["blocks"]] == ["navigation", "content", "content"]
    assert [block["heading"] for block in report["blocks"][1:]] == ["盐沼 植物", "birds"]
    assert "low tide" in report["text"]
    links = {link["url"]: link for link in report["links"]}
    plants = links["http://marsh.test/a/plants.html"]
    assert (plants["anchor"], plants["block"], plants["refused"]) == ("更多植物", 1, None)
    assert "盐水" in plants["context"].split()
    assert "tide" not in plants["context"].split()
    assert links["http://marsh.test/logout"]["refused"] == "action"
    assert links["http://other.test/q?k=%C4%F1"]["refused"] == "nofollow"
    assert 0.0 <= report["relevance"]["value"] <= 1.0
    assert isinstance(report["kind"], str)


def test_headers_count_as_if_the_page_had_come_with_them(
    workspace: Path, tmp_path: Path, lookclear: Run
) -> None:
    page = tmp_path / "page.html"
    page.write_bytes("<p>Grüße aus dem Moor</p>".encode("cp1252"))
    header = [
        "--header",
        "Content-Type: text/html; charset=windows-1252",
        "--header",
        "X-Robots-Tag: noindex",
    ]
    report = json.loads(lookclear("check", workspace, "--file", page, *header, "--json").stdout)
    assert (report["text"], report["charset_reason"]) == ("Grüße aus dem Moor", "header")
    assert report["directives"] == ["noindex"]


def test_headers_of_one_name_stay_apart_as_in_a_crawl(workspace: Path, saved: Path, lookclear: Run) -> None:
    header = ["--header", "X-Robots-Tag: otherbot: noarchive", "--header", "x-robots-tag: nosnippet"]
    report = json.loads(lookclear("check", workspace, "--file", saved, *header, "--json").stdout)
    assert report["directives"] == ["noarchive", "nosnippet"]  # noarchive is the page's own
    other = json.loads(lookclear("check", workspace, "--file", saved, *header[:2], "--json").stdout)
    assert other["directives"] == ["noarchive"]


def test_people_get_lines(workspace: Path, saved: Path, lookclear: Run) -> None:
    out = lookclear("check", workspace, "--file", saved).stdout
    assert "charset     gb18030 (decided by detector)" in out
    assert "block 0: navigation, 6 words, 6 links" in out
    assert "not followed: asking for it may change something" in out


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "cannot read"), (b"", "is empty"), (b" \n", "is empty"), (b"%PDF-1.7 ...", "is no HTML page")],
)
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_what_is_no_page_is_refused_with_a_hint(
    workspace: Path, tmp_path: Path, lookclear: Run, content: bytes | None, says: str, flags: list[str]
) -> None:
    path = tmp_path / "page.html"
    if content is not None:
        path.write_bytes(content)
    done = lookclear("check", workspace, "--file", path, *flags)
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    if flags:
        assert json.loads(done.stdout)["ok"] is False


@pytest.mark.parametrize("header", ["no colon", ": no name"])
def test_a_header_that_is_none_is_refused(workspace: Path, saved: Path, lookclear: Run, header: str) -> None:
    done = lookclear("check", workspace, "--file", saved, "--header", header)
    assert done.returncode == 2
    assert "is no header" in done.stderr


def test_headers_without_a_page_are_refused(workspace: Path, lookclear: Run) -> None:
    assert lookclear("check", workspace, "--header", "A: b").returncode == 2


@pytest.mark.parametrize("url", ["http://[::1", "not a url", "ftp://a.test/", "http:///x", ""])
def test_an_address_that_is_none_is_refused(workspace: Path, saved: Path, lookclear: Run, url: str) -> None:
    done = lookclear("check", workspace, "--file", saved, "--url", url, "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["ok"] is False
    assert "is no address of a page" in done.stderr


def test_a_page_a_crawl_would_refuse_is_told_as_such(workspace: Path, saved: Path, lookclear: Run) -> None:
    topic = workspace / "topic.toml"
    text = topic.read_text(encoding="utf-8")
    topic.write_text(text.replace("[crawl]", "[crawl]\nmax_bytes = 100"), encoding="utf-8")
    assert json.loads(lookclear("check", workspace, "--file", saved, "--json").stdout)["too_large"] is True


def test_a_date_of_the_future_is_not_believed(workspace: Path, tmp_path: Path, lookclear: Run) -> None:
    page = tmp_path / "page.html"
    page.write_text('<meta property="article:published_time" content="2099-03-05T10:00Z"><p>soil</p>')
    assert json.loads(lookclear("check", workspace, "--file", page, "--json").stdout)["published"] is None
