"""The pages a workspace knows to be on topic: its examples, and its seeds as far as they were fetched."""

from __future__ import annotations

from contextlib import closing

from lookclear.domain import Page
from lookclear.session.examples import EXAMPLES_FILE, is_address, read_example
from lookclear.store.pages import PageStore
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import canonical


def known_pages(workspace: Workspace) -> list[Page]:
    """Return them without writing anything; what was not fetched yet is left out.

    Raises ConfigError when an example file cannot be read, StoreError when a store is damaged.
    """
    pages = [read_example(entry) for entry in workspace.topic.examples if not is_address(entry)]
    addresses = [entry for entry in workspace.topic.examples if is_address(entry)]
    for path, wanted in (
        (workspace.data / EXAMPLES_FILE, addresses),
        (workspace.pages_path, workspace.topic.seeds),
    ):
        if path.is_file():
            with closing(PageStore.open(path, read_only=True)) as store:
                records = [store.get(canonical(url)) for url in wanted]
            pages += [record.page for record in records if record is not None]
    return pages
