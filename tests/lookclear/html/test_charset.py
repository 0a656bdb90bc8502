"""Each row stands for a kind of page: what declares what, which bytes, what must come out and why."""

import codecs
import encodings.aliases
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lookclear.html.charset import decode

HANS = "<html><head>{}</head><p>中文网页的编码常常声明错误，但是内容仍然可以读出来。</p></html>"
HANT = "<html><head>{}</head><p>網頁的編碼常常宣告錯誤，但是內容仍然可以讀出來。</p></html>"
HKSCS = "<html><head>{}</head><p>我哋琴日嚟咗呢度，佢哋喺門口等咗好耐。</p></html>"
JA = "<html><head>{}</head><p>文字コードの宣言が間違っていても、内容は読めるはずです。</p></html>"
KO = "<html><head>{}</head><p>문자 부호가 잘못 선언되어도 내용은 읽을 수 있어야 한다.</p></html>"
RU = "<html><head>{}</head><p>Кодировка страницы часто объявлена неверно, но текст читается.</p></html>"
FR = "<html><head>{}</head><p>Le codage déclaré est erroné, mais la page reste lisible à l’écran.</p></html>"
CS = "<html><head>{}</head><p>Kódování stránky bývá špatně určeno, přesto se dá číst ještě dobře.</p></html>"
MIXED = "<html><head>{}</head><p>这台 server 的 GPU 显卡很快，run time 只要三秒。</p></html>"
GB = '<meta charset="gb2312">'
PRAGMA = '<meta http-equiv="Content-Type" content="text/html; charset={}">'


def header(charset):
    return f"text/html; charset={charset}"


