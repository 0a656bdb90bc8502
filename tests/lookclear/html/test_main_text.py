from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.html.blocks import partition
from lookclear.html.main_text import main_text
from lookclear.html.parse import parse
from lookclear.html.tree import build

MENU = "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("Home", "World", "Sport", "Weather"))
COOKIES = (
    "<div class='cookie-banner'>We use cookies to make this site better. By staying you agree to them.</div>"
)
SENTENCE = "The river rose by two metres during the night, and the lower town was cleared before dawn."
LATER = "By noon the water had begun to fall, said the mayor, and the first families were going home."
NEWS = f"""<html><head><title>Flood</title></head><body>
<header><a href="/">The Daily</a></header><nav><ul>{MENU}</ul></nav>
<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/world">World</a></li></ol>
<main><article><h1>Flood in the valley</h1>
<div class="byline">By Jane Roe, 12 May 2020</div><div class="share-bar"><a href="#f">Facebook</a> Share</div>
<p>{SENTENCE}</p>
<figure><img src="a.jpg"><figcaption>The old bridge on Tuesday.</figcaption></figure>
<h2>After the rain</h2><p>{LATER}</p><p>Read more: <a href="/x">Ten floods that made history</a></p>
<div class="ad">Advertisement</div><ul><li>Two bridges are closed.</li><li>Schools stay shut.</li></ul>
<h3>Related articles</h3><ul><li><a href="/1">Storm in June</a></li><li><a href="/2">Dry spring</a></li></ul>
</article>
<section id="comments"><h3>3 Comments</h3>
<p>Great reporting as ever, thank you for being out there all night.</p>
<form><label>Your name</label><input><button>Send</button></form></section></main>
<aside><h3>Most read</h3><p>A cat was elected mayor, and the town is happy with the choice so far.</p></aside>
{COOKIES}
<footer>© 2020 The Daily. All rights reserved. Terms, privacy, contact and imprint.</footer></body></html>"""

TABLE_NEWS = """<table width=960><tr><td><a href="/">首页</a></td><td><a href="/n">新闻</a></td>
<td><a href="/f">财经</a></td><td><a href="/s">体育</a></td></tr></table>
<table><tr><td>您的位置：<a href="/">首页</a> &gt; <a href="/n">新闻</a></td></tr></table>
<table><tr><td valign=top><table><tr><td align=center><b>我市启动防汛应急响应</b></td></tr>
<tr><td>2020-06-12 09:30 来源：市政府办公室</td></tr>
<tr><td><p>　　昨日夜间，受连续强降雨影响，河水上涨两米，低洼地区居民在天亮之前全部安全转移。</p>
<p>　　市长表示，截至中午，水位已经开始回落，首批居民正在陆续返回家中，学校停课一天。</p>
<p align=right>（责任编辑：王明）</p></td></tr></table></td>
<td width=200><table><tr><td>相关新闻</td></tr><tr><td><a href="/1">暴雨红色预警发布</a></td></tr>
<tr><td><a href="/2">水库开闸放水</a></td></tr></table></td></tr></table>
<table><tr><td>版权所有 市人民政府办公室 <a href="/c">联系我们</a> 京ICP备12345号</td></tr></table>"""

DOCS = f"""<body><div role="navigation"><ul>{MENU}</ul></div><div role="main">
<div class="section" id="cookies">
<h1>Cookies</h1><p>Read a cookie from the request, and set one on the answer, as the example shows.</p>
<div class="highlight"><pre>answer = Answer()
answer.set("name", "value")</pre></div>
<div class="admonition note"><p class="admonition-title">Note</p>
<p>Values are text, never bytes or numbers.</p></div>
<table class="docutils"><thead><tr><th>Option</th><th>Meaning</th></tr></thead>
<tbody><tr><td><a href="#age">age</a></td><td>Seconds to live</td></tr>
<tr><td><a href="#path">path</a></td><td>Where it is sent</td></tr></tbody></table></div></div>
<div class="sphinxsidebar"><h3>Table of Contents</h3><ul>{MENU}</ul></div>
<div class="footer">© Copyright 2020, The Makers. Created using a tool.</div></body>"""

