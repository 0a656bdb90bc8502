"""The rows of the bad-input tables: one case each, each standing for its kind.

`B` rows are bad input (encodings, HTML, content, addresses), `F` rows what other crawlers fail at. A row that
cannot pass yet is in `OPEN` with the reason: its case is an expected failure, listed by every test run, and a
surprise when it passes.

Rows that are not about one page or one address are left out; they belong to the suites of other parts:

- B113 to B127 (queries) are the index's, B128 to B137 (scripts in pages, forged requests) the search site's.

Other numbers that are missing here name no row.
"""

from __future__ import annotations

from typing import Any

import pytest

ROWS = {
    "B1": "GBK bytes declared gb2312",
    "B2": "header utf-8, meta gbk, bytes gbk",
    "B4": "header gbk, UTF-8 with a byte order mark",
    "B5": "no declaration, gbk bytes",
    "B6": "no declaration, Big5",
    "B7": "Big5 with HKSCS characters",
    "B8": "iso-8859-1 declared, cp1252 bytes",
    "B9": "meta utf-16 in an ASCII page",
    "B11": "utf-7 declared",
    "B12": "bogus or empty charset",
    "B14": "meta after byte 4,096",
    "B15": "multi-byte character cut off at the end",
    "B17": "lone surrogates in text",
    "B18": "character references to what is no character",
    "B19": "page that mixes utf-8 and gbk",
    "B21": "full-width forms and compatibility ideographs",
    "B22": "zero-width, direction marks, soft hyphen inside words",
    "B23": "10 MB in one line",
    "B24": "100,000 nested divs",
    "B25": "40,000 attributes in one tag",
    "B27": "1,000,000 unclosed tags",
    "B28": "base href: relative, javascript:, other host, two of them",
    "B29": "meta refresh chain or loop",
    "B30": "javascript:, data:, mailto:, tel:, blob: links",
    "B32": "nothing but a frameset",
    "B33": "noscript content",
    "B34": "canonical, true and false",
    "B36": "hreflang cluster",
    "B37": "hidden text",
    "B38": "text of template, script, style",
    "B39": "entity storms",
    "B41": "SVG or MathML with script",
    "B42": "bytes of other kinds declared text/html",
    "B43": "HTML declared image/png",
    "B44": "empty body; only furniture; loading ...",
    "B45": "document beyond the size limit",
    "B46": "redirects without end",
    "B47": "Content-Length too long, too short, negative, two of them, with chunks",
    "B48": "gzip that is cut short",
    "B50": "bombs of every packing",
    "B51": "endless chunks",
    "B52": "slow body, slow headers, silence",
    "B53": "huge headers, and very many",
    "B54": "3,000 cookies",
    "B55": "429 and 503 with Retry-After",
    "B56": "401, 403, 407",
    "B57": "404 and 410",
    "B59": "parked, for sale, login wall, captcha, consent",
    "B60": "999, 1xx, 204, 206, 304 that nobody asked for",
    "B61": "no HTTP at all",
    "B62": "certificates nobody vouches for",
    "B64": "connection reset in the middle",
    "B65": "same content on many hosts",
    "B66": "server that answers differently each time",
    "B67": "clock-skewed Date or Last-Modified in the future",
    "B68": "session ids",
    "B69": "tracking parameters",
    "B70": "calendars",
    "B72": "repeated path parts",
    "B73": "case twins",
    "B74": "percent escapes",
    "B75": "fragments",
    "B76": "more than 2,048 characters",
    "B78": "default port",
    "B79": "host with a trailing dot",
    "B80": "name and password",
    "B81": "ports of other services",
    "B83": "internationalised host names",
    "B84": "query in the page's encoding",
    "B85": "Location with raw gbk bytes",
    "B86": "semicolons and the order of parameters",
    "B87": "?b and ?b=",
    "B88": "white space in addresses",
    "B89": "schemes that are not of the web",
    "B90": "names that lead to private addresses",
    "B91": "robots.txt with a byte order mark",
    "B92": "robots.txt of megabytes",
    "B93": "robots.txt that answers 5xx, or not at all",
    "B94": "robots.txt that answers 4xx, or 429",
    "B96": "Crawl-delay between two user-agent lines",
    "B97": "User-agent with a version",
    "B99": "longest match, wildcards, ties",
    "B100": "robots.txt that is no text: CR only, HTML, NUL",
    "B101": "a storm of wildcards",
    "B102": "Crawl-delay of a day",
    "B103": "rules kept for a day at most, and over a restart",
    "B105": "rules that change during the crawl",
    "B106": "sitemaps packed in every way, and bombs",
    "B107": "indexes of indexes, and loops",
    "B108": "billion laughs and external entities in a sitemap",
    "B109": "dates that are all equal, always now, in the future, unreadable",
    "B111": "changefreq and priority",
    "B112": "10,000 child sitemaps",
    "F8": "redirect loops, and one by a cookie",
    "F16": "relative link on a page that answers at any depth",
    "F17": "400 facet pages beside 60 real ones",
    "F18": "filters in every order",
    "F20": "session id new on every page",
    "F21": "link escaped again on each page",
    "F22": "same parameter appended again and again",
    "F24": "base, relative, javascript:, two of them, after links",
    "F25": "spellings of one address",
    "F26": "query of a GBK page",
    "F28": "3,000 unclosed font tags",
    "F29": "the encodings that Scrapy misreads",
    "F30": "contradictory declarations",
    "F32": "endless or dripping answer",
    "F33": "bombs: gzip, links, scripts",
    "F34": "every answer for robots.txt",
    "F35": "redirect to what robots.txt forbids",
    "F36": "sitemaps of every kind",
    "F40": "429 with Retry-After: wait, then slower",
    "F38": "same article on three addresses, and a print view",
}

OPEN: dict[str, str] = {}


def case(row: str, *values: Any) -> Any:
    """Return the parameters of a row's case, under its name, and as an expected failure while it is open."""
    marks = [pytest.mark.xfail(reason=OPEN[row], strict=True)] if row in OPEN else []
    return pytest.param(*values, id=f"{row}: {ROWS[row]}", marks=marks)
