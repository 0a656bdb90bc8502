"""What a page's words come to in a few bytes, by which equal blocks and (nearly) equal texts are found.

Everything here is the same in every process and on every machine. A word's hash is its CRC-32, mixed to 64
bits; a shingle is three words in a row, in Chinese too, where they are the words of the segmenter.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_right
from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lookclear.domain import Block, Span
from lookclear.html.tree import Tree

PERMUTATIONS = 64  # of a signature: a similarity of .8 is estimated with a standard error of .05
SHINGLE = 3  # words
MOST_SHINGLES = 1_024  # of a longer text those with the smallest hashes are taken, which estimates the same
_LEAST_WORDS_LEFT = 5  # a block with fewer words beside its numbers is told apart by its numbers too
_MASKED_AT_MOST = 0.5  # … and so is one that is mostly numbers

Hashes: TypeAlias = NDArray[np.uint64]

# Words that change from one day to the next where a page says when it was made.
_OF_DATES = frozenset(
    """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun am pm
    星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 周一 周二 周三 周四 周五 周六 周日 上午 下午
    """.split()
)
_UNITS = frozenset("年 月 日 号 時 时 分".split())
_PART = re.compile(r"(\d{1,2})(?:st|nd|rd|th|am|pm)?")  # of a date or a clock time
_YEAR = re.compile(r"(?:19|20)\d\d")
_REACH = 3  # words from the name of a month or day to the parts of its date

# What a word's number says above its 32 bits of hash.
_NUMBER, _NAME, _UNIT, _SHORT, _DAY, _OF_YEAR = (np.uint64(1 << bit) for bit in range(32, 38))
_LOW = np.uint64((1 << 32) - 1)
_WEYL, _MIX_1, _MIX_2 = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_S30, _S27, _S31, _S32 = (np.uint64(n) for n in (30, 27, 31, 32))
_PLACE = 0xD6E8FEB86659FD93  # odd: spreads the hash of a place over 64 bits
_64_BITS = (1 << 64) - 1


def word_hashes(words: Sequence[str]) -> Hashes:
    """Return each word's CRC-32; higher bits tell numbers and parts of dates, for block_fingerprints."""
    if len(_KNOWN) > _MOST_KNOWN:
        _KNOWN.clear()
    return np.fromiter(map(_KNOWN.__getitem__, words), np.uint64, len(words))


def block_places(tree: Tree, blocks: Sequence[Block]) -> list[int]:
    """Return a number of 32 bits for each block: the CRC-32 of the tags it stands in, `html/body/main`."""
    starts = [element.start for element in tree.elements]
    return [zlib.crc32(_tag_path(tree, starts, block).encode()) for block in blocks]


def block_fingerprints(
    blocks: Sequence[Block], places: Sequence[int], hashes: Hashes, spans: Sequence[Span]
) -> list[int]:
    """Return a number of 64 bits for each block: of its place and of the words it has.

    `hashes` are those of the page's words, `spans` the blocks' parts of the text that is shown, empty for
    furniture. Words count as a multiset (docs/algorithms.md, templates). Dates are passed over, and in
    furniture all numbers, so that a counter changes nothing; in a text, prices and order numbers are what it
    says. Not so where there is little beside them: a table of figures is known by its figures. Never 0.
    """
    edges = np.array([(block.start, block.end) for block in blocks], np.int64).reshape(-1, 2)
    mixed = _mixed(hashes & _LOW)
    every = _sums(mixed, edges)
    dates = _dates(hashes)
    masks = [masked.astype(np.uint64) for masked in (dates, dates | (hashes & _NUMBER > 0))]
    sums_of = [(_sums(masked, edges), _sums(mixed * (1 - masked), edges)) for masked in masks]
    found = []
    for at, (block, place, shown) in enumerate(zip(blocks, places, spans, strict=True)):
        size = block.end - block.start
        numbers, stable = sums_of[shown[0] >= shown[1]]
        masked = numbers[at]
        sums = stable if size - masked >= _LEAST_WORDS_LEFT and masked <= _MASKED_AT_MOST * size else every
        found.append((sums[at] + place * _PLACE) & _64_BITS or 1)
    return found


def main_spans(blocks: Sequence[Block]) -> list[Span]:
    """Return the intervals of the main text: blocks whose text is shown, else those of content, else all."""
    main = (
        [b for b in blocks if b.text[0] < b.text[1]] or [b for b in blocks if b.kind == "content"] or blocks
    )
    return [(b.start, b.end) for b in main]


def hashes_in(hashes: Hashes, spans: Sequence[Span]) -> Hashes:
    """Return those of a page's word hashes that stand in some intervals."""
    return np.concatenate([hashes[start:end] for start, end in spans]) if spans else hashes[:0]


def main_words(words: Sequence[str], blocks: Sequence[Block]) -> list[str]:
    """Return the words of the main text of a page with these blocks."""
    return [word for start, end in main_spans(blocks) for word in words[start:end]]


def content_hash(words: Sequence[str]) -> int:
    """Return a number of 64 bits that is the same for the same words in the same order, and only then.

    >>> content_hash(["salt", "marsh"]) == content_hash(["salt marsh"])
    False
    """
    joined = "\x00".join(words).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(joined, digest_size=8).digest(), "big")