HUB = f"""<body><nav><ul>{MENU}</ul></nav><main><h1>Archive of 2020</h1><ul>
<li><a href="/a">Storm in June</a></li><li><a href="/b">Dry spring ahead</a></li>
<li><a href="/c">Snow on the pass</a></li></ul></main><footer>© The Daily</footer></body>"""

CONTENTS = """<body><div class="navheader"><a href="p">Prev</a> <a href="n">Next</a></div>
<div class="chapter"><h2>Chapter 3. Getting Started</h2><div class="toc"><p>Table of Contents</p><dl>
<dt><a href="3.1">3.1. The first window</a></dt><dt><a href="3.2">3.2. Opening an account</a></dt>
</dl></div></div>
<div class="navfooter"><a href="p">Prev</a> <a href="n">Next</a></div></body>"""

FORUM = f"""<body><div id="menu"><ul>{MENU}</ul></div><h1>Frost in May?</h1>
<div class="post"><div class="author"><a href="/u/1">anna</a></div><div class="message">My tomatoes are out
already, and the forecast says two degrees tonight. Should I cover them?</div></div>
<div class="post"><div class="author"><a href="/u/2">bert</a></div><div class="message">Yes, cover them with
fleece, and water the soil in the afternoon: wet soil holds more warmth.</div></div>
<div class="post"><div class="author"><a href="/u/1">anna</a></div><div class="message">Thank you, it worked,
and not one plant was lost even though the grass was white this morning.</div></div></body>"""

RECIPE = """<body><div class="recipe"><h1>Bread</h1>
<p>A plain loaf that needs no kneading, only a night of rest.</p>
<h2>Ingredients</h2><ul><li>500 g flour</li><li>1 g yeast</li><li><a href="/salt">salt</a></li></ul>
<h2>Method</h2><ol><li>Mix everything with cold water, and cover the bowl.</li>
<li>Bake the risen dough in a hot pot for forty minutes.</li></ol></div></body>"""

LIST_ONLY = "<body><ul><li>apples</li><li>pears</li><li>plums</li></ul></body>"

GERMAN = """<body><div class="navigation"><a href="/">Start</a></div><div id="content"><h1>Hochwasser</h1>
<p>Der Fluss stieg in der Nacht um zwei Meter, und die Unterstadt wurde noch vor Sonnenaufgang geräumt.</p>
<p>Lesen Sie auch: <a href="/2">Trockener Frühling</a></p>
<p>Am Mittag begann das Wasser zu fallen, sagte der Bürgermeister, und die ersten Familien kehrten heim.</p>
<h3>Das könnte Sie auch interessieren</h3><div><a href="/1">Sturm im Juni</a></div></div></body>"""

JAPANESE = """<body><div class="nav"><a href="/">ホーム</a></div><div class="article-body">
<p>昨夜の大雨で川の水位が二メートル上がり、低い土地に住む人たちは夜明け前に全員避難しました。</p>
<p>市長によると、正午には水が引き始め、最初の家族が自宅に戻り始めたということです。</p></div>
<div><h3>関連記事</h3><a href="/1">六月の嵐</a></div></body>"""

COMMENTED = f"""<body><div class="post"><div class="entry-content"><p>{SENTENCE}</p><p>{LATER}</p></div></div>
<div id="respond-list" class="comment-list"><div class="comment"><p>I was there, and it was worse than you
write: the whole market was under water until Friday.</p></div></div><h3>Leave a reply</h3></body>"""

PRODUCT = f"""<body><div id="nav"><ul>{MENU}</ul></div>
<div class="product"><h1>Trail shoe</h1>
<div class="price">€ 89.90</div><p>Light shoe with a firm grip.</p>
<table><tr><th>Weight</th><td><p>250 g</p></td></tr><tr><th>Colours</th><td>red<br>blue</td></tr>
</table></div>
<div class="related-products"><a href="/a">Road shoe</a></div></body>"""

SHORT_NOTICE = f"""<body><form id="aspnetForm"><div id="menu"><ul>{MENU}</ul></div><div><h1>Road closed</h1>
<p>The B12 is closed until Friday.</p></div>
<div class="site-footer">Contact us at the town hall, open every day.</div></form></body>"""

