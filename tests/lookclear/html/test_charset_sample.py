import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.html.charset.sample import take


def test_only_text_counts():
    page = (
        "<title>标题</title><script>var a = '脚本';</script><style>/* 样式 */</style><!-- 注释 -->"
        '<img alt="图片"><p>正文 GPU显卡 plain</p>'
    )
    assert [word.decode() for word in take(page.encode()).words] == ["标题", "正文", "GPU显卡"]


def test_markup_counts_when_the_text_has_nothing():
    assert [word.decode() for word in take('<img alt="图片"><p>plain</p>'.encode()).words] == ["图片"]


def test_a_word_counts_once():
    assert take("<p>résumé résumé déjà</p>".encode()).words == ("résumé".encode(), "déjà".encode())


def test_text_after_a_long_script_is_found():
    script = "<script>" + "var a = 'ü';\n" * 20_000 + "</script>"
    assert "naïve".encode() in take((script + "<p>naïve</p>").encode()).words


def test_letters_around_are_measured_for_each_byte():
    assert take(b"<p class='long'>abc\xe9</p>").ascii_share == 3
    assert take(b"plain").words == ()


def test_a_page_that_ends_in_a_high_byte_is_torn():
    assert take(b"<p>\xe4\xb8").torn
    assert not take(b"<p>\xe4\xb8</p>").torn


@pytest.mark.parametrize("codec", ["gb18030", "big5hkscs", "cp932", "euc_jp", "cp949"])
@given(data=st.data())
def test_words_never_tear_a_character(codec, data):
    letters = "一ァ丂中文網頁のページ한국어Aaz~}{|@`09"
    text = data.draw(st.text(st.sampled_from(letters + " .<>"), max_size=60))
    body = text.encode(codec, "ignore")
    for word in take(body).words:
        assert word.decode(codec) in text.encode(codec, "ignore").decode(codec)


def test_a_small_sample_comes_from_all_over_the_page():
    words = [f"é{number}" for number in range(1000)]
    some = take(" ".join(words).encode()).joined(500)
    assert len(some) <= 500
    assert "é0 ".encode() in some
    assert any(f"é{number} ".encode() in some for number in range(900, 1000))