DECLARED = [
    # page, meta, codec that wrote it, header, charset that must be found, reason
    pytest.param(HANS, "", "gbk", header("gbk"), "gb18030", "header", id="header-right"),
    pytest.param(HANS, GB, "gbk", "", "gb18030", "meta", id="meta-gb2312-means-gb18030"),
    pytest.param(MIXED, GB, "gbk", "", "gb18030", "meta", id="meta-right-mixed-text"),
    pytest.param(HANS, GB, "gbk", header("utf-8"), "gb18030", "meta", id="header-utf8-bytes-gbk"),
    pytest.param(HANS, "", "gbk", header("utf-8"), "gb18030", "detector", id="header-utf8-bytes-gbk-no-meta"),
    pytest.param(HANS, GB, "gbk", header("ISO-8859-1"), "gb18030", "meta", id="latin1-header-says-nothing"),
    pytest.param(HANS, "", "gbk", header("ISO-8859-1"), "gb18030", "detector", id="latin1-header-alone"),
    pytest.param(HANS, GB, "utf-8", "", "utf-8", "utf-8", id="meta-gb2312-bytes-utf8"),
    pytest.param(HANS, "", "utf-8", header("gbk"), "utf-8", "utf-8", id="header-gbk-bytes-utf8"),
    pytest.param(
        HANS, "<meta charset=utf-8>", "utf-8", header("utf-8"), "utf-8", "utf-8", id="utf8-said-twice"
    ),
    pytest.param(HANS, "", "gbk", header("x-gbk"), "gb18030", "header", id="alias-x-gbk"),
    pytest.param(HANS, "", "gbk", header("windows-936"), "gb18030", "header", id="alias-windows-936"),
    pytest.param(HANS, "", "gbk", header("x-gibberish"), "gb18030", "detector", id="unknown-label"),
    pytest.param(HANS, "", "gbk", header(""), "gb18030", "detector", id="empty-label"),
    pytest.param(HANS, PRAGMA.format("gbk"), "gbk", "", "gb18030", "meta", id="pragma"),
    pytest.param(
        HANS,
        '<meta httpequiv="ContentType" content="text/html; charset=gb2312">',
        "gbk",
        "",
        "gb18030",
        "meta",
        id="pragma-without-hyphens",
    ),
    pytest.param(
        HANS, "<script>" + "var a;\n" * 20000 + "</script>" + GB, "gbk", "", "gb18030", "meta", id="late-meta"
    ),
    pytest.param(
        HANS, PRAGMA.format("big5") + GB, "gbk", "", "gb18030", "meta", id="two-metas-the-second-true"
    ),
    pytest.param(
        HANS, GB + PRAGMA.format("utf-8"), "gbk", "", "gb18030", "meta", id="two-metas-the-first-true"
    ),
    pytest.param(HANT, GB, "big5", "", "big5hkscs", "detector", id="meta-gb2312-bytes-big5"),
    pytest.param(HANS, PRAGMA.format("big5"), "gbk", "", "gb18030", "detector", id="meta-big5-bytes-gbk"),
    pytest.param(HKSCS, "", "big5hkscs", header("big5"), "big5hkscs", "header", id="big5-with-hkscs"),
    pytest.param(JA, "", "cp932", header("euc-jp"), "cp932", "detector", id="header-eucjp-bytes-sjis"),
    pytest.param(JA, "", "euc_jp", header("shift_jis"), "euc_jp", "detector", id="header-sjis-bytes-eucjp"),
    pytest.param(JA, "", "gbk", header("gbk"), "gb18030", "header", id="japanese-in-gbk"),
    pytest.param(JA, "", "iso2022_jp", header("iso-2022-jp"), "iso2022_jp", "escapes", id="iso-2022-jp"),
    pytest.param(RU, "", "koi8-r", header("windows-1251"), "koi8-r", "detector", id="header-1251-bytes-koi8"),
    pytest.param(RU, "", "cp1251", header("koi8-r"), "cp1251", "detector", id="header-koi8-bytes-1251"),
    pytest.param(RU, "", "iso8859-5", header("iso-8859-5"), "iso8859-5", "header", id="header-iso-8859-5"),
    pytest.param(FR, "", "cp1252", header("iso-8859-1"), "cp1252", "header", id="latin1-means-1252"),
    pytest.param(FR, "", "cp1252", header("utf-8"), "cp1252", "detector", id="header-utf8-bytes-1252"),
    pytest.param(FR, "", "cp1252", header("gbk"), "cp1252", "detector", id="header-gbk-bytes-1252"),
    pytest.param(HANS, '<meta charset="utf-16">', "utf-8", "", "utf-8", "utf-8", id="utf16-in-utf8-page"),
    pytest.param(HANS, '<meta charset="utf-16">', "gbk", "", "gb18030", "detector", id="utf16-in-gbk-page"),
    pytest.param(HANS, "", "gbk", header("utf-7"), "gb18030", "detector", id="utf7-is-ignored"),
]
UNDECLARED = [
    pytest.param(HANS, "gbk", "gb18030", id="gbk"),
    pytest.param(MIXED, "gbk", "gb18030", id="gbk-mixed-text"),
    pytest.param(HANT, "gbk", "gb18030", id="traditional-gbk"),
    pytest.param(HANT, "big5", "big5hkscs", id="big5"),
    pytest.param(HKSCS, "big5hkscs", "big5hkscs", id="hkscs"),
    pytest.param(JA, "cp932", "cp932", id="shift-jis"),
    pytest.param(JA, "euc_jp", "euc_jp", id="euc-jp"),
    pytest.param(JA, "iso2022_jp", "iso2022_jp", id="iso-2022-jp"),
    pytest.param(KO, "euc_kr", "cp949", id="euc-kr"),
    pytest.param(RU, "cp1251", "cp1251", id="windows-1251"),
    pytest.param(RU, "koi8-r", "koi8-r", id="koi8-r"),
    pytest.param(RU, "iso8859-5", "iso8859-5", id="iso-8859-5"),
    pytest.param(RU.upper(), "koi8-r", "koi8-r", id="koi8-r-capitals"),
    pytest.param(RU.upper(), "cp1251", "cp1251", id="windows-1251-capitals"),
    pytest.param(FR, "cp1252", "cp1252", id="windows-1252"),
    pytest.param(FR.replace("écran", "œil").replace("’", "'"), "iso8859-15", "iso8859-15", id="iso-8859-15"),
    pytest.param(CS, "cp1250", "cp1250", id="windows-1250"),
    pytest.param("<p>© 2020 Smith</p>" * 30, "cp1252", "cp1252", id="only-a-sign"),
    pytest.param("<p>only £5 or €6</p>", "cp1252", "cp1252", id="only-prices"),
    pytest.param(
        "<p>Pendant la mise à jour, rien ne change</p>", "cp1252", "cp1252", id="one-letter-in-ascii"
    ),
    pytest.param("<p>It’s fine, 25 °C</p>", "cp1252", "cp1252", id="only-punctuation"),
    pytest.param("<p>résumé</p>", "cp1252", "cp1252", id="one-western-word"),
    pytest.param("<p>中国</p>", "gbk", "gb18030", id="one-chinese-word"),
    pytest.param(HANS, "utf-16-le", "utf-16-le", id="utf-16-le-without-mark"),
    pytest.param(HANS, "utf-16-be", "utf-16-be", id="utf-16-be-without-mark"),
    pytest.param(HANS, "utf-32-le", "utf-32-le", id="utf-32-le-without-mark"),
    pytest.param(HANS, "utf-16", "utf-16-le", id="utf-16-with-mark"),
    pytest.param(HANS, "utf-32", "utf-32-le", id="utf-32-with-mark"),
    pytest.param("中文网页", "utf-16", "utf-16-le", id="utf-16-with-mark-no-markup"),
]


