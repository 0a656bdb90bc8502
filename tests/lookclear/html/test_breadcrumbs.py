import pytest
from hypothesis import given, settings

from lookclear.html.breadcrumbs import find_breadcrumbs
from lookclear.html.tree import build
from tests.lookclear.html.fragments import MARKUP


def way(markup: str) -> tuple[str, ...]:
    return find_breadcrumbs(build(markup), markup)


@pytest.mark.parametrize(
    "markup",
    [
        "<nav class=breadcrumb><a href=/>Home</a> / <a href=/c>Crops</a> / Rice</nav>",
        "<ul class='wy-breadcrumbs'><li><a href=/>Home</a> &raquo;</li><li>Crops &raquo;</li>"
        "<li>Rice</li></ul>",
        "<ol id=breadcrumbs><li><a href=/>Home</a><li><a href=/c>Crops</a><li class=active>Rice</ol>",
        "<div class='page-breadCrumbs'>You are here: <a href=/>Home</a> &gt; <a href=/c>Crops</a> &gt; "
        "Rice</div>",
        "<nav aria-label=Breadcrumb><ol><li>Home<svg><title>x</title></svg><li>Crops<li>Rice</ol></nav>",
        "<div class=crumbs><span>Sie sind hier:</span><a>Home</a><i class=sep>›</i><a>Crops</a><i>›</i>"
        "Rice</div>",
        "<div><p>You are here: <a href=/>Home</a> » <a href=/c>Crops</a> » Rice</p><p>text</p></div>",
    ],
)
def test_a_way_is_known_by_its_name_or_its_label(markup: str) -> None:
    assert way(markup) == ("Home", "Crops", "Rice")


@pytest.mark.parametrize(
    "markup",
    [
        "<div>当前位置：<a href=/>首页</a> &gt; <a href=/n>新闻</a> &gt; 正文</div>",
        "<div>您的位置：<a href=/>首页</a>&nbsp;›&nbsp;<a href=/n>新闻</a>&nbsp;›&nbsp;正文</div>",
        "<div>您现在的位置：<a href=/>首页</a>>><a href=/n>新闻</a>>>正文</div>",
        "<table><tr><td>您当前的位置 :</td><td><a href=/>首页</a> > <a href=/n>新闻</a> > 正文</td>"
        "</tr></table>",
        "<div class=面包屑><a href=/>首页</a> / <a href=/n>新闻</a> / 正文</div>",
    ],
)
def test_chinese_ways_are_found(markup: str) -> None:
    assert way(markup) == ("首页", "新闻", "正文")


@pytest.mark.parametrize(
    "markup",
    [
        "<p>text</p>",
        "<nav class=breadcrumb><a href=/>Home</a></nav>",
        "<nav class=breadcrumb></nav>",
        "<div class=breadcrumb>" + "<p>a long story</p>" * 100 + "</div>",
        "<div class=breadcrumb><a>" + "x" * 150 + "</a> > <a>y</a></div>",
        "<p>保存当前位置的编号，然后继续搜索下一个元素。</p>",
        "<p>He crumbled the bread > 3 crumbs</p>",
    ],
)
def test_what_is_no_way_gives_none(markup: str) -> None:
    assert way(markup) == ()


def test_a_way_is_bounded_and_told_once() -> None:
    steps = "".join(f"<li>s{n}</li>" for n in range(40))
    assert len(way(f"<ol class=breadcrumb>{steps}</ol>")) == 12
    assert way("<div class=crumbs><a>A</a> > <a>B</a> <br> <a>A</a> > <a>B</a></div>") == ("A", "B")


@settings(deadline=None)
@given(MARKUP)
def test_no_markup_breaks_the_reader(markup: str) -> None:
    assert len(way(markup)) != 1
