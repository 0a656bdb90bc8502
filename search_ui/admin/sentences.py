"""Warnings of a crawl, cut into what is wrong and what to do about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

_JOINTS = re.compile(r"; |: (?=[a-z])")  # how our sentences join a cause and advice


@dataclass(frozen=True, slots=True)
class Advice:
    """A warning: since when, what is wrong, and what to do; `advice` may be empty."""

    cause: str
    advice: str
    at: datetime | None = None


def advice_of(sentence: str, at: datetime | None = None) -> Advice:
    """Cut a sentence at its first joint, outside of addresses.

    >>> advice_of("harvest 1% after 400 pages: seeds may not fit; try `lookclear check`")
    Advice(cause='harvest 1% after 400 pages', advice='seeds may not fit; try `lookclear check`', at=None)
    """
    sentence = re.sub(r"^from page \d+ on: ", "", sentence)
    joint = _JOINTS.search(sentence)
    if joint is None:
        return Advice(sentence, "", at)
    return Advice(sentence[: joint.start()], sentence[joint.end() :], at)
