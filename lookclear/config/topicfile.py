"""Reads a `topic.toml`: every mistake is named with its place, and with what would be right."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import inspect

from lookclear.config.choice import StrategyChoice
from lookclear.config.lines import line_of
from lookclear.config.settings import TopicFile
from lookclear.errors import ConfigError

_TABLES: Mapping[str, type[msgspec.Struct]] = {
    field.name: field.type
    for field in msgspec.structs.fields(TopicFile)
    if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct)
}


def load_topic_file(path: Path) -> TopicFile:
    """Read and check a topic file. Raises ConfigError, whose message names file and line."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise ConfigError(
            f"there is no topic file {path}",
            hint=f"`lookclear new {path.parent}` writes one",
        ) from error
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}", hint="check its permissions") from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path} line {line} is not UTF-8", hint="save the file as UTF-8") from error
    topic = parse_topic_file(text, source=str(path))
    if not topic.seeds:
        raise ConfigError(
            f"{path} has no seeds, so a crawl has nowhere to start",
            hint='add at least one address at the top of the file: seeds = ["https://example.org/"]',
        )
    return topic


def parse_topic_file(text: str, *, source: str = "topic.toml") -> TopicFile:
    """Check the text of a topic file, which may still be without seeds. Raises ConfigError."""
    text = text.replace("\r\n", "\n")
    try:
        table = tomllib.loads(text)
    except RecursionError as error:
        raise ConfigError(f"{source} nests too deep", hint="a topic file needs no list in a list") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(
            f"{source} is not valid TOML: {_syntax_trouble(error, text)}",
            hint="look at that place for a missing quote, bracket or comma",
        ) from error
    _refuse_unknown_keys(table, text, source)
    try:
        topic = msgspec.convert(table, TopicFile, strict=True)
    except msgspec.ValidationError as error:
        raise _bad_value(error, table, text, source) from error
    _refuse_bad_words(topic, text, source)
    return topic


def check_strategy(name: str) -> str:
    """Return `name` when it is a crawl strategy. Raises ConfigError that names the nearest one."""
    StrategyChoice.parse(name)
    return name


def _nearest(name: str, known: Iterable[str]) -> str:
    return difflib.get_close_matches(name.lower(), list(known), n=1, cutoff=0.0)[0]


def _syntax_trouble(error: tomllib.TOMLDecodeError, text: str) -> str:
    message = str(error)
    if "(at end of document)" in message:
        line = text.rstrip("\n").count("\n") + 1
        return message.replace("(at end of document)", f"(at the end of the file, line {line})")
    return message


def _refuse_unknown_keys(table: Mapping[str, Any], text: str, source: str) -> None:
    unknown: list[tuple[int, tuple[str, ...]]] = []
    top_keys = [field.name for field in msgspec.structs.fields(TopicFile)]
    for key, value in table.items():
        if key not in top_keys:
            unknown.append((line_of(text, [key]), (key,)))
        elif key in _TABLES and isinstance(value, dict):
            known = _TABLES[key].__struct_fields__
            unknown += [(line_of(text, [key, inner]), (key, inner)) for inner in value if inner not in known]
    if not unknown:
        return
    line, path = min(unknown)
    where = f"[{path[0]}]" if len(path) > 1 else "the top table"
    siblings = _TABLES[path[0]].__struct_fields__ if len(path) > 1 else tuple(top_keys)
    raise ConfigError(
        f"{source} line {line}: unknown key {path[-1]!r} in {where}; "
        f"did you mean {_nearest(path[-1], siblings)!r}?",
        hint=_other_home(path) or f"known keys there: {', '.join(siblings)}",
    )


def _other_home(path: tuple[str, ...]) -> str:
    """Say where a key belongs that is right in itself but stands in the wrong table."""
    key = path[-1]
    if len(path) > 1 and key in TopicFile.__struct_fields__:
        return f"if you meant the topic's {key!r}, move it to the top of the file, above the first [table]"
    homes = [f"[{name}]" for name, struct in _TABLES.items() if key in struct.__struct_fields__]
    return f"{key!r} is a key of {' and '.join(homes)}" if homes else ""


def _bad_value(
    error: msgspec.ValidationError, table: Mapping[str, Any], text: str, source: str
) -> ConfigError:
    found = re.search(r" - at `\$(.*)`$", str(error))
    steps = re.findall(r"[^.\[\]]+", found[1]) if found else []
    keys = [step for step in steps if not step.isdigit()]
    if not keys:
        return ConfigError(
            f"{source} has no name", hint='add a line at the top of the file: name = "My topic"'
        )
    value: Any = table
    for step in steps:
        value = value[int(step)] if step.isdigit() else value[step]
    line = line_of(text, keys, value if steps[-1].isdigit() else None)
    allowed = _allowed(keys, one_item=steps[-1].isdigit())
    return ConfigError(
        f"{source} line {line}: {'.'.join(keys)} has the value {_shown(value)}", hint=f"it must be {allowed}"
    )


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    shown = repr(value) if isinstance(value, str | int | float | list) else str(value)
    return shown if len(shown) <= 60 else shown[:57] + "…"


def _allowed(keys: list[str], *, one_item: bool) -> str:
    """Describe the values a key takes, from its declared type."""
    struct: type[msgspec.Struct] = TopicFile
    for key in keys[:-1]:
        struct = _TABLES[key]
    field_type = next(f.type for f in msgspec.structs.fields(struct) if f.name == keys[-1])
    kind = inspect.type_info(field_type)
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    if one_item and isinstance(kind, inspect.VarTupleType):
        kind = kind.item_type
    return describe_type(kind)


def describe_type(kind: inspect.Type) -> str:
    """Say in words what values a setting's type allows."""
    match kind:
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return f"a whole number from {kind.ge} to {kind.le}"
        case inspect.FloatType():
            return f"a number from {kind.ge:g} to {kind.le:g}"
        case inspect.LiteralType():
            return "one of " + ", ".join(f'"{value}"' for value in kind.values)
        case inspect.StrType():
            return "a text in quotes"
        case inspect.VarTupleType():
            return 'a list of texts, such as ["one", "two"]'
        case _:
            return "a [table]"


def _refuse_bad_words(topic: TopicFile, text: str, source: str) -> None:
    """Check what a type cannot say, such as that seeds are addresses and that the strategy exists."""
    if not topic.name.strip():
        raise ConfigError(
            f"{source} line {line_of(text, ['name'])}: the name is empty", hint="give the topic a name"
        )
    for seed in topic.seeds:
        if trouble := _seed_trouble(seed):
            raise ConfigError(
                f"{source} line {line_of(text, ['seeds'], seed)}: the seed {_shown(seed)} {trouble}",
                hint="a seed is a full address such as https://example.org/page",
            )
    for entry in topic.counter_examples:
        if home := next((name for name in ("examples", "seeds") if entry in getattr(topic, name)), ""):
            raise ConfigError(
                f"{source} line {line_of(text, ['counter_examples'], entry)}: {_shown(entry)} is a "
                f"counter-example and stands in {home} too",
                hint="a page is on topic or it is not: take it out of one of the lists",
            )
    try:
        check_strategy(topic.crawl.strategy)
    except ConfigError as error:
        line = line_of(text, ["crawl", "strategy"])
        raise ConfigError(f"{source} line {line}: {error.message}", hint=error.hint) from None


def _seed_trouble(seed: str) -> str:
    try:
        parts = urlsplit(seed.strip())
        _ = parts.port
    except ValueError:
        return "is not a valid address"
    if parts.scheme.lower() not in {"http", "https"}:
        return "does not begin with http:// or https://"
    return "" if parts.hostname else "names no host"
