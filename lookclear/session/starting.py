"""What a new topic is made of: words, addresses, files and folders of pages become the lists of its file."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lookclear.domain import Page
from lookclear.errors import ConfigError, UsageError
from lookclear.html.language import language_of
from lookclear.session.examples import is_address, read_example
from lookclear.text.background import page_share
from lookclear.text.scripts import letters_by_script
from lookclear.text.stopwords import is_stop
from lookclear.text.vectors import term_of
from lookclear.topics.features import rarity_of
from lookclear.topics.ontology import Ontology
from lookclear.topics.ontology_files import load_ontology

PAGES = frozenset({".html", ".htm", ".xhtml", ".shtml", ".txt", ".md"})
ONTOLOGIES = frozenset({".ttl", ".nt", ".n3", ".rdf", ".owl", ".skos", ".jsonld"})
MOST_FILES = 100  # of a folder; more teach little that is new, and are read anew by each crawl
MOST_SEEDS = 10  # that are taken from examples
MOST_SUGGESTED = 12
_LEAST_SHARE = 0.2  # of the examples, for a language of theirs to be one of the topic's
_SHARED_BY = 0.5  # of the examples, for a word to be suggested


@dataclass(frozen=True, slots=True)
class Material:
    """The lists of a topic file.

    `suggested` are words that the examples share; `notes` say what was decided.
    """

    seeds: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    counter_examples: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    ontology: str = ""
    suggested: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)


def gather(
    folder: Path,
    *,
    seeds: Sequence[str] = (),
    keywords: Sequence[str] = (),
    examples: Sequence[str] = (),
    counter_examples: Sequence[str] = (),
    languages: Sequence[str] = (),
    ontology: str = "",
) -> Material:
    """Make the lists of a topic file in `folder`; examples are addresses, files, lists of addresses, folders.

    Files are read, addresses are not asked for. Without seeds, the examples' own addresses are the seeds. A
    file of concepts (SKOS or OWL) is the ontology, also when it stands among the examples; without keywords,
    names of its uppermost concepts are the keywords. Raises UsageError when a file is not there, holds no
    page or no concepts, or a folder has no page.
    """
    notes: list[str] = []
    ontologies = [*([ontology] if ontology else []), *(one for one in examples if is_ontology(one))]
    if len(ontologies) > 1:
        raise UsageError(f"{' and '.join(ontologies)} are two ontologies", hint="give one of them")
    examples = [one for one in examples if not is_ontology(one)]
    concepts = load_ontology(Path(ontologies[0]).expanduser()) if ontologies else None
    if concepts is not None and not keywords:
        keywords = uppermost(concepts)
        notes.append(f"the keywords are names of the uppermost of {len(concepts.nodes)} concepts")
    good, pages = _read(folder, examples, notes)
    bad, _ = _read(folder, counter_examples, notes)
    if not seeds:
        seeds = _own_addresses(good, pages)
        if seeds:
            notes.append(f"the crawl starts from the examples themselves: {len(seeds)} addresses")
    return Material(
        seeds=tuple(dict.fromkeys(seeds)),
        keywords=tuple(dict.fromkeys(word.strip() for word in keywords if word.strip())),
        examples=tuple(good),
        counter_examples=tuple(bad),
        languages=tuple(dict.fromkeys(languages)) or _languages(keywords, pages),
        ontology=_entry(folder, Path(ontologies[0]).expanduser()) if ontologies else "",
        suggested=() if keywords else tuple(shared_words(pages)),
        notes=notes,
    )


def is_ontology(entry: str) -> bool:
    """Tell whether an entry names a file of concepts, by its ending."""
    return not is_address(entry) and Path(entry).suffix.lower() in ONTOLOGIES


def uppermost(concepts: Ontology, most: int = MOST_SUGGESTED) -> list[str]:
    """Return preferred names of the concepts next to the top, in all of their languages, nearest first."""
    nearest = sorted(concepts.weights(concepts.tops).items(), key=lambda item: (-item[1], item[0]))
    names: dict[str, None] = {}
    for number, _ in nearest:
        labels = concepts.nodes[number].labels
        names |= dict.fromkeys(one.text for one in labels if one.preferred or one is labels[0])
        if len(names) >= most:
            break
    return list(names)[:most]


def shared_words(pages: Sequence[Page], most: int = MOST_SUGGESTED) -> list[str]:
    """Return words that at least half of some pages hold and few other pages do, the strongest first.

    Of the words that count as one term, the most frequent one speaks for it.
    """
    holders: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = {}
    for page in pages:
        found = Counter(word for word in page.tokens if not is_stop(word))
        terms = set()
        for word, count in found.items():
            if term := term_of(word):
                forms.setdefault(term, Counter())[word] += count
                terms.add(term)
        holders.update(terms)
    least = max(1, _SHARED_BY * len(pages))
    strengths = {
        term: count * rarity_of(page_share(term)) * (1 + min(10, forms[term].total() / count))
        for term, count in holders.items()
        if count >= least
    }
    best = sorted(strengths, key=lambda term: (-strengths[term], term))[:most]
    return [forms[term].most_common(1)[0][0] for term in best]


def _read(folder: Path, entries: Iterable[str], notes: list[str]) -> tuple[list[str], list[Page]]:
    """Return entries for the topic file, and the pages of those that are files."""
    listed: list[str] = []
    pages: list[Page] = []
    for entry in entries:
        if is_address(entry):
            listed.append(entry)
            continue
        path = Path(entry).expanduser()
        if path.is_dir():
            found = _folder(path, notes)
        elif addresses := _addresses(path):
            listed += addresses
            continue
        else:
            found = [(path, _page(path))]
        listed += [_entry(folder, file) for file, _ in found]
        pages += [page for _, page in found]
    return list(dict.fromkeys(listed)), pages


def _folder(path: Path, notes: list[str]) -> list[tuple[Path, Page]]:
    """Return the pages of a folder and those below it; what cannot be read is counted and passed over."""
    files = sorted(one for one in path.rglob("*") if one.is_file() and not one.name.startswith("."))
    named = [one for one in files if one.suffix.lower() in PAGES]
    chosen = (
        [named[at * len(named) // MOST_FILES] for at in range(MOST_FILES)]
        if len(named) > MOST_FILES
        else named
    )
    found, unread = [], []
    for file in chosen:
        try:
            found.append((file, _page(file)))
        except UsageError:
            unread.append(file.name)
    if not found:
        raise UsageError(f"there is no page in {path}", hint=f"pages are files such as {_kinds()}")
    if len(named) > len(chosen):
        notes.append(f"{path} has {len(named)} pages; {len(chosen)} of them, spread evenly, are the examples")
    if len(files) > len(named):
        notes.append(
            f"{len(files) - len(named)} files in {path} are no pages ({_kinds()}) and are passed over"
        )
    if unread:
        notes.append(f"{len(unread)} files in {path} hold no page, such as {unread[0]}")
    return found


def _page(path: Path) -> Page:
    try:
        page = read_example(str(path))
    except ConfigError as error:
        why = error.message if path.is_file() else f"there is no file {path}"
        raise UsageError(
            why, hint="examples are addresses, HTML or text files, and folders of them"
        ) from error
    if not (page.text or page.title).strip():
        raise UsageError(f"{path} has no words", hint="take another example")
    return page


def _addresses(path: Path) -> list[str]:
    """Return the lines of a text file that is nothing but a list of addresses; else none."""
    if path.suffix.lower() not in {".txt", ".list", ""} or not path.is_file():
        return []
    lines = [line.strip() for line in path.read_text(encoding="utf-8", errors="replace").splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    return lines if lines and all(map(is_address, lines)) else []


def _entry(folder: Path, file: Path) -> str:
    """Return how the topic file names a file: from its own folder when it lies there or beside it."""
    folder, file = folder.resolve(), file.resolve()
    return os.path.relpath(file, folder) if file.is_relative_to(folder.parent) else str(file)


def _own_addresses(entries: Sequence[str], pages: Sequence[Page]) -> tuple[str, ...]:
    """Return the addresses of examples: as they were given, and as saved pages name their own."""
    named = [page.canonical for page in pages if page.canonical and is_address(page.canonical)]
    return tuple(dict.fromkeys([*filter(is_address, entries), *named]))[:MOST_SEEDS]


def _languages(keywords: Sequence[str], pages: Sequence[Page]) -> tuple[str, ...]:
    """Return the languages of keywords and pages, as far as they can be told."""
    counts = Counter(page.language.partition("-")[0] for page in pages if page.language)
    found = [code for code, count in counts.most_common() if count >= _LEAST_SHARE * counts.total()]
    return tuple(dict.fromkeys([*found, *map(language_of_word, filter(None, keywords))]))[:5]


def language_of_word(word: str) -> str:
    """Return the likeliest language of a keyword: its script says more than so few letters do.

    >>> language_of_word("salt marsh"), language_of_word("盐沼"), language_of_word("болото")
    ('en', 'zh', 'ru')
    """
    letters = letters_by_script(word)
    if letters.get("kana"):
        return "ja"
    if letters.get("han"):
        return "zh"
    if letters.get("hangul"):
        return "ko"
    if letters.get("latin") or not letters:
        return "en"
    return language_of(word * 5, "").partition("-")[0] or "en"


def _kinds() -> str:
    return ", ".join(sorted(PAGES))
