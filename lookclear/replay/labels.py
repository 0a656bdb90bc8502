"""Which pages of a recorded web are on which topic, as somebody labelled them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

from lookclear.errors import UsageError, WebArchiveError

Labels: TypeAlias = Mapping[str, frozenset[str]]  # labels by address, as the file spells it
_WORD = re.compile(r"[^\W\d_]+")
_SHOWN = 12


class _LabelLine(msgspec.Struct):
    url: str
    labels: list[str]


def read_labels(path: Path) -> dict[str, frozenset[str]]:
    """Return the labels of each address in a labels.jsonl; raises WebArchiveError that names a bad line."""
    decoder = msgspec.json.Decoder(_LabelLine)
    labels: dict[str, frozenset[str]] = {}
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"cannot read the labels {path}: {error.strerror}", hint="check the path") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = decoder.decode(line)
        except msgspec.DecodeError as error:
            raise WebArchiveError(
                f"{path}, line {number}: {error}", hint='a line reads {"url": "…", "labels": ["…"]}'
            ) from error
        labels[record.url] = frozenset(record.labels)
    return labels


def labelled(labels: Labels, topic: str) -> list[str]:
    """Return the addresses that carry one of a topic's labels (`a+b` is a union), sorted."""
    wanted = set(topic.split("+"))
    return sorted(url for url, own in labels.items() if own & wanted)


def relevant_pages(labels: Labels, topic: str, needed: int) -> list[str]:
    """Return the addresses on a topic, sorted; raises UsageError when there are fewer than `needed`."""
    relevant = labelled(labels, topic)
    if len(relevant) < needed:
        known = sorted({label for own in labels.values() for label in own})
        near = difflib.get_close_matches(topic, known, n=1, cutoff=0.6) if topic not in known else []
        meant = f"did you mean {near[0]!r}? " if near else ""
        shown = ", ".join(known[:_SHOWN]) + (", …" if len(known) > _SHOWN else "")
        raise UsageError(
            f"{len(relevant)} pages carry the label {topic!r}; at least {needed} are needed",
            hint=f"{meant}labels of this web: {shown}",
        )
    return relevant


def label_words(label: str) -> tuple[str, ...]:
    """Return the words of a label, without its namespace.

    >>> label_words("topic:machine-learning"), label_words("Everyday_life.Food_and_agriculture")
    (('machine', 'learning'), ('Everyday', 'life', 'Food', 'and', 'agriculture'))
    """
    names = (part.partition(":")[2] or part for part in label.split("+"))
    return tuple(dict.fromkeys(word for name in names for word in _WORD.findall(name.replace("_", " "))))
