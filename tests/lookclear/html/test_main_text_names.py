import pytest

from lookclear.html.main_text.names import hint


@pytest.mark.parametrize(
    ("names", "meant"),
    [
        ("", ""),
        ("col-md-8 wrapper", ""),
        ("sidebar", "furniture"),
        ("side-bar", "furniture"),
        ("sideBar", "furniture"),
        ("has-sidebar", ""),
        ("withsidebar", ""),
        ("noprint", "furniture"),
        ("toc", "contents"),
        ("socialShareButtons", "furniture"),
        ("relatedposts", "furniture"),
        ("shareholders", "furniture"),  # a name is a hint: what it holds may overrule it
        ("nav", "furniture"),
        ("navy", ""),
        ("update", ""),  # holds `date`, is not the word
        ("xiangguan_news", "furniture"),
        ("site-footer", "foot"),
        ("comments-area", "comments"),
        ("post-content", "content"),
        ("TRS_Editor", "content"),
        ("mw-parser-output", "content"),
        ("post-content share", "content"),  # the text, with a share bar switched on
        ("admonition tip dropdown", "neutral"),
        ("正文 content", ""),
    ],
)
def test_names_are_read_by_their_words(names, meant):
    assert hint(names) == meant


def test_endless_names_are_read_in_part():
    assert hint("a-" * 100_000 + "sidebar") == ""