@pytest.mark.parametrize(("page", "meta", "codec", "content_type", "charset", "reason"), DECLARED)
def test_a_declaration_is_believed_only_when_the_bytes_agree(
    page, meta, codec, content_type, charset, reason
):
    page = page.format(meta)
    decoded = decode(page.encode(codec), content_type)
    assert (decoded.text, decoded.charset, decoded.reason) == (page, charset, reason)


@pytest.mark.parametrize(("page", "codec", "charset"), UNDECLARED)
def test_a_page_that_declares_nothing_is_read_by_its_bytes(page, codec, charset):
    page = page.format("")
    decoded = decode(page.encode(codec))
    assert (decoded.text, decoded.charset) == (page, charset)
    assert decoded.reason in {"detector", "escapes", "zeros", "mark"}


def test_one_letter_far_down_tells_encodings_apart_that_agree_in_all_others():
    page = " ".join(f"<p>été{number} garçon{number}</p>" for number in range(500)) + "<p>cœur</p>"
    assert decode(page.encode("iso8859-15")).text == page


def test_a_declaration_that_leaves_bytes_undecoded_has_little_weight():
    page = "<p>Pendant la mise à jour, rien ne change</p>"
    assert decode(page.encode("cp1252"), header("euc-kr")).text == page


@pytest.mark.parametrize(
    ("page", "codec"),
    [
        pytest.param("Брзи вук скочи преко љутог пса, а ћерка је чекала ђака.", "cp1251", id="serbian"),
        pytest.param(
            "Tie\u0302\u0301ng Vie\u0323t là ngôn ngu\u031b\u0303 cu\u0309a tôi.", "cp1258", id="vietnamese"
        ),
        pytest.param("Ĉiuj ĵurnaloj skribis pri la ŝtormo ĉe la eĥoŝanĝo.", "iso8859-3", id="esperanto"),
        pytest.param("Mae'r tŷ ar ben y bryn, a'r dŵr yn llifo i'r môr.", "iso8859-14", id="welsh"),
        pytest.param("Бүгін ауа райы жақсы, балалар көшеде ойнап жүр.", "ptcp154", id="kazakh"),
        pytest.param("L’été est déjà fini et la forêt est mouillée.", "mac-roman", id="french-mac"),
        pytest.param("Сегодня хорошая погода, дети играют в саду.", "mac-cyrillic", id="russian-mac"),
        pytest.param("བོད་སྐད་ནི་བོད་མིའི་སྐད་ཡིག་ཡིན།", "gb18030", id="tibetan"),
    ],
)
@pytest.mark.parametrize("times", [1, 40])
def test_a_declaration_holds_for_languages_that_the_detector_does_not_know(page, codec, times):
    page = fitting(page, codec) * times
    decoded = decode(page.encode(codec), header(codec))
    assert decoded.text == page
    assert decoded.reason == "header"


