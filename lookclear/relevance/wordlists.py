"""What a judge has learned of a topic, free of any vocabulary: word lists, and the scales to read them by.

A judge can be made to hold to what it had learned at an earlier time (`CentroidModel.hold`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Learned:
    """Word lists by name (term → weight > 0), strongest first, and numbers by name.

    Which names there are is the judge's matter; `pages` is always the list that pages are compared with.
    """

    words: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    scales: Mapping[str, float] = field(default_factory=dict)

    @property
    def terms(self) -> Mapping[str, float]:
        """The terms of the topic with their weights, strongest first."""
        return self.words.get("pages", {})
