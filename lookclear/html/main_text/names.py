"""What the names an author gave to an element (class and id) say about its place on the page.

A name is cut into words (`postMeta article-share` → post, meta, article, share); a word, or two neighbours
written together, is looked up. Names are hints: the caller weighs them against what the element holds.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

Hint = Literal["", "content", "contents", "furniture", "foot", "comments", "neutral"]

MOST_CHARACTERS = 300  # of names read for one element

# Boxes of the text itself that bear a name which elsewhere means furniture (`admonition tip dropdown`).
_NEUTRAL = frozenset(
    "admonition seealso footnote footnotes highlight codehilite codeblock sourcecode".split()
)

# Two words, written apart or together, that name the page's own text.
_CONTENT = frozenset(
    """articlebody articlecontent articletext articlemain articledetail arttext artcontent artibody
    postbody postcontent posttext postarticle blogpost blogcontent singlecontent entrycontent entrytext
    storybody storycontent storytext storyarea maincontent maintext contentmain contenttext contentbody
    contentarticle contentdetail detailcontent detailbody bodycontent bodytext pagecontent textcontent
    newscontent newstext newsbody parseroutput markdownbody richtext econtent trseditor hentry zhengwen
    mediacontent""".split()
)

# Parts of a word that mean furniture wherever they stand in it (`relatedposts`, `sharebar`).
_INSIDE = frozenset(
    """breadcrumb crumbs sidebar sidenav widget related recommend tuijian xiangguan share sharing social
    toolbar cookie consent gdpr newsletter subscri signup login advert sponsor promo banner popup modal
    lightbox overlay
    navigation navbar dropdown masthead topbar pagination pager prevnext pagenav byline authorbox
    authorbio authorinfo aboutauthor tagcloud taglist posttags entrytags screenreader
    visuallyhidden skiplink qrcode erweima feedback outbrain taboola teaser mostread popular trending hotnews
    readmore morefrom alsolike youmay youmight nextarticle navbox catlinks editsection reflist donat
    sitenotice""".split()
)
# The table of contents of a page: furniture, unless the page is hardly more.
_CONTENTS = frozenset("toc toctitle tableofcontents".split())
# Whole words that mean furniture.
_WORDS = frozenset(
    """nav navi menu ad ads adv tags tag meta postmeta date time author authors rating ratings rate vote
    votes search searchbox sns tool tools btn button buttons rel links linklist sitemap hot rank crumb
    sronly aside side rail sitenav headerlink edit credit credits editor follow counter print
    email tweet facebook twitter weibo weixin wechat dateline legal gg guanggao shengming postnav
    hiddenprint noprint""".split()
)
# A name that begins so speaks of what stands beside the element or is missing (`has-sidebar`).
_BESIDE = frozenset("with without has no".split())
_FOOT = frozenset(
    "foot footer footers sitefooter pagefooter copyright copyrights bottombar disclaimer".split()
)
_COMMENTS = "comment disqus respond replies pinglun livefyre".split()

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_PART = re.compile("|".join(sorted(_INSIDE)))
_COMMENT = re.compile("|".join(_COMMENTS))


@lru_cache(8192)
def hint(names: str) -> Hint:
    """Return what names with spaces between them mean: the one that says most has the say.

    `foot` is furniture of the page's end, `contents` a table of contents, `neutral` a box of the text.

    >>> hint("post-content wide"), hint("articleShare"), hint("col-md-8")
    ('content', 'furniture', '')
    """
    found: Hint = ""
    for name in names.split():
        meant = _name(name)
        if meant and _RANK[meant] > _RANK[found]:
            found = meant
    return found


_RANK: dict[Hint, int] = {
    "": 0,
    "furniture": 1,
    "contents": 2,
    "foot": 3,
    "comments": 4,
    "content": 5,
    "neutral": 6,
}


@lru_cache(16384)
def _name(name: str) -> Hint:
    words = [word.lower() for word in _WORD.findall(name[:MOST_CHARACTERS])]
    if words and words[0] in _BESIDE:
        return ""
    kinds = [_kind(word) for word in words]
    if len(words) > 1 and "neutral" not in kinds:
        kinds += map(_pair, words, words[1:])
    return max(kinds, key=_RANK.__getitem__, default="")


@lru_cache(32768)
def _kind(word: str) -> Hint:
    """Return what one word means by itself."""
    if word in _NEUTRAL:
        return "neutral"
    if word in _CONTENT:
        return "content"
    if word in _FOOT:
        return "foot"
    if word in _CONTENTS:
        return "contents"
    part = _PART.search(word)
    if word in _WORDS or (part and word[: part.start()] not in _BESIDE):
        return "furniture"
    return "comments" if _COMMENT.search(word) else ""


@lru_cache(32768)
def _pair(first: str, second: str) -> Hint:
    """Return what two neighbours mean together that neither means alone (`side-bar`, `post-content`)."""
    joined = first + second
    if joined in _CONTENT:
        return "content"
    if joined in _FOOT:
        return "foot"
    return "furniture" if joined in _WORDS or joined in _INSIDE else ""
