"""Pages a user gave as examples, or counter-examples: files are read, addresses are fetched once and kept."""

from __future__ import annotations

import html
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lookclear.domain import NoPage, Page
from lookclear.errors import ConfigError
from lookclear.guard import Job, ParserBroke
from lookclear.guard.job import run
from lookclear.html.parse import parse
from lookclear.store.pages import PageRecord, PageStore
from lookclear.urls.canonical import canonical

_HINT = "examples in topic.toml are addresses, and HTML or text files beside it"
_HINT_BROKE = (
    "this is an error of LookClear, not of yours; take the file out of examples in topic.toml to go on"
)
EXAMPLES_FILE = "examples.sqlite"  # in the workspace's data folder


class Examples:
    """The example pages of a topic, in the order in which the topic file lists them."""

    def __init__(self, entries: tuple[str, ...], data: Path, counter: tuple[str, ...] = ()) -> None:
        """Raise ConfigError for a missing file; entries are addresses or full paths of files.

        `counter` are pages known to be off topic.
        """
        for entry in entries + counter:
            if not is_address(entry) and not Path(entry).is_file():
                raise ConfigError(f"there is no example {entry}", hint=_HINT)
        self._on_topic, self._counter = entries, counter
        self._entries = tuple(dict.fromkeys(entries + counter))
        self._store = PageStore.open(data / EXAMPLES_FILE)
        self._parsed: dict[str, Page] = {}  # of files, by their file: address

    def to_fetch(self) -> list[str]:
        """Return the addresses that were not fetched yet."""
        return [entry for entry in self._entries if is_address(entry) and canonical(entry) not in self._store]

    def keep(self, record: PageRecord) -> None:
        """Keep a fetched example; its key is the canonical form of the address in the topic file."""
        self._store.put(record)

    def to_parse(self) -> list[Job]:
        """Return the files, to be parsed where that is safe; raises ConfigError when one cannot be read."""
        return [_job(Path(entry)) for entry in self._entries if not is_address(entry)]

    def take(self, url: str, page: Page | NoPage) -> None:
        """Keep a file that was parsed; raises ConfigError when it gave no page."""
        if isinstance(page, NoPage):
            raise _not_understood(url, page.detail or page.outcome)
        self._parsed[url] = page

    def pages(self) -> list[Page]:
        """Return the examples there are, parsing files here that were not taken; raises ConfigError."""
        return self._pages(self._on_topic)

    def counter_pages(self) -> list[Page]:
        """Return the counter-examples there are, in the same way."""
        return self._pages(self._counter)

    def _pages(self, entries: tuple[str, ...]) -> list[Page]:
        pages = []
        for entry in entries:
            if is_address(entry):
                record = self._store.get(canonical(entry))
                pages += [record.page] if record is not None else []
            else:
                pages.append(self._parsed.get(Path(entry).as_uri()) or read_example(entry))
        return pages

    def close(self) -> None:
        """Release the store."""
        self._store.close()


def is_address(entry: str) -> bool:
    """Tell whether an entry of the topic file is an address, not a file."""
    return entry.startswith(("http://", "https://"))


def _job(path: Path) -> Job:
    try:
        body = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"cannot read the example {path}: {error.strerror}", hint=_HINT) from error
    if path.suffix.lower() in {".txt", ".md"}:
        body = f"<meta charset=utf-8><pre>{html.escape(body.decode('utf-8', 'replace'))}</pre>".encode()
    return Job(body, path.as_uri())


def read_example(entry: str) -> Page:
    """Read and parse a file of the topic file's examples; raises ConfigError when it cannot be understood."""
    job = _job(Path(entry))
    try:
        page = run(parse, job).result()
    except ParserBroke as error:
        raise not_parsed(job.url, error) from error
    if isinstance(page, NoPage):
        raise _not_understood(job.url, page.detail)
    return page


def not_parsed(url: str, error: ParserBroke) -> ConfigError:
    """Return what to tell of a file on which our own parser broke."""
    last = "".join(f", {line}" for line in str(error).strip().splitlines()[-1:])
    return _not_understood(url, f"the parser broke{last}", _HINT_BROKE)


def _not_understood(url: str, why: str, hint: str = _HINT) -> ConfigError:
    return ConfigError(f"cannot understand the example {unquote(urlsplit(url).path)}: {why}", hint=hint)
