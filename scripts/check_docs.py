"""Checks that the documentation is true to the code; `--write` brings the settings table up to date.

Links lead somewhere, every `lookclear` command and option and every `make` target named in it exists, the
table in docs/settings.md is that of the code, and no path of somebody's machine is in it.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
from msgspec import inspect

from lookclear.cli.entry import COMMANDS, lookclear_command
from lookclear.config import TopicFile
from lookclear.config.topicfile import describe_type

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = "docs/settings.md"
BEGIN, END = "<!-- settings: begin -->", "<!-- settings: end -->"
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"```\w*\n(.*?)```|`([^`\n]+)`", re.DOTALL)
_MACHINE_PATH = re.compile(r"(?<![\w.~])/(?:root|work|home|Users)/[\w.-]+")
_HEADING = re.compile(r"^#+ +(.*?) *$", re.MULTILINE)
_TARGET = re.compile(r"^([a-z-]+):", re.MULTILINE)


def documents(root: Path) -> list[Path]:
    """Return the documentation files of the repository."""
    return sorted([*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("demo/**/*.md")])


def dead_links(root: Path, path: Path, text: str) -> Iterator[str]:
    """Find relative links to files or headings that do not exist."""
    for link in _LINK.findall(_FENCE.sub("", text)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.is_relative_to(root) or not target.exists():
            yield f"the link {link} leads nowhere"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8")):
            yield f"the link {link} names a heading that is not there"


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings."""
    titles = _HEADING.findall(_FENCE.sub("", text))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def unknown_commands(text: str, targets: set[str]) -> Iterator[str]:
    """Find commands, options and make targets in code that do not exist."""
    for block, span in _CODE.findall(text):
        for line in (block or span).replace("\\\n", " ").splitlines():
            for part in re.split(r"&&|\|\||;|\|", line.removeprefix("$ ").partition("  #")[0]):
                yield from _unknown_in(part.strip(), targets)


def _unknown_in(line: str, targets: set[str]) -> Iterator[str]:
    try:
        words = shlex.split(line)
    except ValueError:
        return
    words = [word for word in words if not re.fullmatch(r"\w+=.*", word)]
    if words[:1] == ["make"]:
        yield from (f"there is no target make {word}" for word in words[1:] if word not in targets)
    if not words or words[0].rpartition("/")[2] != "lookclear" or len(words) == 1:
        return
    name = next((word for word in words[1:] if not word.startswith("-")), None)
    if name is not None and name not in COMMANDS and not re.fullmatch(r"[A-Z…]+", name):
        yield f"there is no command lookclear {name}"
        return
    options = [word.strip("[]…").partition("=")[0] for word in words[1:]]
    options = [option for option in options if option.startswith("--") and option != "--debug"]
    if options:
        known = options_of(name) if name in COMMANDS else {"--help", "--version"}
        yield from (
            f"lookclear {name or ''} has no option {option}" for option in options if option not in known
        )


def options_of(name: str) -> set[str]:
    """Return the options of a command."""
    command = lookclear_command.get_command(click.Context(lookclear_command), name)  # type: ignore[attr-defined]
    return {"--help", "-h", *(option for parameter in command.params for option in parameter.opts)}


def settings_table() -> str:
    """Return the table of all settings as Markdown, one table a section of the topic file."""
    parts = [_rows_of(TopicFile, "")]
    for field in msgspec.structs.fields(TopicFile):
        if _is_table(field.type):
            summary = (field.type.__doc__ or "").strip().rpartition("]: ")[2]
            parts.append(f"### [{field.name}]\n\n{summary[:1].upper()}{summary[1:]}")
            parts.append(_rows_of(field.type, field.name))
    return "\n\n".join(parts)


def _is_table(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _rows_of(struct: type[msgspec.Struct], table: str) -> str:
    rows = ["| Key | Value | Default | Meaning |", "|---|---|---|---|"]
    for field in msgspec.structs.fields(struct):
        if _is_table(field.type):
            continue
        kind = inspect.type_info(field.type)
        assert isinstance(kind, inspect.Metadata), f"{field.name} has no description"
        default = "must be given" if field.required else f"`{_toml(field.default)}`"
        meaning = (kind.extra_json_schema or {})["description"]
        name = f"{table}.{field.name}" if table else field.name
        rows.append(
            f"| `{name}` | {describe_type(kind.type).partition(', such')[0]} | {default} | {meaning} |"
        )
    return "\n".join(rows)


def _toml(value: object) -> str:
    if isinstance(value, tuple):
        return "[]"
    return (
        str(value).lower()
        if isinstance(value, bool)
        else f'"{value}"'
        if isinstance(value, str)
        else str(value)
    )


def settings_problems(text: str) -> Iterator[str]:
    """Tell when the settings table is not that of the code."""
    if BEGIN not in text or END not in text:
        yield f"the marks {BEGIN} and {END} are not there"
    elif text.partition(BEGIN)[2].partition(END)[0].strip() != settings_table():
        yield "the settings table is not that of the code; scripts/check_docs.py --write rewrites it"


def with_settings_table(text: str) -> str:
    """Return the text with its settings table brought up to date."""
    return f"{text.partition(BEGIN)[0]}{BEGIN}\n\n{settings_table()}\n\n{END}{text.partition(END)[2]}"


def problems(root: Path) -> list[str]:
    """Return everything that is wrong, one line each."""
    targets = set(_TARGET.findall((root / "Makefile").read_text(encoding="utf-8")))
    found = []
    for path in documents(root):
        text = path.read_text(encoding="utf-8")
        here = [*dead_links(root, path, text), *unknown_commands(text, targets)]
        here += [f"{match} is a path of one machine" for match in _MACHINE_PATH.findall(text)]
        found += [f"{path.relative_to(root)}: {problem}" for problem in here]
    settings = root / SETTINGS
    found += [f"{SETTINGS}: {problem}" for problem in settings_problems(settings.read_text(encoding="utf-8"))]
    return found


def main(arguments: list[str]) -> int:
    """Check, or write the settings table; return the exit code."""
    if arguments == ["--write"]:
        path = ROOT / SETTINGS
        path.write_text(with_settings_table(path.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    found = problems(ROOT)
    for problem in found:
        print(problem)
    print(f"documentation: {len(documents(ROOT))} files, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