OFFICE = """<body><table><tr><td class="menu">
<a href="/1">政务公开</a></td><td class="menu"><a href="/2">办事服务</a></td></tr></table>
<table><tr><td><h1>关于做好春耕生产的通知</h1></td></tr>
<tr><td>发布时间：2021-03-02 浏览次数：35 次 字号：【大 中 小】</td></tr>
<tr><td id="zoom"><p>各乡镇人民政府：</p>
<p>为做好今年春耕生产工作，确保粮食安全，根据上级部署，结合我市实际，现将有关事项通知如下。</p>
<p>一、落实面积。各乡镇要把种植任务分解到村、到户、到田块，坚决遏制耕地撂荒，确保应种尽种。</p>
<p>二、保障物资供应，确保种子、化肥、农药及时到位，防止假冒伪劣农资坑农害农。</p></td></tr>
<tr><td><a href="javascript:print()">打印本页</a>
<a href="javascript:close()">关闭窗口</a></td></tr></table></body>"""

TEASERS = f"""<body><nav><ul>{MENU}</ul></nav><div class="list">""" + "".join(
    f"""<div class="item"><div><a href="/{n}">Guide number {n}</a></div>
    <div>How to choose panel {n}, what it costs, how long it lasts, and who installs it.</div></div>"""
    for n in range(4)
)


@dataclass(frozen=True)
class Case:
    """A page, pieces of it that are its own, and pieces that are not."""

    markup: str
    within: tuple[str, ...]
    out: tuple[str, ...] = ()


CASES = {
    "news with furniture": Case(
        NEWS,
        (
            "\nAfter the rain\n",
            SENTENCE,
            LATER,
            "The old bridge on Tuesday.",
            "Two bridges are closed.\nSchools stay shut.",
        ),
        (
            "Home",
            "Jane Roe",
            "Facebook",
            "Advertisement",
            "Related",
            "Storm in June",
            "Ten floods",
            "reporting",
            "Your name",
            "Most read",
            "elected",
            "cookies",
            "rights reserved",
        ),
    ),
    "Chinese news in a table layout": Case(
        TABLE_NEWS,
        ("昨日夜间，受连续强降雨影响", "首批居民正在陆续返回家中，学校停课一天。"),
        ("首页", "财经", "来源", "责任编辑", "相关新闻", "红色预警", "水库", "版权所有"),
    ),
    "documentation with code and a table": Case(
        DOCS,
        (
            "Read a cookie",
            'answer.set("name", "value")',
            "Values are text",
            "Option | Meaning\nage | Seconds to live\npath | Where it is sent",
        ),
        ("Home", "Weather", "Created using"),
    ),
    "hub": Case(HUB, ("Archive of 2020", "Storm in June\nDry spring ahead\nSnow on the pass"), ("Home", "©")),
    "table of contents": Case(CONTENTS, ("Chapter 3. Getting Started", "3.2. Opening an account")),
    "forum thread": Case(FORUM, ("Should I cover them?", "wet soil holds", "not one plant"), ("Weather",)),
    "recipe": Case(
        RECIPE,
        (
            "A plain loaf",
            "Ingredients\n500 g flour\n1 g yeast\nsalt\nMethod\nMix everything",
            "forty minutes.",
        ),
    ),
    "only a list": Case(LIST_ONLY, ("apples\npears\nplums",)),
    "German": Case(
        GERMAN,
        ("zwei Meter", "kehrten heim."),
        ("Start", "Lesen Sie auch", "Trockener", "interessieren", "Sturm"),
    ),
    "Japanese": Case(JAPANESE, ("二メートル上がり", "ということです。"), ("ホーム", "関連記事", "六月の嵐")),
    "product": Case(
        PRODUCT,
        ("Trail shoe\n€ 89.90\nLight shoe", "Weight | 250 g\nColours\nred\nblue"),
        ("Home", "Road shoe"),
    ),
    "short notice in a form that holds the page": Case(
        SHORT_NOTICE, ("Road closed\nThe B12 is closed until Friday.",), ("Home", "Contact us")
    ),
    "notice of a Chinese office": Case(
        OFFICE,
        ("各乡镇人民政府：\n为做好今年春耕", "防止假冒伪劣农资坑农害农。"),
        ("政务公开", "办事服务", "发布时间", "浏览次数", "打印", "关闭窗口"),
    ),
    "list of teasers": Case(TEASERS, ("Guide number 0\nHow to choose panel 0", "Guide number 3"), ("Home",)),
    "comments": Case(COMMENTED, (SENTENCE, LATER), ("I was there", "Leave a reply")),
    "mixed Chinese and English": Case(
        "<body><nav><a href='/'>首页</a></nav><p>新的GPU显卡在CES 2020上发布，性能提高了四成。</p></body>",
        ("新的GPU显卡在CES 2020上发布",),
        ("首页",),
    ),
}


