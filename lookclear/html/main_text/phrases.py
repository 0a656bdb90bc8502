"""How lines begin that no reader came for: share bars, datelines, related lists, copyright notes.

The words are those of the languages we meet most; a line in another language is judged by its place alone.
Patterns are matched at the start of a line and look at its first characters only.
"""

from __future__ import annotations

import re

LOOKED_AT = 100  # characters of a line
LONGEST_LABEL = 12  # words of a line that `is_furniture` may be asked about

# Titles after which a page speaks of other things: the text ends there.
_ENDINGS = r"""
    related\b | recommended\b | (?:\d+\ )?comments?\W*\d*\W*$
  | (?:leave|post|add)\ (?:a|your)\ (?:comment|reply)
  | you\ (?:may|might)\ (?:also\ )?(?:like|be) | more\ (?:from|on|in|stories)\b | most\ (?:read|popular)
  | popular\ posts | trending | about\ the\ author | newsletter | subscribe\b | sign\ up\b | follow\ us
  | filed\ under | categor(?:y|ies)\s*: | tags?\s*: | tagged\b
  | mehr\ (?:zum\ thema|aus\b) | das\ k(?:ö|oe)nnte\ (?:dich|sie|euch) | auch\ interessant | passend\ zum
  | kommentare?\b | schlagw | (?:ä|ae)hnliche\ (?:artikel|beitr) | weitere\ (?:artikel|beitr|themen)
  | hinterlasse | schreibe?\ einen\ kommentar | beitrags?-?navigation
  | sur\ le\ même\ (?:sujet|thème) | articles?\ (?:liés|similaires) | laisser\ un\ commentaire
  | commentaires?\b | mots-cl
  | zobacz\ (?:też|także|również) | komentarz | powiązane | podziel\ się
  | te\ puede\ interesar | noticias\ relacionadas | (?:más|mas)\ información | comentarios?\b | etiquetas
  | commenti\b
  | комментари | похожие | теги\b
  | 相关(?:阅读|新闻|文章|推荐|链接|报道|专题) | 推荐阅读 | 延伸阅读 | 猜你喜欢 | (?:为[你您])?推荐\W*$ | 热门
  | 上一[篇页] | 下一[篇页] | 发表评论 | (?:网友)?评论\W*\d*\W*$ | 标签\s*[:：] | 更多(?:精彩|新闻)
  | 関連(?:記事|リンク) | 前の記事 | 次の記事 | コメント
  | 관련\s*기사"""
# Lines of furniture in the midst of a text, which goes on after them.
_ASIDES = r"""
    read\ (?:more|also|next)\b | share\ (?:this|on|via) | share\W*$ | posted\ (?:in|on|by)\b | print\ this
  | skip\ to | advertisement\W*$ | sponsored | copyright\b | © | all\ rights\ reserved
  | lesen\ sie\ auch | anzeige\W*$ | werbung\W*$ | teilen\W*$ | zum\ thema | alle\ rechte
  | lire\ aussi | à\ lire | partager\b | publicité\W*$ | tous\ droits
  | czytaj\ (?:także|też|więcej) | udostępnij | reklama\W*$
  | lea\ (?:también|además) | compart(?:ir|e)\b | publicidad\W*$
  | leggi\ anche | condividi
  | leia\ (?:também|mais) | compartilh | veja\ (?:também|mais)
  | читайте\ также | поделиться | реклама\W*$
  | 责任?编[辑輯] | 编辑\s*[:：] | 分享(?:到|至|\W*$) | 扫[一码] | 版权(?:声明|所有) | 打印 | 关闭窗口 | 返回
  | 来源\s*[:：] | 作者\s*[:：] | 原标题 | 字号\W*$
  | シェア | 広告\W*$ | タグ
  | 공유\W*$"""

_ENDING = re.compile(rf"\W*(?:{_ENDINGS})", re.I | re.X)
_FURNITURE = re.compile(rf"\W*(?:{_ENDINGS} | {_ASIDES})", re.I | re.X)
_DATELINE = re.compile(
    r"""\W*(?:(?:published|updated|posted|von|par|por|date|stand|发布时间|时间|日期|更新|来源|作者)\W*){0,2}
    (?:\w{1,12}[,.]?\s){0,2}
    (?:(?:19|20)\d\d\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2} | \d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d\b)""",
    re.I | re.X,
)
_SENTENCE_END = re.compile(r"[.!?。！？][\"'’”」』)）\s]{0,3}$")
_LETTER = re.compile(r"[^\W\d_]")
LEAST_LETTERS = 5  # behind a date that make it more than a time ("10:30 a.m.")
_NUMBER = re.compile(r"[\s\d.,:;()\[\]#+/-]+")
_COOKIES = re.compile(r"(?<![a-z])cookies?(?![a-z])", re.I)
_CONSENT = re.compile(
    r"accept|agree|consent|privacy|policy|akzept|zustimm|einverst|verwend|datenschutz|utilis|politique|acept|utiliza"
    r"|usamos|privac|accett|utilizz|zgod|wykorzyst|polity|согла|использ|同意|使用|隐私|プライバシー",
    re.I,
)


def is_furniture(line: str) -> bool:
    """Tell whether a short line is a label of furniture.

    >>> is_furniture("Share this article"), is_furniture("相关阅读："), is_furniture("Shares fell on Monday")
    (True, True, False)
    """
    return _FURNITURE.match(line[:LOOKED_AT]) is not None


def is_ending(line: str) -> bool:
    """Tell whether a title says that the text is over."""
    return _ENDING.match(line[:LOOKED_AT]) is not None


def is_dateline(line: str) -> bool:
    """Tell whether a line begins with a date, as those between a headline and its text do.

    A sentence that begins with a date is none.

    >>> is_dateline("By 3/5/2024 10:30 a.m."), is_dateline("By 3/5/2024 the river was high.")
    (True, False)
    """
    date = _DATELINE.match(line[:LOOKED_AT])
    if date is None or _SENTENCE_END.search(line[-LOOKED_AT:]) is None:
        return date is not None
    return len(_LETTER.findall(line[date.end() :])) < LEAST_LETTERS


def is_cookie_notice(line: str) -> bool:
    """Tell whether a line looks like a cookie notice: it speaks of cookies and of agreeing or using."""
    return _COOKIES.search(line) is not None and _CONSENT.search(line) is not None


def is_number(line: str) -> bool:
    """Tell whether a line is a number and signs: a count of readers, the number of a step."""
    return len(line) <= LOOKED_AT and _NUMBER.fullmatch(line) is not None
