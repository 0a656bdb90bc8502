import pytest

from lookclear.sitemaps.markup import harmless


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("<a>1</a>", "<a>1</a>"),
        ('<?xml version="1.0"?><!-- <!DOCTYPE b> --><a>1</a>', "<a>1</a>"),
        ("<!DOCTYPE a><a>1</a>", "<a>1</a>"),
        ('<!DOCTYPE a SYSTEM "x>y"><a/>', "<a/>"),
        ('<!DOCTYPE a [<!ENTITY b "]>"><!-- ]> \' --><?p ]> ?>]><a>&b;</a>', "<a></a>"),
        ("<!DOCTYPE a []><!doctype a [ ]>\n<a/>", "<a/>"),
        ("<a>&amp;&lt;&#65;&#x41;</a>", "<a>&amp;&lt;&#65;&#x41;</a>"),
        ("<a>&nbsp;&eacute;&nothing;&#0;&#xD800;</a>", "<a>\xa0é\ufffd\ufffd</a>"),
        ("<a>x?a=1&b=2&</a>", "<a>x?a=1&amp;b=2&amp;</a>"),
        ("<a><![CDATA[x?a=1&b=2&nbsp;\x00]]>&b=2</a>", "<a><![CDATA[x?a=1&b=2&nbsp;]]>&amp;b=2</a>"),
        ("<a>园\x00\x08艺\ufffe</a>", "<a>园艺</a>"),
    ],
)
def test_markup_loses_its_type_its_entities_and_what_xml_forbids(text: str, plain: str) -> None:
    assert harmless(text).text == plain


def test_a_type_without_an_end_leaves_nothing() -> None:
    assert harmless('<!DOCTYPE a [<!ENTITY b "><a/>') == ("", "", True)


@pytest.mark.parametrize(
    ("text", "root"),
    [("<a:RDF>", "rdf"), ("<urlset\n>", "urlset"), ("<HTML lang=en>", "html"), ("< a>", ""), ("text", "")],
)
def test_the_root_is_named_without_its_prefix(text: str, root: str) -> None:
    assert harmless(text).root == root
