"""Arbitrary markup of the kinds that dates, ways and robots directives are read from."""

from __future__ import annotations

from hypothesis import strategies as st

_NAMES = ("date", "article:modified_time", "robots", "lookclear", "description", "datePublished", "og:title")
_TAGS = ("p", "h1", "time", "nav class=breadcrumb", "div itemscope itemtype='x/BreadcrumbList'", "title", "a")
_HINTS = (
    "2024-03-05", "500000000.12", "1709634600123", "2024年3月5日", "Mar 5, 2024", "发布时间：", "Updated on ",
    "25/12/2023 24:61:99 +99:99", "当前位置：首页 > ", "noindex;", "unavailable_after: ", "max-snippet: ",
    "：，", "otherbot:", "\ud83d", "\\ud83d", "&#xd83d;", "\x00", "⑩", "٣", "<", ">", "'", '"', "}", "[",
)  # fmt: skip

TEXTS = st.lists(st.sampled_from(_HINTS) | st.text(max_size=12), max_size=6).map("".join)


def _meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{content}">'


def _element(tag: str, text: str) -> str:
    return f"<{tag} itemprop=name datetime='{text}'>{text}</{tag.partition(' ')[0]}>"


def _json_ld(value: object) -> str:
    return f"<script type='application/ld+json'>{value}</script>"


_JSON = st.recursive(
    TEXTS.map(lambda text: '"' + text.replace('"', "") + '"')
    | st.sampled_from(["1e999", "NaN", "null", "7"]),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda parts: f"[{','.join(parts)}]")
        | st.lists(
            st.tuples(
                st.sampled_from(["@type", "name", "position", "item", "itemListElement", "datePublished"]),
                inner,
            ),
            max_size=4,
        ).map(lambda parts: "{" + ",".join(f'"{key}":{value}' for key, value in parts) + "}")
    ),
    max_leaves=8,
)
_WAY = st.lists(TEXTS, min_size=2, max_size=3).map(
    lambda names: (
        '{"@type":"BreadcrumbList","itemListElement":['
        + ",".join('{"name":"%s"}' % name.replace('"', "") for name in names)  # noqa: UP031
        + "]}"
    )
)

SCRIPTS = _JSON | _WAY
MARKUP = st.lists(
    st.builds(_meta, st.sampled_from(_NAMES), TEXTS)
    | st.builds(_element, st.sampled_from(_TAGS), TEXTS)
    | SCRIPTS.map(_json_ld)
    | TEXTS,
    max_size=8,
).map(lambda parts: "<p>x</p>" + "".join(parts))
HEADERS = st.dictionaries(
    st.sampled_from(["date", "last-modified", "link", "x-robots-tag"]),
    TEXTS
    | TEXTS.map(lambda text: f'<{text}>; rel="canonical"')
    | TEXTS.map(lambda text: f"noindex,\n{text}"),
)
