"""Text to index: generated passages whose words behave like those of real ones, or lines of a file.

A passage mixes words that all texts share (Zipf's law) with words of its topic, and now and then has a word
that was never seen before, so that about half of the vocabulary occurs once, as in collections of real text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

COMMON = 40_000  # words all passages share
TOPICS = 2_000
TOPIC_WORDS = 300
SPOKEN_OF = 25  # words of its topic that a passage uses, again and again
LENGTH = 73  # words, on average
_SYLLABLES = [consonant + vowel for consonant in "bcdfghklmnprstvw" for vowel in "aeiou"]


def word(number: int) -> str:
    """Return a made-up word, another one for each number; frequent ones are short."""
    syllables = []
    number += 1
    while number:
        number, at = divmod(number, len(_SYLLABLES))
        syllables.append(_SYLLABLES[at])
    return "".join(syllables)


def generated(count: int, seed: int = 1, batch: int = 2000) -> Iterator[str]:
    """Yield passages of lower-case words with blanks between them."""
    rng = np.random.default_rng(seed)
    words = np.array([word(number) for number in range(COMMON)], object)
    rank = np.arange(1, COMMON + 1)
    shared = np.cumsum(1 / (rank + 0.3))
    topical = np.cumsum(1 / np.arange(1, SPOKEN_OF + 1) ** 0.7)
    topics = rng.integers(50, COMMON, (TOPICS, TOPIC_WORDS))
    fresh = COMMON
    for start in range(0, count, batch):
        size = min(batch, count - start)
        lengths = np.clip(rng.lognormal(np.log(LENGTH) - 0.1, 0.45, size).astype(np.int64), 5, 1000)
        total = int(lengths.sum())
        numbers = np.searchsorted(shared, rng.random(total) * shared[-1])
        topic = np.repeat(rng.integers(0, TOPICS, size), lengths)
        first_word = np.repeat(rng.integers(0, TOPIC_WORDS - SPOKEN_OF, size), lengths)
        own = topics[topic, first_word + np.searchsorted(topical, rng.random(total) * topical[-1])]
        chosen = words[np.where(rng.random(total) < 0.45, own, numbers)]
        for at in np.flatnonzero(rng.random(total) < 0.008).tolist():
            # Most new words never come again, some do.
            fresh += 1
            chosen[at] = word(fresh if rng.random() < 0.7 else int(rng.integers(COMMON, fresh + 1)))
        ends = np.cumsum(lengths)
        for first, end in zip((ends - lengths).tolist(), ends.tolist(), strict=True):
            yield " ".join(chosen[first:end])


def lines_of(path: Path) -> Iterator[str]:
    """Yield the passages of a file, one a line, lower-cased, words apart; `.jsonl` has them as `text`."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            text = json.loads(line)["text"] if path.suffix == ".jsonl" else line
            cleaned = " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())
            if cleaned:
                yield cleaned
