"""More ways to say that there is nothing here: in other languages, for what is over, found nothing, or broke.

Each function takes a part of a title, a headline or a line, as those of `wordings` do. The patterns hold from
the start of it, so a sentence that only comes to speak of a missing page is none.
"""

from __future__ import annotations

import re

from lookclear.html.wordings import mostly, said
from lookclear.text.chinese import simplified

_REGRETS = (
    r"(?:(?:404|error|fehler|erreur|errore|erro|but|sorry|oops|whoops|oups|ups|hoppla|leider|entschuldigung"
    r"|désolé|lo\ssentimos|很?抱歉|对不起)[\s,.:!–-]{1,4}){0,3}"
)
_DE = (
    r"(?:(?:diese|die)\s)?(?:von\sihnen\s)?(?:angeforderte\s|gewünschte\s|gesuchte\s|aufgerufene\s)?"
    r"(?:web)?seite\s(?:(?:wurde|konnte|kann|ist)\s)?(?:leider\s)?(?:existiert\s(?:leider\s)?nicht"
    r"|nicht\s(?:mehr\s)?(?:gefunden|vorhanden|verfügbar))"
)
_FR = (
    r"(?:(?:la|cette)\s)?page\s(?:demandée\s|que\svous\s(?:re)?cherchez\s)?(?:est\s)?(?:introuvable"
    r"|inexistante|non\strouvée|n[’']existe\s(?:pas|plus)|n[’']a\spas\s(?:été|pu\sêtre)\strouvée)"
)
_ES = (
    r"(?:la\s)?página\s(?:solicitada\s|que\s(?:estás?\s)?busca(?:s|ndo)?\s)?(?:ya\s)?no\s(?:existe"
    r"|(?:ha\ssido\s)?encontrada|se\s(?:encuentra|encontró|ha\sencontrado))"
    r"|no\s(?:se\s(?:ha\s)?|hemos\s|podemos\s)encontr\w{1,5}\s(?:la|esta)\spágina"
)
_MORE = (
    r"página\snão\s(?:encontrada|existe)|pagina\snon\s(?:trovata|esiste)|pagina\sniet\sgevonden"
    r"|nie\sznaleziono\sstrony|strona\snie\sistnieje|страница\sне\s(?:найдена|существует)"
    r"|페이지를\s찾을\s수\s없습니다"
)
_JA = simplified(  # met in the form that Chinese characters are brought to
    r"(?:お探しの|ご?指定(?:され)?の?た?|該当の|該当する)?(?:ページ|記事)[はがを]?(?:見つかりません|見つけられません|"
    r"存在しません|表示できません|削除されました)(?:でした)?"
)
_ABROAD = re.compile(
    rf"^(?:{_REGRETS}(?:{_DE}|{_FR}|{_ES}|{_MORE}|{_JA})|(?:fehler|erreur|errore|erro|ошибка)\s404$)", re.I
)
_OVER = re.compile(
    rf"^{_REGRETS}(?:this|the)\s(?:job(?:\s(?:posting|ad|offer))?|listing|ad|advert|offer|auction|posting"
    r"|position|vacancy)\s(?:has\s(?:expired|ended|been\s(?:filled|closed))|is\s(?:closed|expired"
    r"|no\slonger\s(?:active|accepting\sapplications)))\b"
    rf"|^{_REGRETS}(?:该|此|这个)(?:职位|岗位|招聘|广告|活动)已(?:经)?(?:过期|下线|结束|关闭|停止)",
    re.I,
)
_NO_RESULTS = re.compile(
    rf"^{_REGRETS}(?:there\s(?:are|were)\s)?no\s(?:search\s)?(?:results?|matches|products|items|posts|articles"
    r"|entries|records)(?:\swere)?(?:\sfound|\smatch(?:ed|ing)?\b)?(?:\s(?:for|in|your|to)\s.{1,60})?[.!]{0,3}$"
    rf"|^{_REGRETS}nothing\s(?:was\s)?found[.!]{{0,3}}$"
    r"|^your\ssearch\s.{0,60}(?:did\snot\smatch|returned\sno)\s"
    rf"|^{_REGRETS}(?:暂?没有?|未能?)(?:找|搜索|查询|检索|搜)到.{{0,30}}(?:结果|内容|信息|数据|记录)[。!]{{0,3}}$"
    r"|^(?:查无(?:资料|数据|结果|此页)|暂无(?:搜索结果|相关内容|符合.{1,12}))[。!]{0,3}$",
    re.I,
)
_OUT_OF_ORDER = re.compile(
    r"^(?:error\sestablishing\sa\sdatabase\sconnection|briefly\sunavailable\sfor\sscheduled\smaintenance"
    r"|(?:(?:this|the|our)\s)?(?:web\s?)?site\s(?:is\s)?(?:currently\s|temporarily\s)?"
    r"(?:(?:down|offline|unavailable|closed)\sfor|under(?:going)?|in)\s(?:\w{1,12}\s)?maintenance"
    r"|(?:web\s?)?site\smaintenance[.!]?$|(?:down|closed)\sfor\s(?:\w{1,12}\s)?maintenance"
    r"|we[’']ll\sbe\s(?:right\s)?back(?:\s(?:soon|shortly))?[.!]{0,3}$"
    r"|(?:网站|站点|系统|本站)(?:正在(?:升级)?(?:维护|升级)|(?:升级)?(?:维护|升级)中))",
    re.I,
)


def named_abroad(part: str) -> str:
    """Find a page that is not there, named in a title or a headline in another language."""
    return mostly(_ABROAD, part)


def said_abroad(line: str) -> str:
    """Find a statement in another language that the page is not there, in a line."""
    return said(_ABROAD, line)


def over(line: str) -> str:
    """Find an offer that has expired, in a headline or a line."""
    return said(_OVER, line)


def no_results(line: str) -> str:
    """Find a search without results, in a title, a headline or a line."""
    return said(_NO_RESULTS, line)


def out_of_order(line: str) -> str:
    """Find a site that is down, in a title, a headline or a line."""
    return said(_OUT_OF_ORDER, line)