def signature(hashes: Hashes) -> bytes:
    """Return the MinHash of a text's shingles (Broder 1997): 64 numbers of 32 bits; empty for no words.

    `hashes` are those of its words. The share of places where two signatures agree estimates the Jaccard
    similarity of the two texts' sets of shingles. A text of one or two words is one shingle.
    """
    if not len(hashes):
        return b""
    hashes = hashes & _LOW
    shingles = _mixed(hashes)
    for offset in range(1, min(SHINGLE, len(hashes))):
        shingles = shingles[: len(hashes) - offset] * _MIX_1 + hashes[offset:]
    mixed = (_mixed(shingles) >> _S32).astype(np.uint32)
    if len(mixed) > MOST_SHINGLES:
        mixed = np.partition(mixed, MOST_SHINGLES)[:MOST_SHINGLES]
    # In 32 bits, which processors multiply eight at a time; the numbers are well mixed already.
    least = (mixed[None, :] * _FACTORS[:, None] + _OFFSETS[:, None]).min(axis=1)
    return bytes(least.astype("<u4"))


def similarity(a: bytes, b: bytes) -> float:
    """Return how alike two texts are by their signatures, 0..1; 0 when either is empty.

    >>> one = signature(word_hashes(["salt", "marsh", "plants"]))
    >>> similarity(one, one), similarity(one, b"")
    (1.0, 0.0)
    """
    if len(a) != len(b) or not a:
        return 0.0
    return float(np.mean(np.frombuffer(a, "<u4") == np.frombuffer(b, "<u4")))


def hash_values(of: bytes) -> Hashes:
    """Return a signature as the `hashvalues` of a datasketch.LeanMinHash of 64 permutations."""
    return np.frombuffer(of, "<u4").astype(np.uint64)


class _Known(dict[str, int]):
    """The hashes of words met so far: most words of a page are known."""

    def __missing__(self, word: str) -> int:
        number = zlib.crc32(word.encode("utf-8", "surrogatepass"))
        if word in _OF_DATES:
            number |= int(_NUMBER | _NAME)
        elif word in _UNITS:
            number |= int(_UNIT)
        elif word[:1].isdigit():  # few do, and the patterns take longer than all else
            if part := _PART.fullmatch(word):
                number |= int(_NUMBER | _SHORT | (_DAY if 1 <= int(part[1]) <= 31 else 0))
            elif word.isdigit():
                number |= int(_NUMBER | (_OF_YEAR if _YEAR.fullmatch(word) else 0))
        self[word] = number
        return number


_KNOWN = _Known()
_MOST_KNOWN = 1 << 17


def _dates(hashes: Hashes) -> NDArray[np.bool_]:
    """Tell which words belong to a date: names of months and days, and short numbers and years near one.

    A year with two numbers that may be month and day beside it is one too, and so are numbers with their
    Chinese units.
    """
    names, day, year = (hashes & bit > 0 for bit in (_NAME, _DAY, _OF_YEAR))
    anchors = names.copy()
    anchors[1:] |= (hashes[1:] & _UNIT > 0) & (hashes[:-1] & _NUMBER > 0)
    anchors[:-2] |= year[:-2] & day[1:-1] & day[2:]
    anchors[2:] |= year[2:] & day[1:-1] & day[:-2]
    if not anchors.any():
        return anchors
    near = anchors.copy()
    for by in range(1, _REACH + 1):
        near[by:] |= anchors[:-by]
        near[:-by] |= anchors[by:]
    return names | (near & (hashes & (_SHORT | _OF_YEAR) > 0))


def _sums(values: Hashes, edges: NDArray[np.int64]) -> list[int]:
    """Return the sums of values between edges `[start, end)`, one a row, modulo 2^64."""
    before = np.concatenate((np.zeros(1, np.uint64), np.cumsum(values, dtype=np.uint64)))
    return [int(one) for one in before[edges[:, 1]] - before[edges[:, 0]]]


def _tag_path(tree: Tree, starts: Sequence[int], block: Block) -> str:
    """Return the tags from the root to the innermost element that holds a block."""
    elements = tree.elements
    at = bisect_right(starts, block.start) - 1
    while at > 0 and elements[at].end < block.end:
        at = elements[at].parent
    tags = []
    while at >= 0:
        tags.append(elements[at].tag)
        at = elements[at].parent
    return "/".join(tags)


def _mixed(values: Hashes) -> Hashes:
    """Spread 64-bit numbers evenly (SplitMix64: Steele, Lea & Flood 2014); a bijection."""
    values = values + _WEYL
    values = (values ^ (values >> _S30)) * _MIX_1
    values = (values ^ (values >> _S27)) * _MIX_2
    return values ^ (values >> _S31)


# The permutations x → (a·x + b) mod 2^32; `a` is odd. Stored signatures depend on them.
_OFFSETS = (_mixed(np.arange(1, PERMUTATIONS + 1, dtype=np.uint64)) >> _S32).astype(np.uint32)
_FACTORS = (_mixed(np.arange(1_001, 1_001 + PERMUTATIONS, dtype=np.uint64)) >> _S32).astype(
    np.uint32
) | np.uint32(1)
