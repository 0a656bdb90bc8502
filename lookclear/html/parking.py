"""How parked domains, and servers that have nothing to show yet, say so.

Each function takes a part of a title, a headline or a line, as those of `wordings` do.
"""

from __future__ import annotations

import re

from lookclear.html.wordings import mostly, said

_HOST = r"(?:[\w-]{1,60}\.){1,3}[a-z]{2,10}"
_ZH_DOMAIN = (
    r"(?:此|该|本|这个|您(?:正在)?访问的)(?:精品|优质)?(?:域名|网域(?:名称)?)(?:(?!是否|能否)[^。\n]){0,30}?"
    r"(?:出售|转让|待售|已过期|已到期|已?停放)"
)
_DE_SALE = rf"(?:(?:diese|die)\s(?:domain|web\s?site|webseite)(?:\s{_HOST})?|{_HOST})\ssteht\szum\sverkauf"
_FR_ES_SALE = r"ce\s(?:nom\sde\s)?domaine\sest\sà\svendre|este\sdominio\sestá\s(?:a\sla|en)\sventa"
_PARKED = re.compile(
    rf"(?:this\s|the\s)?(?:(?:domain(?:\sname)?|web\s?site)(?:\s{_HOST})?|{_HOST})\s(?:is|may\sbe)\s"
    rf"(?:for\ssale|parked|available\sfor\s(?:sale|purchase))"
    rf"(?:\s\([^)]{{1,60}}\)|\sfree,?\scourtesy\sof\s{_HOST})?"
    r"|(?:buy|purchase|acquire)\sthis\s(?:premium\s)?domain(?:\sname)?"
    r"|^(?:premium\s)?domain(?:\sname)?\s(?:for\ssale|parked|expired)$|^parked\s(?:domain|page)(?:\sname)?$"
    rf"|{_DE_SALE}|{_FR_ES_SALE}"
    rf"|(?:{_HOST}\s?)?{_ZH_DOMAIN}中?|{_HOST}[^。\n]{{0,8}}?(?:出售|转让|待售|已过期|已到期|停放)"
    r"|^(?:精品|优质)?(?:域名|网域(?:名称)?)(?:出售|转让|停放|已过期)(?:中|页面?)?$",
    re.I,
)
_FOR_SALE = re.compile(
    rf"^(?:the\sdomain\s|this\sdomain\s(?:name\s)?)?(?:{_HOST}\s)?(?:is"
    r"|may\sbe)\sfor\ssale(?:\sby\sits\sowner)?\b"
    r"|^(?:buy|purchase|inquire\sabout|interested\sin)\sthis\sdomain\b"
    rf"|^(?:this\s(?:domain|web\s?page|page)(?:\sname)?|{_HOST})\sis\sparked\b"
    r"|^(?:the|this)\sdomain\s(?:name\s)?(?:has\s)?expired\b"
    rf"|^{_DE_SALE}|^{_FR_ES_SALE}|{_ZH_DOMAIN}",
    re.I,
)
# The small print of services that fill parked domains with advertisements.
_SMALL_PRINT = re.compile(
    r"sponsored\slistings\s(?:(?:displayed|shown)\sabove|werden\svon\sdritter\sseite)"
    r"|neither\sthe\sservice\sprovider\snor\sthe\sdomain\sowner"
    r"|\b(?:sedo|domain\sowner)\smaintains?\sno\srelationship|\bsedo\sdomain\sparking",
    re.I,
)
_DEFAULT_PAGE = re.compile(
    r"^(?:welcome\sto\s(?:nginx|openresty|caddy|tengine|centos)[!.]?|apache2?\s(?:\w{1,12}\s)?(?:default"
    r"|test)\spage.{0,20}|"
    r"test\spage\sfor\s.{0,60}|iis(?:\swindows(?:\sserver)?|\d{0,2})"
    r"|(?:web\s)?site\sis\sunder\sconstruction|"
    r"(?:under\sconstruction|coming\ssoon)|account\s(?:has\sbeen\s)?suspended|default\s(?:web\ssite"
    r"|parallels\splesk)\spage|"
    r"网站?(?:正在)?建设中|没有找到站点|恭喜[,，]?\s?站点创建成功[!！]?)$",
    re.I,
)


def parked(part: str) -> str:
    """Find a domain for sale, named in a title or a headline."""
    return mostly(_PARKED, part)


def for_sale(line: str) -> str:
    """Find a statement that the domain is for sale or parked, in a line."""
    return said(_FOR_SALE, line)


def small_print(line: str) -> str:
    """Find what a parking service says of the advertisements it shows, in a line."""
    return said(_SMALL_PRINT, line)


def default_page(part: str) -> str:
    """Find a server that has nothing to show yet, named in a title or a headline."""
    return said(_DEFAULT_PAGE, part)
