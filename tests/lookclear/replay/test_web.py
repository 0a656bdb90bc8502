import gzip

import pytest

from lookclear.errors import WebArchiveError
from lookclear.replay.web import RecordedWeb

PAGES = {
    "http://example.org/": b"<p>front</p>",
    "http://example.org/%E4%B8%AD?b=1&a=2": "<p>中文</p>".encode(),
    "http://example.org/last": b"<p>last</p>",
}


def write_warc(path, answers, compressed=True):
    """Write (url, status, headers, body) as response records; returns the offset of each."""
    offsets = []
    with path.open("wb") as file:
        for url, status, headers, body in answers:
            offsets.append(file.tell())
            lines = [f"{name}: {value}" for name, value in [("Content-Length", len(body)), *headers]]
            http = "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode() + body
            head = (
                f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
                "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
                "WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
                f"Content-Length: {len(http)}\r\n\r\n"
            )
            record = head.encode() + http + b"\r\n\r\n"
            file.write(gzip.compress(record) if compressed else record)
    return offsets


def answers(pages=PAGES):
    return [(url, "200 OK", [("Content-Type", "text/html")], body) for url, body in pages.items()]


@pytest.mark.parametrize("compressed", [True, False])
def test_recorded_answers_are_found_under_any_spelling(tmp_path, compressed):
    write_warc(tmp_path / "web.warc", answers(), compressed)
    web = RecordedWeb.open(tmp_path / "web.warc")
    assert len(web) == 3
    assert (
        web.get("HTTP://EXAMPLE.org/%e4%b8%ad?a=2&b=1#x").body
        == PAGES["http://example.org/%E4%B8%AD?b=1&a=2"]
    )
    assert web.get("http://example.org/").header("content-type") == "text/html"
    assert web.get("http://example.org/missing") is None
    assert "http://example.org/last" in web


def test_redirects_are_followed_inside_the_recording(tmp_path):
    moved = [
        ("http://example.org/old", "301 Moved", [("Location", "/last")], b""),
        ("http://example.org/loop", "302 Found", [("Location", "/loop")], b""),
        ("http://example.org/out", "302 Found", [("Location", "http://elsewhere.example/")], b""),
    ]
    write_warc(tmp_path / "web.warc.gz", answers() + moved)
    web = RecordedWeb.open(tmp_path / "web.warc.gz")
    assert web.fetch("http://example.org/old").url == "http://example.org/last"
    assert web.fetch("http://example.org/loop") is None
    assert web.fetch("http://example.org/out") is None


@pytest.mark.parametrize("compressed", [True, False])
@pytest.mark.parametrize("damage", ["flip", "cut", "head"])
def test_a_damaged_record_is_skipped_and_said(tmp_path, damage, compressed):
    if damage == "head" and compressed:
        return  # inside a compressed record this is the case "flip"
    path = tmp_path / "web.warc"
    offsets = write_warc(path, answers(), compressed)
    data = bytearray(path.read_bytes())
    if damage == "flip" and compressed:
        data[offsets[1] + 60] ^= 0xFF
    elif damage == "head":
        data[offsets[1] : offsets[1] + 8] = b"WARK/1.0"
    elif damage == "flip":
        data[offsets[1] : offsets[2]] = bytes(data[offsets[1] : offsets[2]]).replace(
            b"Content-Length", b"Content-Lost!!"
        )
    else:
        del data[offsets[2] + 40 :]
    path.write_bytes(data)
    web = RecordedWeb.open(path)
    assert len(web) == 2
    assert len(web.skipped) == 1
    assert web.get("http://example.org/").body == PAGES["http://example.org/"]


def test_an_error_recorded_first_gives_way_to_the_page(tmp_path):
    page = ("http://example.org/p", "200 OK", [], b"<p>there</p>")
    errors = [
        ("http://example.org/p", "503 Busy", [], b"later"),
        ("http://example.org/p", "404 Gone", [], b"no"),
    ]
    write_warc(tmp_path / "web.warc.gz", [errors[0], page, errors[1]])
    assert RecordedWeb.open(tmp_path / "web.warc.gz").get("http://example.org/p").status == 200


def test_a_record_knows_its_date(tmp_path):
    write_warc(tmp_path / "web.warc.gz", answers())
    recorded = RecordedWeb.open(tmp_path / "web.warc.gz").get("http://example.org/")
    assert recorded.date.isoformat() == "2026-01-01T00:00:00+00:00"


def test_a_recording_compressed_as_a_whole_is_refused_with_a_way_out(tmp_path):
    path = tmp_path / "web.warc.gz"
    write_warc(path, answers(), compressed=False)
    path.write_bytes(gzip.compress(path.read_bytes()))
    with pytest.raises(WebArchiveError, match="gunzip"):
        RecordedWeb.open(path)


@pytest.mark.parametrize("content", [b"", b"<html>not a recording</html>"])
def test_a_file_that_is_no_recording_is_an_error_with_a_hint(tmp_path, content):
    path = tmp_path / "web.warc.gz"
    path.write_bytes(content)
    with pytest.raises(WebArchiveError, match="WARC"):
        RecordedWeb.open(path)


def test_a_missing_file_is_an_error_with_a_hint(tmp_path):
    with pytest.raises(WebArchiveError, match="check the path") as raised:
        RecordedWeb.open(tmp_path / "none.warc.gz")
    assert raised.value.exit_code == 2


def test_a_folder_of_files_is_one_web_and_the_first_good_answer_wins(tmp_path):
    first = [
        ("http://example.org/", "503 Busy", [], b"later"),
        ("http://example.org/a", "200 OK", [], b"old"),
    ]
    second = [("http://example.org/a", "200 OK", [], b"new"), ("http://example.org/", "200 OK", [], b"there")]
    write_warc(tmp_path / "pages-00001.warc.gz", first)
    write_warc(tmp_path / "pages-00002.warc", second, compressed=False)
    (tmp_path / "pages-00003.warc.gz").touch()
    (tmp_path / "notes.txt").write_text("no WARC")
    web = RecordedWeb.open(tmp_path)
    assert [file.name for file in web.files] == ["pages-00001.warc.gz", "pages-00002.warc"]
    assert web.get("http://example.org/").body == b"there"
    assert web.get("http://example.org/a").body == b"old"
    web.close()


def test_a_folder_without_a_web_is_said(tmp_path):
    with pytest.raises(WebArchiveError, match=r"no recorded web in .*; give a WARC file, or a folder"):
        RecordedWeb.open(tmp_path)


def test_what_is_skipped_is_said_with_its_file(tmp_path):
    write_warc(tmp_path / "1.warc", answers(), compressed=False)
    (tmp_path / "2.warc").write_bytes(b"not a WARC")
    assert [skipped.file for skipped in RecordedWeb.open(tmp_path).skipped] == ["2.warc"]