def fitting(text, codec):
    """Leave out what a codec cannot write."""
    return text.encode(codec, "ignore").decode(codec)


def test_the_declaration_wins_where_the_evidence_is_weak():
    body = "<p>сад</p>".encode("cp1251")
    assert decode(body, header("windows-1251")).text == "<p>сад</p>"
    assert decode(body, header("koi8-r")).reason == "header"


def test_a_western_default_decides_between_readings_that_are_nearly_as_good():
    body = "<p>podél øe</p>".encode("cp1252")
    assert decode(body).charset == "cp1250"
    assert decode(body, header("ISO-8859-1")).charset == "cp1252"


def test_a_declaration_is_not_overruled_by_a_reading_that_is_little_better_however_long_the_page():
    rng = random.Random(1)
    words = ("".join(rng.choices("aeioursntlăâîșț", k=rng.randint(3, 8))) for _ in range(2000))
    page = "<p>" + " ".join(words) + "</p>"  # the detector knows Romanian in ISO-8859-2 only
    assert decode(page.encode("iso8859-16"), header("iso-8859-16")).text == page


def test_an_xml_declaration_counts_as_a_declaration():
    page = '<?xml version="1.0" encoding="gb2312"?>' + HANS.format("")
    assert decode(page.encode("gbk")).reason == "xml"


def test_a_mark_beats_the_header_and_leaves_no_character():
    body = codecs.BOM_UTF8 * 2 + HANS.format("").encode()
    decoded = decode(body, header("gbk"))
    assert (decoded.text, decoded.charset, decoded.reason) == (HANS.format(""), "utf-8", "mark")
    assert decoded.quality.contradicted


def test_a_mark_pasted_before_a_gbk_page_does_not_ruin_it():
    decoded = decode(codecs.BOM_UTF8 + (HANS.format("") * 5).encode("gbk"))
    assert decoded.charset == "gb18030"
    assert HANS.format("") in decoded.text


def test_an_ascii_page_keeps_its_declared_charset_for_the_queries_of_its_links():
    assert decode(b'<meta charset="gbk"><p>plain</p>').charset == "gb18030"
    assert decode(b'<meta charset="utf-16"><p>plain</p>').charset == "utf-8"
    assert decode(b"<p>plain</p>", header("ISO-8859-1")).charset == "utf-8"
    assert decode(b"", "").charset == "utf-8"


def test_two_chinese_characters_that_are_valid_utf8_by_accident_follow_the_declaration():
    body = "<title>目录</title>".encode("gbk")
    assert body.decode("utf-8") != "<title>目录</title>"
    assert decode(body, header("gbk")).text == "<title>目录</title>"
    assert decode("<title>café</title>".encode(), header("gbk")).text == "<title>café</title>"


def test_one_bad_byte_does_not_turn_a_utf8_page_into_another_charset():
    body = HANS.format("").encode().replace("错误".encode(), "错".encode() + b"\xff", 1)
    for content_type in ("", header("utf-8"), header("iso-8859-1")):
        decoded = decode(body, content_type)
        assert decoded.text == HANS.format("").replace("错误", "错\ufffd")
        assert decoded.quality.replacements == 1
        assert not decoded.quality.low


