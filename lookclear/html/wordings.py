"""How pages without content say that they have none, in English and Chinese.

Traditional characters are met in their simplified form, so the patterns have the words of Taiwan and Hong
Kong (网域, 登入) in simplified characters too.

Each function takes a part of a title, a headline or a line of text, and returns what in it says so, or an
empty string. What is said must be most of what is given: "404 Not Found" is a message, "How to repair a 404
Not Found" is not.
"""

from __future__ import annotations

import re

from lookclear.text.chinese import simplified

MOST_PART = 0.6  # of the letters of a part that the message must take
LONGEST = 200  # characters that are looked at

_PARTS = re.compile(r"\s+[-|–—·•:»/]+\s+|[|_｜»—]+|\s*[-–]{2,}\s*|(?<=[\u4e00-\u9fff])\s*[-–:：]\s*|\s*::\s*")
_LETTER = re.compile(r"[^\W_]")

_THING = (
    r"(?:web\s?page|page|document|url|topic|thread|post|article|product|item|listing|site|resource|content)"
)
_GONE = (
    r"(?:(?:could|can|was|were|is|has)(?:\s?not|n[’']t)\s(?:be\s)?(?:found|exist|available|here)"
    r"|cannot\sbe\sfound|"
    r"not\sfound|does(?:\snot|n[’']t)\s(?:seem\sto\s)?exist|doesn[’']t\sexist|(?:is\s"
    r"|are\s)?no\slonger\s(?:exists?|available|here)|"
    r"(?:has|have|may\shave|might\shave)\sbeen\s(?:(?:moved|renamed)(?:,|\sor)\s)?(?:removed|deleted)"
    r"|is\s(?:missing|gone|unavailable))"
)
_ZH_THING = (
    r"(?:页面|网页|页|文章|帖子|贴子|贴文|主题|内容|信息|商品|宝贝|视频|影片|文件|档案"
    r"|链接|连结|网址|资源|产品|新闻|用户|店铺)"
)
_ZH_GONE = (
    r"(?:不存在|找不到|未找到|没找到|没有找到|无法找到|已?被?(?:删除|移除|屏蔽|下架|撤销)|已?(?:失效|过期"
    r"|下线)|"
    r"走丢|丢失|遗失|不见了|不翼而飞|无法访问|暂时无法访问|无法显示|去火星)"
)
_NOT_FOUND = re.compile(
    r"(?:http\s|error\s|status\s|错误\s?)?\b404\b[\s:,.!–-]{0,4}(?:\(?(?:not\sfound|notfound|error|page"
    r"|file|错误|页面)\)?[\s:!.]{0,3}){0,3}"
    rf"|\b{_THING}\s(?:you[^.]{{0,40}}\s)?{_GONE}"
    r"|^(?:error:?\s|http\s)?(?:file\s|object\s|resource\s)?not\sfound[.!]?$"
    rf"|(?:can[’']?t|couldn[’']?t|could\snot|cannot|can\snot|unable\sto)\sfind\s(?:the|that|this"
    rf"|your)?\s?{_THING}"
    rf"|{_ZH_THING}[^。！!\n]{{0,8}}?{_ZH_GONE}了?"
    rf"|(?:找不到|未找到|没有找到|无法找到|找不着)[^。！!\n]{{0,10}}?{_ZH_THING}"
    r"|^(?:(?:403|500|502|503)\s)?(?:forbidden|access\sdenied|internal\sserver\serror|bad\sgateway|"
    r"service\s(?:temporarily\s)?unavailable)$"
    r"|^(?:出错了|页面出错了?|系统错误|系统繁忙.{0,10}|访问出错)$",
    re.I,
)
_NOT_FOUND_SENTENCE = re.compile(
    r"^(?:(?:oops|sorry|whoops|uh.oh|we[’']re\ssorry|we\sare\ssorry|error|404|but)[\s,.:!–-]{1,4}){0,3}"
    rf"(?:(?:the|this|that)\s(?:requested\s)?{_THING}\s(?:you[^.]{{0,40}}\s|requested\s)?{_GONE}"
    rf"|we\s(?:can[’']?t|couldn[’']?t|could\snot|cannot)\sfind\s(?:the|that)\s{_THING}"
    r"|the\srequested\s(?:url|page|address)[^.]{0,60}was\snot\sfound)"
    r"|^(?:(?:404|提示信息?|很?抱歉|非常抱歉|对不起|不好意思|啊?哦|糟糕"
    r"|您好)[\s,，、。!！:：~～…]{0,4}){0,3}"
    rf"(?:(?:您|你)(?:所|要|正在|想)?(?:访问|查找|寻找|浏览|请求|查看|打开|找)的|该|此|这个|当前|指定的"
    rf"|您所在的)"
    rf"{_ZH_THING}[^。！!\n]{{0,12}}?{_ZH_GONE}"
    rf"|^(?:很?抱歉|对不起)?[,，\s]{{0,2}}(?:找不到|未找到|没有找到|无法找到)(?:您|你|该|此|这个"
    rf"|请求的)[^。\n]{{0,8}}{_ZH_THING}"
    r"|^(?:404|[^\w]{0,3})?\s?(?:页面不存在|网页不存在|页面走丢了|页面找不到了?)[。!！~～…]{0,3}$",
    re.I,
)
_HOST = r"(?:[\w-]{1,60}\.){1,3}[a-z]{2,10}"
_ZH_DOMAIN = (
    r"(?:此|该|本|这个|您(?:正在)?访问的)(?:精品|优质)?(?:域名|网域(?:名称)?)(?:(?!是否|能否)[^。\n]){0,30}?"
    r"(?:出售|转让|待售|已过期|已到期|已?停放)"
)
_DE_SALE = rf"(?:diese?\s(?:domain|web\s?site|webseite)(?:\s{_HOST})?|{_HOST})\ssteht\szum\sverkauf"
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
_LOGIN = re.compile(
    r"^(?:please\s)?(?:log\s?-?in|sign\s?-?in|log\son|sign\son|user\slogin|member\slogin|account\slogin"
    r"|login\spage|"
    r"(?:log|sign)\s?in\s(?:to\s.{1,40}|required|page|or\s(?:register|sign\sup|create\san\saccount))"
    r"|authentication\srequired)$"
    r"|^(?:请先?|用户|会员|账号|帐号|密码|统一|欢迎|您好[,，]?请|扫码|快速|立即|系统|管理员?"
    r"|后台)?(?:登录|登陆|登入|身份认证|身份验证)"
    r"(?:页面?|界面|系统|中心|入口|注册|/注册|或注册|到.{1,12})?$",
    re.I,
)
# Pages with content may end with a demand to log in to comment; a wall asks to log in to read.
_LOGIN_SENTENCE = re.compile(
    r"^(?:sorry,?\s)?(?:please\s)?(?:log|sign)\s?in\sto\s(?:continue|(?:view|access|read|see)\s(?:this"
    r"|the)\s(?:page|content|article))"
    r"|^(?:sorry,?\s)?you\s(?:must|need\sto|have\sto)\s(?:be\s(?:logged|signed)\sin|(?:log|sign)\s?in)"
    r"(?:\sto\s(?:continue|(?:view|access|read|see|use)\s(?:this|the)\s"
    r"(?:page|content|article|site|area|section|feature|functionality))"
    r"|[.!]{0,3}$)"
    r"|^this\s(?:page|content)\s(?:requires|is\sonly\savailable\sto)\s.{0,30}(?:login|members|subscribers)"
    r"|^(?:很?抱歉|对不起|提示信息)?[,，。!！\s]{0,3}(?:您|你)?(?:还没有|尚未|还未|未"
    r"|没有)登[录陆入][,，。!！\s]{0,2}"
    r"(?:没有权限|无权|(?:无法|不能)(?:访问|查看|浏览|继续)|请先?登[录陆入](?:后(?:再|继续)?(?:访问|查看"
    r"|浏览))?[。!！]{0,3}$)"
    r"|^(?:很?抱歉|对不起)?[,，。!！\s]{0,3}(?:您|你)?(?:需要|必须|请)先?(?:登[录陆入]"
    r"|注册)[^。\n]{0,6}?(?:后|才)[^。\n]{0,3}?"
    r"(?:继续|查看|浏览|访问|阅读|观看)(?!附件|图片|评论|联系|更多|大图)",
    re.I,
)
_WALL = re.compile(
    r"^(?:just\sa\smoment[.…]{0,3}|attention\srequired!?|are\syou\s(?:a\s)?(?:human|robot)[?？]?"
    r"|(?:please\s)?verify\s(?:that\s)?you\sare\s(?:a\s)?human|"
    r"(?:security|human|captcha)\s(?:check|verification)|robot\scheck|pardon\sour\sinterruption.{0,3}"
    r"|ddos.guard|"
    r"before\syou\scontinue(?:\sto\s.{1,30})?|checking\syour\sbrowser.{0,40}"
    r"|access\sto\sthis\spage\shas\sbeen\sdenied.?)$"
    r"|^(?:.{0,6}安全验证|(?:真人|人机|机器人)验证|滑动验证|请?输入验证码|验证码(?:验证|校验)|访问验证|安全检查"
    r"|访问(?:过于|太)?频繁.{0,10})$",
    re.I,
)
_NEEDS_SCRIPTS = re.compile(
    r"(?:enable|requires?|turn\son|need(?:s|\sto\senable)?|without)\s(?:the\suse\sof\s)?java\s?script"
    r"|javascript\s(?:is\s)?(?:required|disabled|not\senabled|to\srun)|"
    r"(?:启用|开启|打开|支持|支援|需要)[^。\n]{0,6}(?:javascript|脚本|js)|(?:javascript"
    r"|脚本)[^。\n]{0,4}(?:被禁用|未启用|禁用)",
    re.I,
)
_LOADING = re.compile(
    r"^(?:(?:app(?:lication)?\s)?(?:is\s)?(?:now\s)?loading|please\swait)\b.{0,20}$"
    r"|^(?:数据|资料|页面|网页|内容|系统)?(?:正在)?(?:努力)?(?:加载|载入|读取)(?:中|数据)?.{0,6}$|^(?:请稍[候等]"
    r"|请耐心等待).{0,6}$",
    re.I,
)


