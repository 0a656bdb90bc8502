"""Answers equal a naive scan of all documents, over random histories and every form of query."""

import os
import random
import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

import pytest

from indexer import Document, Index
from indexer.analysis import index_term, inner_terms, is_han, places
from indexer.options import Options, Order
from indexer.plan import And, Attribute, Dates, Literal, Not, Or, Pattern, Phrase, Recall, Term, is_scored
from indexer.queries import parse
from indexer.ranking import AUTHORITY_WEIGHT, K1, LITERAL_WEIGHT, RELEVANCE_WEIGHT, B, idf
from indexer.readings import expand
from indexer.schema import FIELDS
from indexer.sites import site_names
from indexer.spellings import joined_words, parts, variants
from lookclear.text.segment import words

ENGLISH = (
    "marsh salt water the of wetland crawlers crawling river is GPU node.js C++ café cafe Wi-Fi wifi "
    "usb3 usb 3 5kg kg".split()
)
CHINESE = "长江 大桥 长江大桥 武汉 马克思主义 马克思 搜索引擎 搜索 技术 的 第3章 建成".split()
# 20 histories ask 660 questions of each engine; INDEX_HISTORIES=310 asks ten thousand.
HISTORIES = int(os.environ.get("INDEX_HISTORIES", "20"))
LANGUAGES, KINDS, YEARS = ["en", "zh", ""], ["article", "hub"], [None, 2021, 2023, 2024]
PATTERNS = "crawl*|wat*|ma*sh|搜*|长江*|mar?h|marhs~|wetlnd~2|title:mar*|搜素引擎~|zzz*".split("|")
HOSTS = ["example.org", "www.example.org", "blog.example.org:8080", "zh.example.com"]


@dataclass
class Naive:
    """A document as sets of terms by field and place; single characters are marked."""

    doc_id: int
    document: Document
    fields: dict[str, list[set[str]]]
    counts: dict[str, int]  # words
    sites: set[str]

    def weight(self, field, term):
        if field == "site":
            return 0.0
        return sum(
            spec.weight / 4 * sum(share(term, place) for place in self.fields[spec.name])
            for spec in FIELDS
            if field in ("", spec.name)
        )

    def holds(self, field, term):
        if field == "site":
            return term in self.sites
        names = [field] if field else list(self.fields)
        return any(term in place for name in names for place in self.fields[name])

    def occurrences(self, field, parts):
        """Return how often the parts stand side by side."""
        offsets, at = [], 0
        for part in parts:
            offsets.append(at)
            at += places(part.removeprefix(CHARACTER))
        return sum(
            all(
                start + at < len(held) and part in held[start + at]
                for part, at in zip(parts, offsets, strict=True)
            )
            for name, held in self.fields.items()
            if field in ("", name)
            for start in range(len(held))
        )

    @property
    def length(self):
        return sum(spec.weight / 4 * self.counts[spec.name] for spec in FIELDS)


CHARACTER, PART = "\x00", "\x01"


def share(term, place):
    return (1 - (PART + term in place) / 2) * (term in place)


def placed(text):
    held, starts = [], []
    for word in words(text):
        term = index_term(word)
        start = len(held)
        starts.append(start)
        held += [set() for _ in range(places(term))]
        held[start].add(term)
        if is_han(term):
            for part, at in inner_terms(term):
                held[start + at].add(part)
            for at, char in enumerate(term):
                held[start + at].add(CHARACTER + char)
        held[start].update(variants(term))
        for part in parts(word):
            held[start].update((part, PART + part))
    for start, word in joined_words(text):
        held[starts[len(words(text[:start]))]].add(index_term(word))
    return held


def naive(doc_id, document):
    found = {spec.name: words(getattr(document, spec.name)) for spec in FIELDS}
    fields = {spec.name: placed(getattr(document, spec.name)) for spec in FIELDS}
    counts = {name: len(terms) for name, terms in found.items()}
    return Naive(doc_id, document, fields, counts, set(site_names(document.key)))