@pytest.mark.parametrize(
    ("codec", "charset"), [("gbk", "gb18030"), ("utf-8", "utf-8"), ("big5", "big5hkscs")]
)
def test_a_last_character_cut_in_two_becomes_one_replacement(codec, charset):
    whole = "<p>" + "山中天氣多雨" * 3
    for content_type in ("", header(codec)):
        decoded = decode(whole.encode(codec)[:-1], content_type)
        assert (decoded.text, decoded.charset) == (whole[:-1] + "\ufffd", charset)
        assert decoded.reason == ("utf-8" if codec == "utf-8" else "header" if content_type else "detector")


def test_a_page_of_two_encodings_is_of_low_quality_whichever_is_more():
    chinese = "中文网页的编码常常声明错误，但是内容仍然可以读出来。\n"
    for utf8, gbk in ((20, 5), (5, 20)):
        decoded = decode((chinese * utf8).encode() + (chinese * gbk).encode("gbk"))
        assert decoded.quality.low, decoded.charset
    assert not decode((chinese * 20).encode("gbk")).quality.low


@pytest.mark.parametrize(
    ("content_type", "meta", "contradicted"),
    [
        (header("gbk"), GB, False),
        ("", "", False),
        (header("ISO-8859-1"), "", False),
        (header("utf-8"), "", True),
        ("", GB + PRAGMA.format("big5"), True),
    ],
)
def test_a_contradiction_is_told(content_type, meta, contradicted):
    assert decode(HANS.format(meta).encode("gbk"), content_type).quality.contradicted is contradicted


@given(st.binary(max_size=400), st.sampled_from(sorted({*encodings.aliases.aliases, "utf-7", "x-gbk", "hz"})))
@example(b"\x1b$B\x1b(B", "iso-2022-jp")
@example(b"~{", "hz")
@example(b"\xff\xfe\x00", "utf-16")
@example(b"<\x00", "utf-32")
@example(b"\x80", "undefined")
def test_decoding_never_raises(body, label):
    for content_type in ("", header(label)):
        assert isinstance(decode(body, content_type).text, str)
    decode(f'<meta charset="{label}">'.encode() + body)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_utf8_survives(text):
    body = ("<p>" + text + "</p>").encode()
    if b"\0" in body or b"\x1b$" in body:
        return
    assert decode(body).text == "<p>" + text + "</p>"


@pytest.mark.parametrize(
    "piece", [b"<!--", b"<meta ", b"<script>", b"<", b"charset", b"a", b"\x1b$B!!", b"&"]
)
def test_hostile_repetition_takes_one_pass(piece):
    body = piece * (2_000_000 // len(piece)) + b"\xe9"
    assert decode(body).text == body.decode("cp1252")
    assert decode(body + b"\xff\x81").charset
    assert len(decode(body[:-1]).text) <= len(body)
    assert len(decode(b"\xe9 " + body).text) == len(body) + 2


@pytest.mark.parametrize(
    ("body", "is_utf8"),
    [
        ("<p>堆肥 compost".encode(), True),
        ("<p>zwölf words".encode(), True),
        ("\ufeff<p>堆肥".encode(), False),
        ("<p>堆肥".encode()[:-1], False),
        ("<p>堆肥可以改良土壤".encode("gbk"), False),
        ("<p>堆肥 compost".encode("utf-16"), False),
    ],
)
def test_the_bytes_are_kept_only_where_they_are_the_text(body: bytes, is_utf8: bool) -> None:
    decoded = decode(body)
    assert decoded.encoded == (body if is_utf8 else None)
    assert not is_utf8 or decoded.text.encode() == body


@pytest.mark.parametrize("late", ["", "<script src=x charset=utf-8></script>", "<p>charset=big5"])
def test_a_meta_tag_is_found_whatever_says_charset_after_it(late: str) -> None:
    body = f"<meta name=a><meta charset=gbk><meta name=b>{'<p>堆肥可以改良土壤' * 9}{late}".encode("gbk")
    assert decode(body).reason == "meta"
