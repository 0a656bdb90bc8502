"""Pages made to hurt a parser: each is one kind of cost, at a size that a server may send (8 MB)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

_TEXT = "<p>Compost feeds the soil. 堆肥可以改良土壤。</p>"
_MANY = 100_000


def page(body: str, *, head: str = "") -> bytes:
    """Put something hostile between two paragraphs that a reader should get to see."""
    return f"<!doctype html><title>Garden 花园</title>{head}<body>{_TEXT}{body}{_TEXT}".encode()


def _filled(piece: str, size: int) -> str:
    return piece * (size // len(piece))


HOSTILE: Mapping[str, Callable[[], bytes]] = {
    "40,000 attributes in a tag": lambda: page(
        "<div " + " ".join(f"a{n}=1" for n in range(40_000)) + ">x</div>"
    ),
    "40,000 attributes in 100 tags": lambda: page(
        ("<div " + " ".join(f"a{n}=1" for n in range(400)) + ">x</div>") * 100
    ),
    "500,000 links": lambda: page("".join(f"<a href=/{n}>a</a>" for n in range(500_000))),
    "500,000 links unclosed": lambda: page("".join(f"<a href=/{n}>a" for n in range(500_000))),
    "10 MB line": lambda: page(_filled("word 土壤 ", 10_000_000)),
    "10 MB word": lambda: page("a" * 10_000_000),
    "8 MB of Chinese without a stop": lambda: page(_filled("土壤和肥料", 2_700_000)),
    "100,000 nested divs": lambda: page("<div>" * _MANY + "deep down 深处"),
    "100,000 nested fonts": lambda: page("<font>" * _MANY + "deep down 深处"),
    "100,000 nested b and p": lambda: page("<b><p>" * _MANY + "deep down 深处"),
    "100,000 nested tables": lambda: page("<table><tr><td>" * _MANY + "deep down 深处"),
    "100,000 nested lists": lambda: page("<ul><li>" * _MANY + "deep down 深处"),
    "1,000,000 unclosed tags": lambda: page("<p><i>" * 500_000),
    "1,000,000 unclosed paragraphs": lambda: page("<p>x" * 1_000_000),
    "2,000,000 end tags": lambda: page("</b></div>" * 800_000),
    "end tags at 2,000 levels": lambda: page("<div>" * 2_000 + "</i></b>" * 500_000),
    "entity storm": lambda: page("&amp;" * 1_600_000),
    "unknown entities": lambda: page("&nothing;&#xfffffff;" * 400_000),
    "ampersands": lambda: page("&" * 8_000_000),
    "doctype bomb": lambda: (
        (
            '<!DOCTYPE html [<!ENTITY a "ha">'
            + "".join(f'<!ENTITY b{n} "{"&a;" * 10}">' for n in range(20_000))
            + "]>"
        ).encode()
        + page("&b1;")
    ),
    "8 MB of headings": lambda: page("".join(f"<h2>Heading {n}</h2>" for n in range(330_000))),
    "8 MB table": lambda: page(
        "<table>" + "".join(f"<tr><td>{n}<td>x<td>y</tr>" for n in range(330_000)) + "</table>"
    ),
    "8 MB of empty elements": lambda: page("<br>" * 2_000_000),
    "8 MB of list items": lambda: page("<ul>" + "<li>word" * 1_000_000),
    "huge comment": lambda: page(f"<!--{'x' * 8_000_000}-->"),
    "comment without an end": lambda: page(f"<!--{'<p>x' * 2_000_000}"),
    "many comments": lambda: page("<!--x-->" * 1_000_000),
    "bad comments": lambda: page("<!-->" * 1_000_000 + "<!--" * 300_000),
    "processing instructions": lambda: page("<?x?>" * 1_000_000),
    "huge style": lambda: page(f"<style>{'a{b:c}' * 1_300_000}</style>"),
    "script without an end": lambda: page(f"<script>{'<p>x</' * 1_300_000}"),
    "many scripts without an end": lambda: page("<script>" * 1_000_000),
    "many textareas without an end": lambda: page("<textarea>" * 800_000),
    "data address of 8 MB": lambda: page(f'<img src="data:image/png;base64,{"A" * 8_000_000}">'),
    "data addresses": lambda: page(f'<img src="data:image/png;base64,{"A" * 50_000}">' * 160),
    "address of 8 MB": lambda: page(f'<a href="/{"a/" * 4_000_000}">x</a>'),
    "8 MB in a title": lambda: page("", head=f"<title>{'word ' * 1_600_000}</title>"),
    "8 MB in a description": lambda: page(
        "", head=f'<meta name=description content="{"word " * 1_600_000}">'
    ),
    "8 MB in an alt text": lambda: page(f'<a href=/x><img alt="{"word " * 1_600_000}"></a>'),
    "tag without an end": lambda: page("<a " * 2_700_000),
    "less-than signs": lambda: page("<" * 8_000_000),
    "quote without an end": lambda: page("<a href='/x" + " b" * 4_000_000),
    "quotes without an end": lambda: page("<a x='" * 1_000_000),
    "zeros": lambda: page("\x00" * 8_000_000),
    "carriage returns": lambda: page("\r" * 8_000_000),
    "white space": lambda: page(" \n" * 4_000_000),
    "combining characters": lambda: page("e" + "\u0301" * 4_000_000),
    "svg nested": lambda: page("<svg><g>" * _MANY),
    "selects nested": lambda: page("<select><option>x" * 300_000),
    "forms nested": lambda: page("<form><input>" * 300_000),
    "frames": lambda: page("", head="<frameset>" + "<frame src=/x>" * 500_000),
    "bodies": lambda: page("<body class=a><html lang=en>" * 280_000),
    "meta tags": lambda: page("", head="<meta name=robots content=noindex>" * 230_000),
    "base tags": lambda: page("<a href=y>z</a>", head="<base href=/x>" * 500_000),
    "headings in links in lists": lambda: page("<ul><li><a href=/x><h3>x</h3></a></li></ul>" * 190_000),
}
