import pytest

from lookclear.html.charset.declared import Claim, claims, resolve


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("GBK", "gb18030"),
        ("gb_2312-80", "gb18030"),
        ("x-gbk", "gb18030"),
        ("cp936", "gb18030"),
        ("Big-5", "big5hkscs"),
        ("x-x-big5", "big5hkscs"),
        ("x-sjis", "cp932"),
        ("ks_c_5601-1987", "cp949"),
        ("windows1251", "cp1251"),
        ("win-1251", "cp1251"),
        ("koi8", "koi8-r"),
        ("utf8", "utf-8"),
        ("UTF8mb4", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("cp65001", "utf-8"),
        ("iso-8859-1", "cp1252"),
        ("utf-7", None),
        ("unicode-1-1-utf-7", None),
        ("cp65000", None),
        ("idna", None),
        ("unicode_escape", None),
        ("base64", None),
        ("rot13", None),
        ("cp037", None),  # markup would not read as markup
        ("nonsense", None),
        ("", None),
    ],
)
def test_labels_as_pages_write_them(label, codec):
    assert resolve(label) == codec


@pytest.mark.parametrize(
    "markup",
    [
        '<meta charset="gbk">',
        "<META CHARSET=gbk>",
        "<meta charset = 'gbk' />",
        '<meta charset="gbk" name="viewport" content="width=device-width">',
        "<meta charset=“gbk”>",
        '<meta content="text/html; charset=gbk" http-equiv="Content-Type">',
        '<meta httpequiv="ContentType" content="text/html;charset=gbk">',
        '<meta http-equiv="Content-Type" content="text/html" charset="gbk">',
        '<!-- old --><meta charset="gbk">',
        '<!--><meta charset="gbk">',
        '<script>"<meta charset=big5>"</script><meta charset="gbk">',
        '<body><p>late</p><meta charset="gbk">',
        "<p>" + "x" * 200_000 + '</p><meta charset="gbk">',
    ],
)
def test_a_meta_tag_is_found_however_it_is_written(markup):
    assert claims(markup.encode(), "") == [Claim("gb18030", "meta")]


@pytest.mark.parametrize(
    "markup",
    [
        '<!-- <meta charset="gbk"> -->',
        "<script>document.write('<meta charset=gbk>')</script>",
        '<script src="a.js" charset="gbk"></script>',
        '<meta name="description" content="how to set charset=gbk">',
        '<metadata charset="gbk">',
        '<meta charset="">',
    ],
)
def test_what_only_looks_like_a_declaration_is_none(markup):
    assert claims(markup.encode(), "") == []


@pytest.mark.parametrize(
    "content_type",
    [
        "text/html; charset=gbk",
        'text/html;charset="GBK"',
        "text/html; Charset = 'gbk'",
        "text/html; charset=gbk, text/html; charset=utf-8",
        "charset=gbk",
    ],
)
def test_the_header_however_it_is_written(content_type):
    assert claims(b"", content_type) == [Claim("gb18030", "header")]


def test_claims_come_in_the_order_header_xml_meta_and_each_encoding_once():
    body = b'<?xml version="1.0" encoding="big5"?><meta charset="gb2312"><meta charset="koi8-r">'
    assert claims(body, "text/html; charset=gbk") == [
        Claim("gb18030", "header"),
        Claim("big5hkscs", "xml"),
        Claim("koi8-r", "meta"),
    ]


def test_western_defaults_say_nothing():
    assert not Claim("cp1252", "header").says_something
    assert Claim("iso8859-15", "header").says_something