def text_of(markup):
    tree = build(markup)
    return main_text(tree, partition(tree)).text


@pytest.mark.parametrize("name", CASES)
def test_a_page_keeps_its_own_text_and_no_furniture(name):
    case = CASES[name]
    text = text_of(case.markup)
    assert [piece for piece in case.within if piece not in f"\n{text}\n"] == []
    assert [piece for piece in case.out if piece in text] == []


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<body></body>", ""),
        ("<body><p>  </p><script>x</script></body>", ""),
        ("<body><p>★ — ★</p></body>", "★ — ★"),
        ("<body><p>Closed.</p></body>", "Closed."),
        ("<body><p>关门</p></body>", "关门"),
        ("<body><nav><a href='/'>Home</a> <a href='/x'>About</a></nav></body>", "Home About"),
        ("<body><p>a\n\n  b&nbsp;c　d</p></body>", "a b c d"),
    ],
)
def test_text_is_empty_only_when_nothing_is_shown(markup, text):
    assert text_of(markup) == text


def test_a_name_of_furniture_on_the_whole_page_is_not_believed():
    body = f"<div class='sidebar-layout share'><p>{SENTENCE}</p><p>{LATER}</p></div>"
    assert text_of(f"<body class='menu'>{body}</body>") == f"{SENTENCE}\n{LATER}"


def test_an_introduction_between_headline_and_body_is_part_of_the_text():
    page = f"""<body><article><h1>Flood</h1><p class="intro">{LATER}</p>
    <div class="gallery"><a href="#">1/9</a></div>
    <div class="article-body"><p>{SENTENCE}</p><p>{SENTENCE} Again.</p>
    <p>{SENTENCE} Still.</p></div></article></body>"""
    assert text_of(page).startswith(f"{LATER}\n{SENTENCE}")


@pytest.mark.parametrize(
    ("headings", "kept"),
    [
        ("<h2>History</h2><h3>Before 1900</h3>", "History\nBefore 1900\n"),
        ("<h2>History</h2><h2>Before 1900</h2>", "History\nBefore 1900\n"),
        ("<h3>历史</h3><h2>1900年以前</h2>", "1900年以前\n"),  # nothing stands below the first
        ("<h3><a href='/1'>Teaser</a></h3><h3>Before 1900</h3>", "Before 1900\n"),
    ],
)
def test_headings_stay_when_text_stands_below_them(headings, kept):
    page = f"<body><p>{SENTENCE}</p>{headings}<p>{LATER}</p><p>{SENTENCE} {LATER}</p></body>"
    assert text_of(page) == f"{SENTENCE}\n{kept}{LATER}\n{SENTENCE} {LATER}"


@pytest.mark.parametrize(
    "between",
    [
        "<div class='share'>Tell your friends</div>",
        "<p class='byline'>Jane Roe</p>",
        "<p>More on this:</p><ul><li><a href='/1'>Storm in June</a></li></ul>",
        "<p>更多：</p><ul><li><a href='/1'>六月的暴雨</a></li></ul>",
        "<div>Advertisement</div>",
        "<p>Lesen Sie auch: Sturm im Juni</p>",
        "<ul class='tags'><li>flood</li><li>洪水</li></ul>",
    ],
)
def test_furniture_between_paragraphs_is_left_out(between):
    page = f"<body><div class='article-body'><p>{SENTENCE}</p>{between}<p>{LATER}</p></div></body>"
    assert text_of(page) == f"{SENTENCE}\n{LATER}"


