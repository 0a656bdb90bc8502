"""The pages a workspace knows to be on topic or off it: examples, and seeds as far as they were fetched."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from lookclear.domain import Page
from lookclear.session.examples import EXAMPLES_FILE, is_address, read_example
from lookclear.store.pages import PageStore
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import canonical


def known_pages(workspace: Workspace) -> list[Page]:
    """Return examples and seeds without writing anything; what was not fetched yet is left out.

    Raises ConfigError when an example file cannot be read, StoreError when a store is damaged.
    """
    return [*example_pages(workspace), *seed_pages(workspace).values()]


def example_pages(workspace: Workspace) -> list[Page]:
    """Return the examples in the same way."""
    return _read(workspace, workspace.topic.examples)


def counter_pages(workspace: Workspace) -> list[Page]:
    """Return the counter-examples in the same way."""
    return _read(workspace, workspace.counter_examples)


def seed_pages(workspace: Workspace) -> dict[str, Page]:
    """Return the seeds that were fetched, by their address in the topic file."""
    return _stored(workspace.pages_path, workspace.topic.seeds)


def _read(workspace: Workspace, entries: Sequence[str]) -> list[Page]:
    files = [read_example(entry) for entry in entries if not is_address(entry)]
    addresses = [entry for entry in entries if is_address(entry)]
    return [*files, *_stored(workspace.data / EXAMPLES_FILE, addresses).values()]


def _stored(path: Path, addresses: Sequence[str]) -> dict[str, Page]:
    if not path.is_file():
        return {}
    with closing(PageStore.open(path, read_only=True)) as store:
        records = {url: store.get(canonical(url)) for url in addresses}
    return {url: record.page for url, record in records.items() if record is not None}
