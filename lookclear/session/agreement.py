"""Do the pages and words that are to tell a topic agree with each other? Known before anything is crawled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from lookclear.domain import Page
from lookclear.relevance.features import page_row
from lookclear.text.segment import words
from lookclear.text.terms import WordTerms
from lookclear.text.vectors import Floats, Row, Vocabulary, term_of

# Below both a page is named. Measured on three recorded webs: of three seeds of one label, 4 to 25 % false
# alarms; of two with one of another label, 24 to 64 % found. Labels as wide as a country are the hard ones.
LEAST_ALIKE = 0.1  # mean cosine with the others
UNLIKE = 0.4  # of the mean cosine of the others among themselves
_ODD, _NOTHING_SHARED = "is not like the others", "have next to nothing in common"
LEAST_TRUST = 0.3  # of a seed that is not named: where all that is met is on topic, good ones fall to .33
SAME = 0.995  # cosine of pages that say the same
FEW = 3  # pages, below which nothing tells what they have in common


@dataclass(frozen=True, slots=True)
class Known:
    """A page that is to tell the topic, or what it is not: its role (seed, example, …) and its name."""

    role: str
    name: str
    page: Page


@dataclass(frozen=True, slots=True)
class Agreement:
    """How a known page fits in. `likeness` is its mean cosine with the other ones on topic, None without any.

    `keywords` counts the keywords of the topic that stand on it.
    """

    role: str
    name: str
    title: str
    language: str
    likeness: float | None
    keywords: int


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found out about known pages and keywords."""

    pages: list[Agreement] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def examine_known(
    known: Sequence[Known], counter: Sequence[Known], keywords: Sequence[str], languages: Sequence[str]
) -> Findings:
    """Compare pages that tell the topic with each other, with keywords, languages and counter-examples."""
    vocabulary = Vocabulary()
    terms = {keyword: _terms(keyword) for keyword in keywords}
    rows = [page_row(one.page, vocabulary) for one in [*known, *counter]]
    cosines = _cosines(rows, -np.log(vocabulary.shares))
    likeness = _likeness(cosines[: len(known), : len(known)])
    held = [set(WordTerms.of(one.page.tokens).terms) for one in known]
    pages = [
        Agreement(
            role=one.role,
            name=one.name,
            title=one.page.title,
            language=one.page.language,
            likeness=round(alike, 4) if alike is not None else None,
            keywords=sum(bool(found) and found <= there for found in terms.values()),
        )
        for one, alike, there in zip(known, likeness, held, strict=True)
    ]
    warnings = [
        *_keyword_warnings(terms, held),
        *_number_warnings(known, keywords),
        *_content_warnings(known),
        *_same_warnings(known, counter, cosines),
        *_odd_ones(pages, cosines[: len(known), : len(known)]),
        *_language_warnings(pages, languages),
    ]
    return Findings(pages, warnings)


def examine_likeness(known: Sequence[Known]) -> list[str]:
    """Name the pages that are of another topic than the others, as `examine_known` does."""
    return [one for one in examine_known(known, (), (), ()).warnings if _ODD in one or _NOTHING_SHARED in one]


def distrusted(trust: Mapping[str, float]) -> list[str]:
    """Name the seeds that a crawl trusts least, by what it met; `trust` is in .1..1 by address."""
    return [
        f"the seed {seed} does not fit the others by what was met so far, and is trusted at {value:.0%}: it "
        "may be off topic; look at it, and take it out, or label some of the pages it led to"
        for seed, value in trust.items()
        if value < LEAST_TRUST
    ]


def odd_ones(cosines: Floats) -> list[int]:
    """Return the pages that are of another topic than the others, by their cosines with each other.

    Of two pages that have nothing in common, neither can be told to be the odd one: both are returned.
    """
    count = len(cosines)
    if count < 2:
        return []
    alike = [float(np.delete(cosines[at], at).mean()) for at in range(count)]
    if count == 2:
        return [0, 1] if alike[0] < LEAST_ALIKE / 2 else []
    odd = []
    for at in range(count):
        rest = np.delete(np.delete(cosines, at, 0), at, 1)
        among = float(rest[~np.eye(count - 1, dtype=bool)].mean())
        if alike[at] < LEAST_ALIKE and alike[at] < UNLIKE * among:
            odd.append(at)
    return odd if len(odd) < count else []


