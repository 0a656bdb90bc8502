"""How a strategy is named: `best-n-first:16`, `link-context:tag-tree:2+grey+black`."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from lookclear.config.settings import STRATEGIES, TUNNELS
from lookclear.errors import ConfigError

LARGEST_BATCH = 100_000


@dataclass(frozen=True, slots=True)
class StrategyChoice:
    """A strategy, what is chosen of it after a colon, and its tunnelling after a plus; empty = not said."""

    name: str
    argument: str = ""
    tunnel: str = ""

    @classmethod
    def parse(cls, text: str) -> StrategyChoice:
        """Take a strategy's name apart. Raises ConfigError that names the nearest one.

        What an argument may be is the strategy's own matter, but for `best-n-first`, whose is a number.

        >>> StrategyChoice.parse("link-context:window:20+black+grey")
        StrategyChoice(name='link-context', argument='window:20', tunnel='grey+black')
        """
        said, *tunnels = text.split("+")
        name, _, argument = said.partition(":")
        if name not in STRATEGIES:
            raise ConfigError(
                f"unknown strategy {text!r}; did you mean {_nearest(name)!r}?",
                hint=f"strategies: {', '.join(STRATEGIES)}",
            )
        return cls(name, _argument(name, argument, text), _tunnel(tunnels, text))


def _argument(name: str, argument: str, text: str) -> str:
    if name == "best-n-first" and argument:
        if not (argument.isascii() and argument.isdigit() and 1 <= int(argument[:9]) <= LARGEST_BATCH):
            raise ConfigError(f"{text!r} is no strategy", hint="write the number like best-n-first:16")
    elif name == "centroid" and argument not in {"", "sum", "max", "ave"}:
        raise ConfigError(f"{text!r} is no strategy", hint="write centroid:sum, centroid:max or centroid:ave")
    elif name == "ontology" and argument not in {"", "page", "links", "plain", "learned"}:
        raise ConfigError(
            f"{text!r} is no strategy", hint="write ontology, or ontology: and page, links, plain or learned"
        )
    elif argument and name not in {"link-context", "best-n-first", "centroid", "ontology"}:
        raise ConfigError(
            f"{text!r} is no strategy", hint=f"nothing can be chosen of {name}: leave the colon out"
        )
    return argument


def _tunnel(said: list[str], text: str) -> str:
    if not said:
        return ""
    tunnel = "+".join(sorted(said, key=lambda one: one != "grey"))
    if tunnel not in TUNNELS:
        raise ConfigError(
            f"{text!r} names no tunnelling there is", hint=f"after a plus, write one of: {', '.join(TUNNELS)}"
        )
    return tunnel


def _nearest(name: str) -> str:
    return difflib.get_close_matches(name.lower(), STRATEGIES, n=1, cutoff=0.0)[0]
