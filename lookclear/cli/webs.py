"""Which recorded webs `lookclear evaluate` was given, who judges on each, and for which topics."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lookclear.errors import UsageError
from lookclear.replay.labels import Labels, labelled, read_labels, relevant_pages
from lookclear.topics.workspace import Workspace

_USUAL = re.compile(r"pages[-\d]*\.warc")
_ADDRESS = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class GivenWeb:
    """A recorded web to evaluate on: judged by `labels`, or by a model trained on `examples`."""

    name: str
    path: Path
    topics: tuple[str, ...]
    labels: Labels | None
    examples: tuple[str, ...] = ()


def given_webs(
    workspace: Path | None,
    webs: Sequence[Path],
    labels: Sequence[Path],
    topics: Sequence[str],
    examples: Sequence[str],
    *,
    by_model: bool,
    needed: int,
    note: Callable[[str], None],
) -> list[GivenWeb]:
    """Put together what the command line says; raises UsageError for what does not fit together.

    A topic is evaluated on every web where at least `needed` pages carry it; where it has fewer, that is
    noted.
    """
    own = Workspace.open(workspace) if workspace is not None else None
    if own is not None and webs:
        raise UsageError("give a workspace or --web, not both", hint="leave one of them out")
    if own is None and not webs:
        raise UsageError("there is nothing to evaluate on", hint="give --web, or the folder of a workspace")
    paths = [_stored(own)] if own is not None else list(webs)
    if not by_model:
        names = [own.folder.name] if own is not None else _names(paths)
        return _labelled_webs(names, paths, _read(paths, labels), topics, needed, note)
    if len(paths) > 1 or labels:
        raise UsageError(
            "a model judges one web that has no labels", hint="leave --labels and further webs out"
        )
    if len(topics) > 1:
        raise UsageError("a model judges one topic", hint="give one --topic, its name")
    listed = _addresses(examples)
    if own is not None:
        listed += [*own.topic.seeds, *(entry for entry in own.topic.examples if entry.startswith(_ADDRESS))]
    if not listed:
        raise UsageError(
            "a model that judges learns from examples", hint="give --examples: addresses, or a file of them"
        )
    name = own.folder.name if own is not None else _names(paths)[0]
    topic = topics[0] if topics else own.topic.name if own is not None else "examples"
    return [GivenWeb(name, paths[0], (topic,), None, tuple(dict.fromkeys(listed)))]


def _read(paths: Sequence[Path], labels: Sequence[Path]) -> list[Labels]:
    if not labels:
        raise UsageError(
            "nobody says which pages are relevant",
            hint="give --labels FILE, or --judge model with --examples",
        )
    if len(labels) != len(paths):
        raise UsageError(
            f"{len(paths)} recorded webs and {len(labels)} files of labels",
            hint="give one --labels for each --web, in the same order",
        )
    return [read_labels(file) for file in labels]


def _labelled_webs(
    names: Sequence[str],
    paths: Sequence[Path],
    labels: Sequence[Labels],
    topics: Sequence[str],
    needed: int,
    note: Callable[[str], None],
) -> list[GivenWeb]:
    if not topics:
        raise UsageError("there is no topic to crawl for", hint="give --topic LABEL")
    if len(paths) == 1:
        own = tuple(dict.fromkeys(topic.removeprefix(f"{names[0]}/") for topic in topics))
        return [GivenWeb(names[0], paths[0], own, labels[0])]
    chosen: dict[str, list[str]] = {name: [] for name in names}
    for topic in dict.fromkeys(topics):
        web, _, label = topic.partition("/")
        places = [names.index(web)] if web in names else range(len(names))
        label = label if web in names else topic
        counts = {at: len(labelled(labels[at], label)) for at in places}
        best = max(counts, key=lambda at: counts[at])
        relevant_pages(labels[best], label, needed)  # says what is wrong when it has too few everywhere
        for at, count in counts.items():
            if count >= needed:
                chosen[names[at]].append(label)
            elif count:
                note(f"{label} is left out on {names[at]}: {count} pages carry it, {needed} are needed")
    without = [name for name in names if not chosen[name]]
    if without:
        raise UsageError(f"no topic is left for {without[0]}", hint="name one of its labels with --topic")
    return [
        GivenWeb(name, path, tuple(dict.fromkeys(chosen[name])), marks)
        for name, path, marks in zip(names, paths, labels, strict=True)
    ]


def _names(paths: Sequence[Path]) -> list[str]:
    """Name webs by their files, or by the folders of files that have the name that all have."""
    files = [path.resolve() for path in paths]
    stems = [
        file.parent.name if _USUAL.match(file.name) else file.name.removesuffix(".gz").removesuffix(".warc")
        for file in files
    ]
    seen: Counter[str] = Counter()
    names = []
    for stem in stems:
        seen[stem] += 1
        names.append(stem if seen[stem] == 1 else f"{stem}-{seen[stem]}")
    return names


def _stored(workspace: Workspace) -> Path:
    folder = workspace.warc_folder
    if not folder.is_dir():
        raise UsageError(
            f"nothing was crawled in {workspace.folder} yet",
            hint=f"`lookclear crawl {workspace.folder}` does",
        )
    return folder


def _addresses(examples: Sequence[str]) -> list[str]:
    """Return addresses as given, and those that stand in files, one a line; `#` begins a comment."""
    found: list[str] = []
    for entry in examples:
        if entry.startswith(_ADDRESS):
            found.append(entry)
            continue
        try:
            lines = Path(entry).read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(
                f"{entry} is no address and cannot be read as a file of addresses: {error}",
                hint="addresses begin with http:// or https://; a file has one a line",
            ) from error
        found += [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    return found