def _odd_ones(pages: Sequence[Agreement], cosines: Floats) -> list[str]:
    """Name pages that are of another topic than the others in their language; languages share no words."""
    warnings = []
    for language in sorted({one.language for one in pages} - {""}) or [""]:
        at = [number for number, one in enumerate(pages) if one.language in {language, ""}]
        warnings += _odd_ones_of([pages[number] for number in at], cosines[np.ix_(at, at)])
    return list(dict.fromkeys(warnings))


def _odd_ones_of(pages: Sequence[Agreement], cosines: Floats) -> list[str]:
    odd = odd_ones(cosines)
    if len(pages) == 2 and odd:
        return [
            f"{pages[0].name} and {pages[1].name} {_NOTHING_SHARED}: one of them may be off "
            "topic; look at both, and add an example"
        ]
    for at, one in enumerate(pages):
        rest = [other.keywords for other in pages if other is not one]
        if len(rest) > 1 and not one.keywords and all(rest) and at not in odd and _is_least(pages, one):
            odd.append(at)
    return [
        f"the {pages[at].role} {pages[at].name} {_ODD} (likeness {pages[at].likeness:.2f}): "
        "it may be off topic; look at it, and take it out or add examples that bind it to the topic"
        for at in odd
    ]


def _is_least(pages: Sequence[Agreement], one: Agreement) -> bool:
    return all((one.likeness or 0.0) <= (other.likeness or 0.0) for other in pages)


def _keyword_warnings(terms: dict[str, set[str]], held: Sequence[set[str]]) -> list[str]:
    warnings = [
        f"the keyword {keyword!r} is made of words that every text has: it tells nothing and is passed over"
        for keyword, found in terms.items()
        if not found
    ]
    missing = [
        keyword for keyword, found in terms.items() if found and not any(found & there for there in held)
    ]
    if held and missing and len(missing) == len([found for found in terms.values() if found]):
        named = ", ".join(repr(keyword) for keyword in missing[:5])
        warnings.append(
            f"no seed or example has a word of {named}: pages and keywords may mean different topics"
        )
    return warnings


def _number_warnings(known: Sequence[Known], keywords: Sequence[str]) -> list[str]:
    if known and len(known) < FEW and len(keywords) < FEW:
        count = "1 page tells" if len(known) == 1 else f"{len(known)} pages tell"
        return [
            f"only {count} the topic: what sets it apart can hardly be told from chance; give {FEW} or more "
            "examples, or keywords"
        ]
    return []


def _content_warnings(known: Sequence[Known]) -> list[str]:
    return [
        f"the {one.role} {one.name} teaches nothing: its kind is {one.page.kind}"
        for one in known
        if not one.page.kind.has_content
    ]


def _same_warnings(known: Sequence[Known], counter: Sequence[Known], cosines: Floats) -> list[str]:
    everything = [*known, *counter]
    warnings = []
    for at, one in enumerate(known):
        for other in range(at + 1, len(everything)):
            if cosines[at, other] < SAME or one.name == everything[other].name:
                continue
            end = (
                "it is taken as both on topic and off it, so that it tells nothing: take it out of one list"
                if other >= len(known)
                else "together they tell no more than one of them"
            )
            warnings.append(f"{one.name} and {everything[other].name} say the same: {end}")
    return warnings


def _language_warnings(pages: Sequence[Agreement], languages: Sequence[str]) -> list[str]:
    wanted = {code.lower().partition("-")[0] for code in languages}
    return [
        f"the {one.role} {one.name} is in another language ({one.language}) than the topic "
        f"({', '.join(languages)})"
        for one in pages
        if wanted and one.language and one.language.lower().partition("-")[0] not in wanted
    ]


def _terms(keyword: str) -> set[str]:
    return {term for word in words(keyword) if (term := term_of(word))}


def _likeness(cosines: Floats) -> list[float | None]:
    if len(cosines) < 2:
        return [None] * len(cosines)
    return [float(np.delete(cosines[at], at).mean()) for at in range(len(cosines))]


def _cosines(rows: Sequence[Row], idf: Floats) -> Floats:
    """Return the cosine of each row (weights × idf) with each other one."""
    whole = np.zeros((len(rows), len(idf)))
    for at, (numbers, weights) in enumerate(rows):
        whole[at, numbers] = weights * np.maximum(idf[numbers], 0.0)
    lengths = np.linalg.norm(whole, axis=1, keepdims=True)
    units = np.divide(whole, lengths, out=np.zeros_like(whole), where=lengths > 0)
    found: Floats = units @ units.T
    return found
