"""Writes the topic file of a new workspace, with comments that say what to fill in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from lookclear.config import STRATEGIES, parse_topic_file
from lookclear.config.edit import quoted
from lookclear.errors import ConfigError, WorkspaceError
from lookclear.topics.workspace import TOPIC_FILE

_HOSTS_SHOWN = 5
_TEMPLATE = """\
# A topic of LookClear. docs/settings.md lists every key; `lookclear check` says what is wrong here.

name = {name}
description = ""

# Languages of the topic, such as "en" or "zh".
languages = {languages}

# Where the crawl starts: full addresses of good pages on the topic, best on several sites.
seeds = {seeds}

# Words and phrases that tell the topic, in each of its languages.
keywords = {keywords}
{suggested}
# Pages known to be on topic: addresses, or files beside this one. They are read, not crawled from.
examples = {examples}

# Pages known to be off topic, best such as could be mistaken for it.
counter_examples = {counter_examples}
{ontology}
[scope]
# hosts = {hosts}  # only these hosts and their subdomains
# exclude_hosts = ["ads.example"]  # never these
# exclude = ["/login", "/cart"]  # never addresses with one of these pieces

[crawl]
pages = 400        # pages to fetch in one run
strategy = "adaptive"   # one of: {strategies}
delay_s = 1.0      # seconds between two requests to one host
# A web page or mail address of yours, told to the sites that are asked; the live web is not crawled without.
{contact}
{web}
[relevance]
threshold = 0.5    # from this relevance on a page is on topic; `lookclear check` shows what others would do

[site]
# examples = ["a query to try"]  # shown on the home page
"""


def write_topic(
    folder: Path,
    *,
    name: str,
    seeds: Sequence[str],
    keywords: Sequence[str],
    contact: str = "",
    languages: Sequence[str] = (),
    examples: Sequence[str] = (),
    counter_examples: Sequence[str] = (),
    suggested: Sequence[str] = (),
    ontology: str = "",
    web: str = "",
) -> Path:
    """Write a topic file into `folder`, which is made when missing, and return its path.

    `suggested` words stand in a comment; `web` is a recorded web, as the file names it. Raises ConfigError
    when a value is wrong or a topic file is already there (it is never overwritten), and WorkspaceError when
    the folder cannot be written.
    """
    words = f"# Words that the examples share: {', '.join(map(quoted, suggested))}\n" if suggested else ""
    hosts = [
        host for host in dict.fromkeys(urlsplit(seed).hostname for seed in seeds if _is_split(seed)) if host
    ]
    text = _TEMPLATE.format(
        name=quoted(name or folder.resolve().name),
        seeds=_list(seeds),
        keywords=_list(keywords),
        languages=f"[{', '.join(map(quoted, languages))}]",
        examples=_list(examples),
        counter_examples=_list(counter_examples),
        suggested=words,
        ontology=f"\n# Concepts and their names.\nontology = {quoted(ontology)}\n" if ontology else "",
        hosts=f"[{', '.join(map(quoted, hosts[:_HOSTS_SHOWN] or ['example.org']))}]",
        strategies=", ".join(STRATEGIES),
        contact=f"contact = {quoted(contact)}" if contact else '# contact = "you@example.org"',
        web=f"# Answered from this recorded web instead of the network.\nweb = {quoted(web)}\n"
        if web
        else "",
    )
    parse_topic_file(text, source=TOPIC_FILE)
    path = folder / TOPIC_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        what = f"{path} is already there" if path.exists() else f"{folder} is not a folder"
        raise ConfigError(what, hint="choose another folder, or edit that file") from error
    except OSError as error:
        raise WorkspaceError(
            f"cannot write {path}: {error.strerror}", hint="choose a folder you may write to"
        ) from error
    return path


def _is_split(address: str) -> bool:
    try:
        return bool(urlsplit(address).netloc)
    except ValueError:
        return False


def _list(items: Sequence[str]) -> str:
    if not items:
        return "[]"
    return "[\n" + "".join(f"    {quoted(item)},\n" for item in items) + "]"
