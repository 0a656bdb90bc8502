"""Rows of encodings: what a reader would see is what is read."""

from __future__ import annotations

import pytest

from lookclear.html.parse import parse
from lookclear.text.segment import words
from tests.bad_input.rows import case

ZH = "土壤和水稻的关系：农民在春天整理田地，然后把秧苗插进水里。"
TW = "土壤與水稻的關係：農民在春天整理田地，然後把秧苗插進水裡。"
WEST = "Le café est déjà fermé – le garçon s’est levé très tôt, été comme hiver."
PLAIN = "soil and rice"


def markup(text: str, meta: str = "") -> str:
    head = f'<meta charset="{meta}">' if meta else ""
    return f"<html><head>{head}<title>x</title></head><body><p>{text}</p></body></html>"


def late(text: str) -> str:
    script = "var a = 1; " * 500
    return f"<html><head><script>{script}</script><meta charset=gbk></head><body><p>{text}</p></body>"


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        case("B1", markup(ZH + "镕", "gb2312").encode("gbk"), "text/html", ZH + "镕"),
        case("B2", markup(ZH, "gbk").encode("gbk"), "text/html; charset=utf-8", ZH),
        case("B4", b"\xef\xbb\xbf" + markup(ZH).encode(), "text/html; charset=gbk", ZH),
        case("B5", markup(ZH).encode("gbk"), "text/html", ZH),
        case("B6", markup(TW).encode("big5"), "text/html", TW),
        case("B7", markup(TW + "㗎", "big5").encode("big5hkscs"), "text/html", TW + "㗎"),
        case("B8", markup(WEST).encode("cp1252"), "text/html; charset=iso-8859-1", WEST),
        case("B9", markup(PLAIN, "utf-16").encode(), "text/html", PLAIN),
        case("B11", markup("soil +AGEAYgBj- rice", "utf-7").encode(), "text/html", "soil +AGEAYgBj- rice"),
        case("B12", markup(ZH, "x-nonsense").encode("gbk"), 'text/html; charset=""', ZH),
        case("B14", late(ZH).encode("gbk"), "text/html", ZH),
        case("B15", f"<p>{ZH}土".encode()[:-1], "text/html; charset=utf-8", ZH + "\ufffd"),
        case("B17", markup("soil &#xD83D; rice").encode(), "text/html", "soil \ufffd rice"),
        case("F26", markup(ZH, "gbk").encode("gbk"), "text/html", ZH),
    ],
)
def test_text_is_decoded_as_it_was_meant(body: bytes, content_type: str, text: str) -> None:
    assert parse(body, "http://example.org/", content_type=content_type).text == text


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        case("F29", markup(ZH).encode("gbk"), "text/html; charset=ISO-8859-1", ZH),
        case("F29", markup(ZH, "gbk").encode("gbk"), "text/html; charset=ISO-8859-1", ZH),
        case("F29", markup(ZH, "gb2312").encode(), "text/html", ZH),
        case("F29", markup(ZH).encode() + b"<p>soil\xff rice", "text/html", ZH + "\nsoil\ufffd rice"),
        case("F29", markup(TW).encode("big5"), "text/html", TW),
        case("F29", markup(ZH).encode("gbk"), "text/html; charset=x-gbk", ZH),
        case("F29", markup("résumé").encode("cp1252"), "text/html", "résumé"),
        case("F30", ("<meta charset=utf-8><meta charset=gbk>" + markup(ZH)).encode("gbk"), "text/html", ZH),
        case(
            "F30",
            f'<meta httpequiv="Content-Type" content="text/html; charset=gbk"><p>{ZH}'.encode("gbk"),
            "text/html",
            ZH,
        ),
        case("F30", f'<?xml version="1.0" encoding="gb2312"?><html><p>{ZH}'.encode("gbk"), "text/html", ZH),
        case("F30", b"\xff\xfe" + markup(ZH).encode("utf-16-le"), "text/html; charset=utf-8", ZH),
    ],
)
def test_contradictions_are_settled_by_the_bytes(body: bytes, content_type: str, text: str) -> None:
    assert parse(body, "http://example.org/", content_type=content_type).text == text


@pytest.mark.parametrize(
    "reference", [case("B18", "&#xD800;"), case("B18", "&#0;"), case("B18", "&#x110000;")]
)
def test_references_to_no_character_are_replaced(reference: str) -> None:
    page = parse(f"<p>soil {reference} rice".encode(), "http://example.org/")
    assert page.tokens[:2] == ("soil", "rice")
    page.text.encode()  # nothing in it that cannot be written


@pytest.mark.parametrize("body", [case("B19", ZH.encode() * 3 + ZH.encode("gbk") * 3)])
def test_a_page_of_two_encodings_is_flagged(body: bytes) -> None:
    page = parse(b"<html><body><p>" + body, "http://example.org/")
    assert "bad-bytes" in page.flags


@pytest.mark.parametrize(
    ("written", "searched"),
    [
        case("B21", "ＡＢＣ ５", "ABC 5"),
        case("B21", "ｶﾅ", "カナ"),
        case("B21", "\uf9b5子", "例子"),
        case("B22", "co\u00adope\u200brate", "cooperate"),
        case("B22", "so\u202eil", "soil"),
        case("B22", "土\u200b壤", "土壤"),
    ],
)
def test_words_that_read_the_same_are_found_as_one(written: str, searched: str) -> None:
    assert words(written) == words(searched)


@pytest.mark.parametrize("written", [case("B21", "ＡＢＣ１２３"), case("B22", "co\u00adoperate")])
def test_the_original_is_kept_for_display(written: str) -> None:
    assert parse(f"<p>{written}</p>".encode(), "http://example.org/").text == written