class Scan:
    """Evaluates a plan by looking at every document."""

    def __init__(self, documents):
        self.documents = documents
        total = sum(document.length for document in documents)
        self.mean = total / len(documents) if total else 0.25  # the index's unit when all are empty

    def df(self, field, term):
        return sum(other.holds(field, term) for other in self.documents)

    def score(self, field, term, document):
        return self.weighed(self.df(field, term), document.weight(field, term), document)

    def weighed(self, df, tf, document):
        return (
            idf(len(self.documents), df)
            * tf
            * (K1 + 1)
            / (tf + K1 * (1 - B + B * document.length / self.mean) or 1)
        )

    def match(self, node, document):
        """Return the score of a document, None if it does not match."""
        if isinstance(node, Term):
            held = document.holds(node.field, node.text)
            return self.score(node.field, node.text, document) if held else None
        if isinstance(node, Phrase):
            if not document.occurrences(node.field, node.words):
                return None
            return sum(self.score(node.field, word, document) for word in set(node.words))
        if isinstance(node, Literal):
            return self.literal(node, document)
        if isinstance(node, Recall):
            exact = self.match(node.exact, document)
            return self.match(node.otherwise, document) if exact is None else exact
        if isinstance(node, Pattern):
            return self.pattern(node, document)
        if isinstance(node, Attribute):
            held = document.document.language if node.field == "language" else document.document.kind
            return 0.0 if held == node.value else None
        if isinstance(node, Dates):
            date = document.document.date
            return 0.0 if date and node.first <= (date - EPOCH).days <= node.last else None
        if isinstance(node, Not):
            return None if self.match(node.child, document) is not None else 0.0
        scores = [self.match(child, document) for child in node.children]
        if isinstance(node, And):
            return None if None in scores else sum(scores)
        assert isinstance(node, Or)
        found = [score for score in scores if score is not None]
        return sum(found) if found else None

    def literal(self, node, document):
        parts = [
            part
            for word in node.words
            for part in ([CHARACTER + char for char in word] if is_han(word) else [word])
        ]
        occurrences = document.occurrences(node.field, parts)
        if not occurrences:
            return None
        rarest = min(parts, key=lambda part: self.df(node.field, part))
        share = document.weight(node.field, rarest) / document.occurrences(node.field, [rarest])
        return LITERAL_WEIGHT * self.weighed(self.df(node.field, rarest), share * occurrences, document)

    def pattern(self, node, document):
        """Return the score of a pattern: its words, listed by a walk over all documents, count as one."""
        shares = {}
        for other in self.documents:
            for name, held in other.fields.items():
                if node.field in ("", name):
                    for term in set().union(*held):
                        if term[0] not in (CHARACTER, PART) and (share := fits(node, term)):
                            shares[term] = share
        df = sum(any(other.holds(node.field, term) for term in shares) for other in self.documents)
        tf = sum(share * document.weight(node.field, term) for term, share in shares.items())
        return self.weighed(df, tf, document) if tf else None

    def run(self, plan):
        found = {}
        for document in self.documents:
            score = self.match(plan, document)
            if score is not None:
                prior = (
                    1
                    + RELEVANCE_WEIGHT * document.document.relevance
                    + AUTHORITY_WEIGHT * document.document.authority
                )
                found[document.doc_id] = (score if is_scored(plan) else 1.0) * prior
        return found


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def fits(node, term):
    """Return the share of a term in a pattern, 0 if it does not fit."""
    if node.distance:
        slips = min(distance(term, node.text), distance(term, node.stem))
        return 0.5**slips if slips <= node.distance else 0
    expression = re.escape(node.text).replace(r"\*", ".*").replace(r"\?", ".")
    is_form = node.text.endswith("*") and term == node.stem
    return 1.0 if is_form or re.fullmatch(expression, term) else 0


@cache
def distance(left, right):
    """Return the distance of two words, by the definition: all ways to make one of the other."""
    if not left or not right:
        return len(left) + len(right)
    ways = [
        distance(left[1:], right[1:]) + (left[0] != right[0]),
        distance(left[1:], right) + 1,
        distance(left, right[1:]) + 1,
    ]
    if left[:2] == right[:2][::-1] and len(left) > 1 and len(right) > 1:
        ways.append(distance(left[2:], right[2:]) + 1)
    return min(ways)


def random_text(rng, longest):
    pieces = []
    for _ in range(rng.randint(0, longest)):
        if rng.random() < 0.6:
            pieces.append(rng.choice(ENGLISH) + rng.choice([" ", " ", ", ", ". "]))
        else:
            pieces.append("".join(rng.choice(CHINESE) for _ in range(rng.randint(1, 3))))
    return "".join(pieces)


def random_document(rng, key):
    kind = rng.randint(1, 3)
    return Document(
        key,
        title=random_text(rng, 4) if kind > 1 else "",
        body=random_text(rng, 25),
        anchors=random_text(rng, 4) if kind > 2 else "",
        relevance=rng.choice([0.0, 0.5, 0.9]),
        authority=rng.choice([0.0, 0.3]),
        language=rng.choice(LANGUAGES),
        kind=rng.choice(KINDS),
        date=datetime(year, rng.randint(1, 12), 5, 12, tzinfo=UTC) if (year := rng.choice(YEARS)) else None,
    )


RESTRICTIONS = (
    "lang:zh|lang:en|type:hub|type:article|date:2023|after:2023-06|before:2024|date:2021..2023|lang:fr|"
    "date:[2021 TO 2024}|date:>=2024|语言：中文|(lang:zh OR type:hub)|date:2023-05..2024-02"
).split("|")


