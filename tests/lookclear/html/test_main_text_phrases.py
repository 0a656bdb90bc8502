import pytest

from lookclear.html.main_text import phrases


@pytest.mark.parametrize(
    "line",
    [
        "Related articles",
        "12 Comments",
        "Leave a reply",
        "Das könnte Sie auch interessieren",
        "Sur le même sujet",
        "Zobacz też",
        "Noticias relacionadas",
        "Комментарии",
        "相关阅读",
        "【推荐阅读】",
        "上一篇：春雨",
        "関連記事",
    ],
)
def test_titles_after_which_the_text_is_over(line):
    assert phrases.is_ending(line)
    assert phrases.is_furniture(line)


@pytest.mark.parametrize(
    "line", ["Advertisement", "Share this on", "责任编辑：王明", "Lire aussi : la crue", "© 2020"]
)
def test_furniture_that_does_not_end_a_text(line):
    assert phrases.is_furniture(line)
    assert not phrases.is_ending(line)


@pytest.mark.parametrize(
    "line",
    [
        "Shares fell on Monday",
        "Comments by the mayor were short",
        "Advertisements then and now",
        "编辑部的故事",
        "来源于自然",
    ],
)
def test_sentences_that_begin_alike_are_not_furniture(line):
    assert not phrases.is_furniture(line)


@pytest.mark.parametrize(
    ("line", "dated"),
    [
        ("2020-02-19 20:29:58 来源： 半月谈", True),
        ("来源：新华社 2020年2月19日", True),
        ("Published: 12/05/2020, 10:15", True),
        ("11.01.2022, 09:50 Uhr", True),
        ("In 2020 the river rose", False),
        ("1.5.2 fixes three faults", False),
        ("Published 12.05.2020.", True),
        ("12/05/2020 at 10:30 a.m.", True),
        ("2020年5月12日。", True),
        ("On 12/05/2020 the river rose.", False),
        ("2020年5月12日，河水上涨！", False),
        ("二〇二四年 2024年3月5日 一百二十三。", False),
        ("12.05.2020 stieg der Fluss („schon wieder?”)", False),
    ],
)
def test_datelines_begin_with_a_date(line, dated):
    assert phrases.is_dateline(line) == dated


@pytest.mark.parametrize(
    ("line", "notice"),
    [
        ("We use cookies. By staying you agree to them.", True),
        ("Wir verwenden Cookies, um die Seite zu verbessern.", True),
        ("本站使用Cookies改善体验", True),
        ("本站使用 cookie 以改善体验", True),
        ("Read a cookie from the request", False),
        ("By staying you agree to the terms", False),
    ],
)
def test_cookie_notices_speak_of_cookies_and_of_consent(line, notice):
    assert phrases.is_cookie_notice(line) == notice
