import pytest

from lookclear.html.charset import decode

CHINESE = "<html><head>{}</head><p>中文网页的编码常常声明错误，但是内容仍然可以读。</p></html>"
WESTERN = "<p>résumé naïve façade — “quoted”</p>"


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        (CHINESE.format("").encode("gbk"), "text/html; charset=gbk", "gb18030"),
        (CHINESE.format('<meta charset="gb2312">').encode("gbk"), "text/html", "gb18030"),
        (CHINESE.format('<meta charset="gbk">').encode("gbk"), "text/html; charset=utf-8", "gb18030"),
        (CHINESE.format('<meta charset="gbk">').encode("gbk"), "text/html; charset=ISO-8859-1", "gb18030"),
        (CHINESE.format('<meta charset="gb2312">').encode(), "text/html", "utf-8"),
        (CHINESE.format("").encode("gbk"), "", "gb18030"),
        (b"\xef\xbb\xbf" + CHINESE.format("").encode(), "text/html; charset=gbk", "utf-8"),
        (CHINESE.format("").encode("utf-16"), "", "utf-16-le"),
        (b'<meta charset="utf-16"><p>plain</p>', "", "utf-8"),
        (b"<p>plain</p>", "text/html; charset=utf-7", "utf-8"),
        (WESTERN.encode("cp1252"), "text/html; charset=iso-8859-1", "cp1252"),
        (WESTERN.encode("cp1252"), "", "cp1252"),
        (CHINESE.format("").encode("big5", "ignore"), "text/html; charset=big5", "big5hkscs"),
        (b"", "", "utf-8"),
    ],
)
def test_the_bytes_decide_before_what_is_declared(body, content_type, expected):
    decoded = decode(body, content_type)
    assert decoded.charset == expected
    assert "\ufffd" not in decoded.text


def test_one_bad_byte_does_not_turn_a_page_into_another_charset():
    body = CHINESE.format("").encode().replace("错误".encode(), "错".encode() + b"\xff", 1)
    decoded = decode(body)
    assert decoded.charset == "utf-8"
    assert decoded.text.count("\ufffd") == 1


def test_a_last_character_cut_in_two_is_forgiven():
    decoded = decode(CHINESE.format("").encode("gbk").split(b"</p>")[0][:-1], "text/html; charset=gbk")
    assert decoded.charset == "gb18030"
    assert "中文网页" in decoded.text