def parts(title: str) -> list[str]:
    """Return the parts of a title, as in "404 Not Found | Site"."""
    return [part for piece in _PARTS.split(title[:LONGEST]) if (part := piece.strip(" \t,，.。!！~～"))]


def not_found(part: str) -> str:
    """Find a page that is not there, or an error in its place, named in a title or a headline."""
    return _mostly(_NOT_FOUND, part)


def not_found_sentence(line: str) -> str:
    """Find a statement that the page is not there, in a line."""
    return _said(_NOT_FOUND_SENTENCE, line)


def parked(part: str) -> str:
    """Find a domain for sale, named in a title or a headline."""
    return _mostly(_PARKED, part)


def for_sale(line: str) -> str:
    """Find a statement that the domain is for sale or parked, in a line."""
    return _said(_FOR_SALE, line)


def small_print(line: str) -> str:
    """Find what a parking service says of the advertisements it shows, in a line."""
    return _said(_SMALL_PRINT, line)


def default_page(part: str) -> str:
    """Find a server that has nothing to show yet, named in a title or a headline."""
    return _said(_DEFAULT_PAGE, part)


def login(part: str) -> str:
    """Find a login form, named in a title or a headline."""
    return _said(_LOGIN, part)


def login_sentence(line: str) -> str:
    """Find a demand to log in for more, in a line."""
    return _said(_LOGIN_SENTENCE, line)


def wall(part: str) -> str:
    """Find a check for robots or a wall of consent, named in a title or a headline."""
    return _said(_WALL, part)


def needs_scripts(text: str) -> str:
    """Find a hint that nothing is to be seen without scripts."""
    return _said(_NEEDS_SCRIPTS, text)


def loading(line: str) -> str:
    """Find a statement that the content is still to come, in a line."""
    return _said(_LOADING, line)


def _said(pattern: re.Pattern[str], text: str) -> str:
    text = text[:LONGEST].strip()
    match = pattern.search(simplified(text))
    return text[match.start() : match.end()].strip() if match else ""


def _mostly(pattern: re.Pattern[str], text: str) -> str:
    said = _said(pattern, text)
    return said if said and len(_LETTER.findall(said)) >= MOST_PART * len(_LETTER.findall(text)) else ""
