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
    r"|^(?:[45]\d\d\s)?(?:forbidden|access\sdenied|internal\sserver\serror|bad\sgateway|gateway\stime-?out|"
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
    rf"{_ZH_THING}[^。！!\n]{{0,12}}?{_ZH_GONE}(?!的)"
    rf"|^(?:很?抱歉|对不起)?[,，\s]{{0,2}}(?:找不到|未找到|没有找到|无法找到)(?:您|你|该|此|这个"
    rf"|请求的)[^。\n]{{0,8}}{_ZH_THING}"
    r"|^(?:404|[^\w]{0,3})?\s?(?:页面不存在|网页不存在|页面走丢了|页面找不到了?)[。!！~～…]{0,3}$",
    re.I,
)
_DIRECTORY = re.compile(r"^(?:index\sof|directory\slisting\s(?:for|of)|directory:?)\s/", re.I)
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
_FIELD = re.compile(
    r"^(?:请输入)?(?:手机号码?|(?:短信)?验证码|密码|账号|帐号|用户名|邮箱)[:*]?$"
    r"|^(?:phone(?:\snumber)?|e-?mail(?:\saddress)?|password|user\s?name)[:*]?$",
    re.I,
)
# What a form to log in says under its button; such forms lie ready in pages with content too.
_CONSENT = re.compile(
    r"未注册(?:的|过的)?(?:手机|微信|邮箱|账号|用户)[^。\n]{0,12}(?:自动(?:登录|注册|创建)|将注册)"
    r"|(?:登录|注册)[^。\n]{0,4}即(?:代表|表示|视为)[^。\n]{0,8}同意|^by\s(?:logging|signing)\s(?:in|up)\b.{0,30}\bagree\b",
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
    r"(?:继续|查看|浏览|访问|阅读|观看)(?!附件|图片|评论|联系|更多|大图)"
    r"|^登[录陆入]后(?:即可|才能|可以?)?(?:查看|浏览|阅读|继续(?:阅读|浏览))(?:全文|完整|全部|本文|剩余)",
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
    return mostly(_NOT_FOUND, part) or mostly(_NOT_FOUND_SENTENCE, part)


def not_found_sentence(line: str) -> str:
    """Find a statement that the page is not there, in a line."""
    return said(_NOT_FOUND_SENTENCE, line)


def directory(title: str) -> str:
    """Find the list of files that a server makes of a folder, named in a title."""
    return said(_DIRECTORY, title)


def login(part: str) -> str:
    """Find a login form, named in a title or a headline."""
    return said(_LOGIN, part)


def login_sentence(line: str) -> str:
    """Find a demand to log in for more, in a line."""
    return said(_LOGIN_SENTENCE, line)


def field(line: str) -> str:
    """Find the label of a field that a form to log in has, in a line."""
    return said(_FIELD, line)


def login_consent(line: str) -> str:
    """Find the terms under a form to log in, in a line."""
    return said(_CONSENT, line)


def wall(part: str) -> str:
    """Find a check for robots or a wall of consent, named in a title or a headline."""
    return said(_WALL, part)


def needs_scripts(text: str) -> str:
    """Find a hint that nothing is to be seen without scripts."""
    return said(_NEEDS_SCRIPTS, text)


def loading(line: str) -> str:
    """Find a statement that the content is still to come, in a line."""
    return said(_LOADING, line)


def said(pattern: re.Pattern[str], text: str) -> str:
    """Return what a pattern finds in the beginning of a text, or an empty string."""
    text = text[:LONGEST].strip()
    match = pattern.search(simplified(text))
    return text[match.start() : match.end()].strip() if match else ""


def mostly(pattern: re.Pattern[str], text: str) -> str:
    """Return what a pattern finds, if that is most of the text."""
    found = said(pattern, text)
    return found if found and len(_LETTER.findall(found)) >= MOST_PART * len(_LETTER.findall(text)) else ""