def random_query(rng, depth=2):
    word = rng.choice(
        ENGLISH + CHINESE + ["unknown", "引擎技术", "武汉长江大桥", "江大", "武汉长", "桥", "克思主义 技"]
    )
    other = rng.choice(ENGLISH + CHINESE)
    third = rng.choice(ENGLISH + CHINESE)
    forms = [
        word,
        f"{word} {other}",
        f"{word}{other}",
        f"{word} OR {other}",
        f'"{word} {other}"',
        f'"{word} {other} {third}"',
        f"{word} -{other}",
        f'{word} -"{other} {third}"',
        f"title:{word}",
        f'title:"{word} {other}"',
        f"{word} site:{rng.choice(HOSTS)}",
        f"site:{rng.choice(HOSTS)}",
        f"{word} -site:{rng.choice(HOSTS)}",
        f"{word} {rng.choice(RESTRICTIONS)}",
        f"{word} {rng.choice(RESTRICTIONS)} -{rng.choice(RESTRICTIONS)}",
        f"{rng.choice(RESTRICTIONS)}",
        f"({word} OR {other}) {rng.choice(RESTRICTIONS)}",
        f"{word} OR {rng.choice(RESTRICTIONS)}",
        rng.choice(PATTERNS),
        f"{other} {rng.choice(PATTERNS)}",
        f"{other} -{rng.choice(PATTERNS)}",
    ]
    if depth:
        inner = random_query(rng, depth - 1)
        forms += [
            f"({inner}) {other}",
            f"({inner}) OR ({word} {other})",
            f"{word} NOT ({inner})",
            f"{word} -(-{other} -({inner}))",
            f"NOT (NOT {other} NOT {third}) {word}",
            f"title:({word} {other})",
        ]
    return rng.choice(forms)


def check(index, documents, query):
    question = parse(query)
    results = index.search(query, limit=1000)
    if question.plan is None:
        assert results.total == 0
        return
    plan = expand(question.plan)
    expected = Scan(documents).run(plan) if documents else {}
    found = {hit.doc_id: hit.score for hit in results.hits}
    assert set(found) == set(expected), query
    assert results.total == len(expected)
    assert found == pytest.approx(expected, abs=1e-6), query
    ranked = [(-hit.score, hit.doc_id) for hit in results.hits]
    assert ranked == sorted(ranked), query
    check_facets(index, {document.doc_id: document for document in documents}, expected, query)
    leading = index.leading(query, limit=3)
    assert leading == [(hit.key, hit.score) for hit in results.hits[:3]], query
    assert index.leading(query, limit=2, offset=1) == leading[1:], query


def check_facets(index, documents, expected, query):
    """Facets count what matches, and by date the newest comes first, undated pages by score at the end."""
    matching = [documents[number].document for number in expected]
    results = index.search(query, limit=1000, options=Options(facets=True, order=Order.DATE))
    counted = {
        "host": [document.key.split("/")[2].removeprefix("www.") for document in matching],
        "language": [document.language for document in matching],
        "kind": [document.kind for document in matching],
        "year": [str(document.date.year) if document.date else "" for document in matching],
    }
    facets = {name: Counter(filter(None, values)) for name, values in counted.items()}
    assert {facet.name: dict(facet.counts) for facet in results.facets} == facets, query
    plain = index.search(query, limit=1000, options=Options(facets=True))
    assert {facet.name: dict(facet.counts) for facet in plain.facets} == facets, query
    order = [(-(hit.date - EPOCH).days if hit.date else 1, -hit.score, hit.doc_id) for hit in results.hits]
    assert order == sorted(order), query
    assert {hit.doc_id for hit in results.hits} == set(expected), query


@pytest.mark.parametrize("engine", ["numpy", "numba"], indirect=True)
@pytest.mark.parametrize("seed", range(HISTORIES))
def test_answers_equal_a_naive_scan(tmp_path, engine, seed):
    rng = random.Random(seed)
    index = Index.open(tmp_path)
    live = {}
    for _ in range(rng.randint(10, 60)):
        step = rng.random()
        key = f"http://{rng.choice(HOSTS)}/{rng.randint(0, 25)}"
        if step < 0.75:
            document = random_document(rng, key)
            live[key] = naive(index.add(document), document)
        elif step < 0.85:
            assert index.delete(key) == (live.pop(key, None) is not None)
        elif step < 0.92:
            index.commit(sync=False)
        elif step < 0.95:
            index.checkpoint()
        elif step < 0.97:
            index.compact()
            for key, document in live.items():
                document.doc_id = index.get(key).doc_id
        else:
            index.close()
            index = Index.open(tmp_path)
        assert len(index) == len(live)
    for _ in range(25):
        check(index, list(live.values()), random_query(rng))
    index.close()
    with Index.open(tmp_path, read_only=True) as reader:
        for _ in range(8):
            check(reader, list(live.values()), random_query(rng))


@pytest.mark.parametrize("engine", ["numpy", "numba"], indirect=True)
@pytest.mark.parametrize("lists", ["short", "long"])
def test_answers_equal_a_naive_scan_across_many_blocks(tmp_path, engine, lists):
    """Rare words beside frequent ones, so that blocks are sought through the directory."""
    rng = random.Random(7)
    documents = []
    with Index.open(tmp_path) as index:
        for number in range(300 if lists == "long" else 120):
            body = "common marsh " * rng.randint(1, 2) + (
                f"rare{number % 97} salt" if number % 5 == 0 else "water"
            )
            document = Document(f"http://example.org/{number}", body=body)
            documents.append(naive(index.add(document), document))
        for query in (
            "rare5 common",
            '"common marsh" rare10',
            "rare5 OR rare15 marsh",
            "rare40 -water",
            '"marsh rare20"',
        ):
            check(index, documents, query)
