"""The choices of reading a page that the published sources leave open: each can be switched and measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from lookclear.errors import UsageError
from lookclear.html.context import context_rule


@dataclass(frozen=True, slots=True)
class Reading:
    """How pages are cut into blocks, and where links get their words (docs/algorithms.md, marks **[R]**)."""

    context: str = "zeta-idom"  # a rule of lookclear.html.context, with its number if wanted: window:20
    block_large: int = 300  # words; larger regions are cut when they have parts
    block_cohesion: float = 0.2  # mean similarity of parts below which a region is cut whatever its size
    block_small: int = 15  # words; smaller text is joined to its neighbour

    @classmethod
    def of(cls, choices: Iterable[str]) -> Reading:
        """Return the default reading with some `name=value` choices.

        Raises UsageError for an unknown name and for a value that is none.

        >>> Reading.of(["context=window:20", "block_large=200"]).block_large
        200
        """
        reading = cls()
        kinds = {field.name: type(getattr(reading, field.name)) for field in fields(cls)}
        for choice in choices:
            name, _, value = choice.partition("=")
            if name not in kinds:
                raise UsageError(
                    f"there is no choice {name!r} of reading", hint=f"known are: {', '.join(kinds)}"
                )
            try:
                changed: dict[str, object] = {name: kinds[name](value)}
            except ValueError as error:
                raise UsageError(
                    f"{choice!r} is no choice of reading",
                    hint=f"write it like {name}={getattr(reading, name)}",
                ) from error
            reading = replace(reading, **changed)  # type: ignore[arg-type]
        context_rule(reading.context)
        return reading


DEFAULT_READING = Reading()