def test_a_cookie_notice_without_a_name_is_left_out():
    notice = "<div>We use cookies on this site, and by staying you accept them.</div>"
    assert text_of(f"<body><p>{SENTENCE}</p><p>{LATER}</p>{SENTENCE}{notice}</body>").endswith(SENTENCE)


def test_paragraphs_right_above_a_container_of_the_text_belong_to_it():
    page = f"""<body><ul>{MENU * 6}</ul><div><p>{LATER}</p><div class="article-body"><p>{SENTENCE}</p>
    <p>{SENTENCE} {SENTENCE}</p></div></div></body>"""
    assert text_of(page) == f"{LATER}\n{SENTENCE}\n{SENTENCE} {SENTENCE}"


def test_edit_signs_of_a_wiki_are_no_part_of_its_headings():
    page = f"""<body><h2>History
    <span class="mw-editsection">[<a href="/e">edit</a> | <a href="/s">source</a>]</span>
    </h2><p>{SENTENCE}</p>
    <h2>地理<span class="mw-editsection">[<a href="/e">编辑</a>]</span></h2><p>{LATER}</p></body>"""
    assert text_of(page) == f"History\n{SENTENCE}\n地理\n{LATER}"


def test_every_block_knows_its_part_of_the_text():
    page = parse(NEWS.encode(), "http://example.org/")
    parts = [page.text[slice(*block.text)] for block in page.blocks]
    assert "\n".join(filter(None, parts)) == page.text
    furniture = [part for block, part in zip(page.blocks, parts, strict=True) if block.kind == "navigation"]
    assert not any(furniture)


def test_deep_and_wide_nesting_takes_linear_work():
    deep = "<div class='x'>" * 1500 + f"<p>{SENTENCE}</p>" + "</div>" * 1500
    wide = "".join(f"<ul><li><a href='/{n}'>a{n}</a> b<ul><li>c</li></ul></li></ul>" for n in range(5000))
    assert text_of(f"<body>{deep}{wide}</body>").startswith(SENTENCE)


WORDS = st.sampled_from(
    ["river", "两米", "Rose,", "night.", "低洼地区", "Ça", "—", "3", "related", "相关阅读"]
)
NAMES = st.sampled_from(["", "share", "comment-list", "entry-content", "nav", "footer", "x"])
LEAVES = st.lists(WORDS, min_size=1, max_size=30).map(" ".join)


def _element(inner):
    tags = st.sampled_from(
        ["p", "div", "li", "ul", "h1", "h3", "td", "table", "nav", "article", "a href=/x", "span"]
    )
    return st.tuples(tags, NAMES, st.lists(inner, max_size=4)).map(
        lambda it: f'<{it[0]} class="{it[1]}">{"".join(it[2])}</{it[0].split()[0]}>'
    )


PAGES = st.recursive(LEAVES, _element, max_leaves=25).map(lambda inner: f"<body>{inner}</body>")


@given(PAGES)
def test_spans_are_in_order_inside_the_text_and_hold_words_of_their_block(markup):
    tree = build(markup)
    blocks = partition(tree)
    main = main_text(tree, blocks)
    assert main == main_text(build(markup), blocks)
    assert len(main.spans) == len(blocks)
    assert main.text.strip() or not tree.text.strip()
    position = 0
    for block, (start, end) in zip(blocks, main.spans, strict=True):
        if end:
            assert position <= start < end <= len(main.text)
            position = end
            shown = main.text[start:end].replace(" | ", " ").split()
            assert not set(shown) - set(tree.passage(block.start, block.end).split()) - {"—"}


@given(PAGES)
def test_the_text_is_visible_text_in_its_order(markup):
    tree = build(markup)
    shown = iter(tree.text.split())
    for word in main_text(tree, partition(tree)).text.replace(" | ", " ").split():
        assert word in shown  # consumes the iterator up to the word: order is kept


@pytest.mark.parametrize(
    "first",
    ["On 3/5/2024 the river rose.", "二〇二四年 2024年3月5日 一百二十三。", "2024年3月5日，河水上涨。"],
)
def test_a_first_sentence_that_begins_with_a_date_is_text(first):
    page = parse(f"<body><p>{first}</p><p>{SENTENCE} {LATER} {SENTENCE}</p>".encode(), "https://example.org/")
    assert page.text.startswith(first)
