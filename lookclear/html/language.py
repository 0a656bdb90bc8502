"""Which language a page is in: its script first, then its function words, then a model.

Declarations are often wrong (templates say `en`), so that they only decide between what the text leaves
open. Scripts of one language need no more than counting; function words settle most pages in Latin or
Cyrillic letters for a few microseconds; the model (py3langid) takes half a second to load and is asked last.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from functools import cache
from typing import Any

from lookclear.text.function_words import FUNCTION_WORDS
from lookclear.text.scripts import letters_by_script

_SAMPLE = 1000  # characters that are looked at from each of two places
_LEAST_LETTERS = 15  # less of an alphabet says nothing about the language
_LEAST_CHARACTERS = 2  # the same for Chinese, Japanese and Korean
_IDEOGRAPHS_WORTH = 3  # letters a Chinese character or syllable stands for
_LEAST_SHARE = 0.3  # of the letters, for another script than Latin; pages quote names and code in Latin
_DECLARED_SHARE = 0.08  # the same when the page says so
_KANA_SHARE = 0.08  # of Japanese text, whose other characters are Chinese
_HAN_WITHOUT_KANA = 30  # characters; a shorter Japanese heading may have no kana

# Evidence in function words: share of all words, and how far ahead of the next language; either pair will do.
_SURE = ((0.2, 1.6), (0.1, 3.0))
_CONFIRMING_SHARE = 0.05  # of the language that is declared, if no other has more
_LEAST_WORDS = 12
# Advantage in the model's log-likelihood: of what is declared, and of languages that many pages are in.
_DECLARED_BONUS, _ENGLISH_BONUS, _RARE_BONUS = 15.0, 5.0, -5.0
_RARE = frozenset("eu gl ga cy la af sw tl mt tt ky tg ps ug sd sa".split())

# Languages of each script, the likeliest first; those that are decided for without being declared.
_LANGUAGES = {
    "latin": "en de fr es it pt nl sv da no fi pl cs sk hu ro tr id ms vi hr sl et lv lt ca eu gl sq is ga "
    "cy la af sw tl mt",
    "greek": "el",
    "cyrillic": "ru uk bg sr mk be kk ky mn tg tt",
    "armenian": "hy",
    "hebrew": "he yi",
    "arabic": "ar fa ur ps ug ku sd",
    "devanagari": "hi mr ne sa",
    "bengali": "bn as",
    "gurmukhi": "pa",
    "gujarati": "gu",
    "oriya": "or",
    "tamil": "ta",
    "telugu": "te",
    "kannada": "kn",
    "malayalam": "ml",
    "sinhala": "si",
    "thai": "th",
    "lao": "lo",
    "tibetan": "bo dz",
    "myanmar": "my",
    "georgian": "ka",
    "ethiopic": "am ti",
    "khmer": "km",
}
_UNDECIDED = frozenset({"latin", "cyrillic", "arabic", "devanagari"})  # scripts for which there is a model
# All of ISO 639-1 that is written in Latin letters and not listed above.
_OTHER_LATIN = frozenset(
    "aa ak an ay bi bm br bs ch co ee ff fj fo fy gd gn gv ha ho ht hz ia ie ig ik io jv kg ki kj kl kr kw "
    "lb lg li ln lu mg mh mi na nd ng nn nr nv ny oc om qu rm rn rw sc se sg sm sn so ss st su tk tn to ts "
    "ty ve vo wa wo xh yo za zu eo az uz sr".split()
)
# What pages write for a language instead of its code.
_ALIASES = dict(
    pair.split(":")
    for pair in (
        "cn:zh cmn:zh yue:zh chi:zh zho:zh chinese:zh jp:ja jpn:ja kr:ko kor:ko eng:en english:en ger:de "
        "deu:de fre:fr fra:fr spa:es ita:it por:pt rus:ru ua:uk ukr:uk cz:cs dk:da gr:el iw:he in:id ji:yi "
        "nb:no sh:sr ara:ar per:fa"
    ).split()
)
_ADDRESS = re.compile(r"https?://\S+|\bwww\.\S+")  # in Latin letters, whatever the language
_CODE = re.compile(r"[-_,;\s]")


def language_of(text: str, declared: str) -> str:
    """Return the ISO 639-1 code of the language of a text, or "" when there is too little to tell.

    `declared` is what the page says (`zh-CN`, anything). Chinese is `zh` in either script
    (`lookclear.text.chinese.is_traditional`).

    >>> language_of("土壤 and 肥料的关系", "en"), language_of("The soil and the water of the marsh", "xx")
    ('zh', 'en')
    """
    said = _code(declared)
    sample = _sample(text)
    letters = letters_by_script(sample)
    if not letters:
        return ""
    script = _main_script(letters, said)
    if script == "han":
        return _cjk(letters, said)
    candidates = _LANGUAGES[script].split()
    if said not in candidates and not (script == "latin" and said in _OTHER_LATIN):
        said = ""
    if letters.get(script, 0) < _LEAST_LETTERS and script in _UNDECIDED:
        return said
    if script not in _UNDECIDED:
        return said or candidates[0]
    return _by_words(sample, said, candidates) or _by_model(sample, said, candidates)


def _code(declared: str) -> str:
    """Return the language a declaration names, as two letters where there are any; "" if it is none."""
    code = _CODE.split(declared[:40].strip().lower(), maxsplit=1)[0]
    code = _ALIASES.get(code, code)
    return code if len(code) == 2 and code.isascii() and code.isalpha() else ""


def _sample(text: str) -> str:
    """Return the text, or its beginning and a part of its middle, without addresses."""
    if len(text) > 2 * _SAMPLE:
        middle = len(text) // 2
        text = f"{text[:_SAMPLE]} {text[middle : middle + _SAMPLE]}"
    return _ADDRESS.sub(" ", text) if "://" in text or "www." in text else text


def _main_script(letters: dict[str, int], said: str) -> str:
    """Return the script that decides; "han" stands for Chinese, Japanese and Korean."""
    weights = Counter(letters)
    cjk = sum(weights.pop(name, 0) for name in ("han", "kana", "hangul"))
    weights["han"] = cjk * _IDEOGRAPHS_WORTH if cjk >= _LEAST_CHARACTERS else 0
    total = weights.total() or 1
    for script, weight in weights.most_common():
        languages = {"zh", "ja", "ko"} if script == "han" else _LANGUAGES[script].split()
        least = _DECLARED_SHARE if said in languages else _LEAST_SHARE
        if script != "latin" and weight / total >= least:
            return script
    return "latin"


def _cjk(letters: dict[str, int], said: str) -> str:
    han, kana, hangul = (letters.get(name, 0) for name in ("han", "kana", "hangul"))
    if hangul > kana and hangul >= 0.2 * han:
        return "ko"
    if kana >= _KANA_SHARE * (han + kana):
        return "ja"
    return "ja" if said == "ja" and han < _HAN_WITHOUT_KANA else "zh"


def _by_words(sample: str, said: str, candidates: list[str]) -> str:
    """Return the language whose function words the text is full of, or ""."""
    found = sample.lower().split()
    if len(found) < _LEAST_WORDS:
        return ""
    counts: Counter[str] = Counter()
    for languages in filter(None, map(_function_words().get, found)):
        counts.update(languages)
    ranked = [(language, count) for language, count in counts.most_common() if language in candidates]
    if not ranked:
        return ""
    best, most = ranked[0]
    if said and counts[said] >= max(_CONFIRMING_SHARE * len(found), 0.9 * most):
        return said
    second = ranked[1][1] if len(ranked) > 1 else 0
    is_sure = any(most >= max(share * len(found), lead * second) for share, lead in _SURE)
    return best if is_sure else ""


def _by_model(sample: str, said: str, candidates: list[str]) -> str:
    """Return the likeliest candidate in py3langid's model."""
    allowed = {*candidates, said} - {""}
    best, most = said or candidates[0], float("-inf")
    for name, likelihood in _model().rank(sample):
        language = _ALIASES.get(name, name)
        if language not in allowed:
            continue
        value = likelihood + _bonus(language, said)
        if value > most:
            best, most = language, value
    return best


def _bonus(language: str, said: str) -> float:
    if language == said:
        return _DECLARED_BONUS
    if language == "en":
        return _ENGLISH_BONUS
    return _RARE_BONUS if language in _RARE else 0.0


@cache
def _model() -> Any:
    return importlib.import_module("py3langid")


@cache
def _function_words() -> dict[str, tuple[str, ...]]:
    """Return the languages each function word belongs to."""
    found: dict[str, tuple[str, ...]] = {}
    for language, words in FUNCTION_WORDS.items():
        for word in words.split():
            found[word] = (*found.get(word, ()), language)
    return found
