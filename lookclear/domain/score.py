"""A bounded judgement with the parts it was made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Score:
    """A value in 0..1 and the named parts behind it, so that every score can be explained."""

    value: float
    parts: Mapping[str, float] = field(default_factory=dict)
