"""Changes single values of a topic file and leaves everything else in it, comments too, as it is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from lookclear.errors import ConfigError

Value: TypeAlias = str | int | float | bool | Sequence[str]
_TABLE = re.compile(r"^[ \t]*\[(?!\[)[ \t]*([A-Za-z0-9_-]+)[ \t]*\][ \t]*(?:#.*)?$", re.MULTILINE)
_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)


def edited(text: str, changes: Mapping[tuple[str, ...], Value]) -> str:
    """Return the text of a topic file with other values for some keys, paths such as ("crawl", "pages").

    A key that is not there is added to its table. Raises ConfigError when the file is written in a way that
    cannot be changed safely: what is returned reads exactly as before but for the changes.
    """
    wanted = tomllib.loads(text)
    for path, value in changes.items():
        text = _changed(text, path, value)
        table = wanted
        for step in path[:-1]:
            table = table.setdefault(step, {})
        table[path[-1]] = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
    try:
        is_right = tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        is_right = False
    if not is_right:
        raise ConfigError(
            "the topic file is written in a way that cannot be changed here",
            hint="edit topic.toml by hand; `lookclear check` says what is wrong in it",
        )
    return text


def written(value: Value) -> str:
    """Return a value as TOML; a list of several texts has a line for each."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int | float):
        return repr(value)
    if len(value) < 2:
        return f"[{', '.join(map(quoted, value))}]"
    return "[\n" + "".join(f"    {quoted(item)},\n" for item in value) + "]"


def quoted(text: str) -> str:
    """Return a TOML string; JSON's escapes are TOML's, but for DEL, which JSON leaves as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _changed(text: str, path: tuple[str, ...], value: Value) -> str:
    start, end = _region(text, path[:-1])
    if start < 0:
        return f"{text.rstrip()}\n\n[{path[0]}]\n{path[-1]} = {written(value)}\n"
    found = _value(text, start, end, path[-1])
    if found is not None:
        return text[: found[0]] + written(value) + text[found[1] :]
    line = f"{path[-1]} = {written(value)}\n"
    if len(path) > 1:
        return text[:start] + line + text[start:]
    return f"{text[:end].rstrip()}\n{line}\n{text[end:]}" if text[:end].strip() else line + text[end:]


def _region(text: str, table: tuple[str, ...]) -> tuple[int, int]:
    """Return where the keys of a table begin and end; (-1, -1) when it is not there."""
    headers = _headers(text)
    if not table:
        return 0, headers[0][0] if headers else len(text)
    for number, (_, after, name) in enumerate(headers):
        if name == table[0]:
            return after, headers[number + 1][0] if number + 1 < len(headers) else len(text)
    return -1, -1


def _headers(text: str) -> list[tuple[int, int, str]]:
    """Return (beginning, end of its line, name) of each table header, those inside of values left out."""
    found = []
    at = 0
    while at < len(text):
        end = _end_of_line(text, at)
        line = text[at:end]
        if _HEADER.match(line):
            named = _TABLE.match(line.rstrip("\n"))
            found.append((at, end, named[1] if named else ""))
        elif "=" in line.partition("#")[0]:
            end = _end_of_line(text, _after_value(text, text.index("=", at) + 1))
        at = end
    return found


def _value(text: str, start: int, end: int, key: str) -> tuple[int, int] | None:
    """Return where the value of a key begins and ends between two places of the text."""
    at = start
    is_key = re.compile(rf"[ \t]*(?:{re.escape(key)}|\"{re.escape(key)}\")[ \t]*=[ \t]*")
    while at < end:
        line_end = _end_of_line(text, at)
        line = text[at:line_end]
        if "=" in line.partition("#")[0]:
            match = is_key.match(text, at)
            begins = match.end() if match else text.index("=", at) + 1
            ends = _after_value(text, begins)
            if match:
                return begins, ends
            line_end = _end_of_line(text, ends)
        at = line_end
    return None


def _after_value(text: str, at: int) -> int:
    """Return the place after the value that begins at `at`, comments and blanks after it left out."""
    depth, last = 0, at
    while at < len(text):
        sign = text[at]
        if sign in "\"'":
            quote = sign * 3 if text.startswith(sign * 3, at) else sign
            at = last = _after_string(text, at + len(quote), quote)
            continue
        if sign == "#":
            end = text.find("\n", at)
            if end < 0:
                break
            at = end
            continue
        if sign == "\n" and depth == 0:
            break
        if not sign.isspace():
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign, 0)
            last = at + 1
        at += 1
    return last


def _after_string(text: str, at: int, quote: str) -> int:
    while at < len(text):
        if text.startswith(quote, at):
            return at + len(quote)
        at += 2 if text[at] == "\\" and quote[0] == '"' else 1
    return at


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1
