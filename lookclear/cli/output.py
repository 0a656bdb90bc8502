"""How commands print: JSON objects for programs, plain lines for people."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click
import msgspec
from rich.console import Console
from rich.text import Text


def print_json(value: object) -> None:
    """Print one JSON object; dataclasses, enums and times are understood."""
    text = msgspec.json.format(msgspec.json.encode(value, order="deterministic"), indent=2)
    click.echo(text.decode())


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class _Console(Console):
    """Leaves it to the command's entry to end quietly when the reader of its output has gone."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """Return a console on the present standard output; text from the web is never read as markup."""
    return _Console(markup=False, highlight=False, emoji=False)


def highlighted(pieces: Iterable[tuple[str, bool]], style: str = "bold yellow") -> Text:
    """Join (text, is_match) pieces, matches emphasised."""
    text = Text()
    for piece, is_match in pieces:
        text.append(printable(piece), style=style if is_match else "")
    return text


def printable(text: str) -> str:
    r"""Return text from the web without control characters, which would command the terminal.

    >>> printable("a\x1b[2Jb\nc")
    'a[2Jb c'
    """
    return _CONTROL.sub("", text.replace("\n", " "))


def print_fields(rows: Iterable[tuple[str, object]]) -> None:
    """Print (name, value) rows in two columns; rows without a value are left out."""
    kept = [(name, str(value)) for name, value in rows if value not in ("", None)]
    width = max((len(name) for name, _ in kept), default=0)
    for name, value in kept:
        click.echo(f"{name:<{width}}  {printable(value)}")
