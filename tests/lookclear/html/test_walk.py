"""The walk over the elements: which are seen, which pieces of text they cover, and in which zone."""

import itertools

import pytest
from lxml import etree

from lookclear.html import zones
from lookclear.html.walk import walk

TEXTS = ["Compost feeds the soil.", "堆肥可以改良土壤。", "Compost 堆肥 feeds 土壤"]


def walked(markup, **options):
    return walk(etree.fromstring(f"<body>{markup}</body>", etree.HTMLParser()), **options)


def covered(found):
    spans = zip(found.tags, found.starts, found.ends, strict=True)
    return {tag: "".join(found.pieces[start:end]) for tag, start, end in spans}


@pytest.mark.parametrize("text", TEXTS)
def test_an_element_covers_its_text_and_none_that_follows(text):
    found = covered(walked(f"<p>before <b>{text}</b> after</p>tail"))
    assert found["b"] == text
    assert found["p"] == f"before {text} after"
    assert found["body"].startswith(f"{found['p']}\ntail")


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>{}<i>{}</i></p>",
        "<p style='color:red; DISPLAY : none'>{}<i>{}</i></p>",
        "<p style='color:#fff;background-color:#fff'>{}</p>",
        "<dialog>{}<i>{}</i></dialog>",
        "<script>{}</script>",
        "<noscript>{}<i>{}</i></noscript>",
        "<svg><a>{}</a></svg>",
        "<iframe>{}</iframe>",
    ],
)
def test_what_is_not_seen_is_left_out_and_what_follows_it_is_not(text, hidden):
    found = walked(f"<div>seen{hidden.format(text, text)} and {text}</div>")
    assert "".join(found.pieces).count(text) == 1
    assert " ".join("".join(found.pieces).split()) == f"seen and {text}"


@pytest.mark.parametrize("text", TEXTS)
def test_those_without_scripts_see_other_parts(text):
    markup = f"<noscript><p>{text}</p></noscript><noframes><b>{text}</b></noframes>"
    assert "".join(walked(markup).pieces).strip() == ""
    assert "".join(walked(markup, noscript=True).pieces).count(text) == 2


def test_an_open_dialog_is_seen():
    assert "".join(walked("<dialog open>soil</dialog>").pieces).strip() == "soil"


def test_parents_come_first_and_a_skipped_element_is_nobodys():
    found = walked("<div><p hidden><b>x</b></p><ul><li>y</ul></div><p>z")
    assert list(zip(found.tags, found.parents, strict=True)) == [
        ("html", -1),
        ("body", 0),
        ("div", 1),
        ("ul", 2),
        ("li", 3),
        ("p", 1),
    ]


def test_a_zone_holds_until_the_next_and_a_lesser_one_does_not_lower_it():
    found = walked("a<h1>b<a>c</a></h1>d<a>e</a>")
    edges = [*found.zone_starts, len(found.pieces)]
    parts = ["".join(found.pieces[start:end]).strip() for start, end in itertools.pairwise(edges)]
    assert list(zip(found.zones, parts, strict=True)) == [
        (zones.BODY, "a"),
        (zones.H1, "bc"),
        (zones.BODY, "d"),
        (zones.ANCHOR, "e"),
    ]


@pytest.mark.parametrize("text", TEXTS)
def test_white_space_is_kept_as_one_and_lines_of_preformatted_text_as_they_are(text):
    assert "".join(walked(f"<p> \n {text}\t\n {text} </p>  <p>x").pieces) == f" {text} {text} \nx\n"
    assert "".join(walked(f"<pre>{text}\n\n  {text}</pre>").pieces) == f"{text}\n\n {text}\n"


def test_two_links_in_a_row_are_two_words():
    assert "".join(walked("<a>one</a><a>two</a>").pieces).strip() == "one two"
