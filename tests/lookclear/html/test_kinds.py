import gzip

import pytest

from lookclear.html.kinds import is_html


@pytest.mark.parametrize(
    ("content_type", "body", "expected"),
    [
        ("text/html; charset=gbk", "<p>农业".encode("gbk"), True),
        ("TEXT/HTML", b"", True),
        ("application/xhtml+xml", b"<?xml version='1.0'?><html/>", True),
        ("", b"\xef\xbb\xbf\n <!doctype HTML>", True),
        ("", "<html>".encode("utf-16"), True),
        ("application/octet-stream", b"<html>", True),
        ("application/octet-stream", b"words", False),
        ("", b"", False),
        ("text/plain", b"<html>", False),
        ("application/json", b"{}", False),
        ("application/xml", b"<rss/>", False),
        ("text/html", b"%PDF-1.4", False),
        ("text/html", b"PK\x03\x04docx", False),
        ("text/html", gzip.compress(b"<html>", mtime=0), False),
        ("image/png", b"\x89PNG", False),
    ],
)
def test_first_bytes_decide_then_the_declared_type(content_type: str, body: bytes, expected: bool) -> None:
    assert is_html(content_type, body) is expected
