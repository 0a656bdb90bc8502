"""The files of a workspace that one crawl holds open."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from indexer import Document, Index
from indexer.analysed import decode_analysed
from lookclear.frontier.rules import Rules
from lookclear.frontier.sqlite import SqliteFrontier
from lookclear.links.strategies import Strategy
from lookclear.politeness.memory import HostMemory
from lookclear.session.examples import Examples
from lookclear.sites.templates import own_text
from lookclear.store.pages import PageRecord, PageStore
from lookclear.store.warc import WarcFolder
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import canonical


@dataclass(frozen=True, slots=True)
class Stores:
    """Everything a page passes through on its way to being found."""

    frontier: SqliteFrontier
    pages: PageStore
    examples: Examples
    archive: WarcFolder
    index: Index
    hosts: HostMemory


def open_stores(
    workspace: Workspace, strategy: Strategy, stack: ExitStack, *, index_folder: Path | None = None
) -> Stores:
    """Open the files, to be closed with the stack; raises StoreError or an indexer's error.

    The frontier hands out addresses as the strategy asks for. `index_folder` is for an index that is not the
    workspace's own.
    """
    rules = Rules.of(workspace.file.crawl, batch=strategy.batch, hard=strategy.hard, queues=strategy.tiers)
    return Stores(
        frontier=stack.enter_context(closing(SqliteFrontier(workspace.frontier_path, rules))),
        pages=stack.enter_context(closing(PageStore.open(workspace.pages_path))),
        examples=stack.enter_context(
            closing(Examples(workspace.topic.examples, workspace.data, workspace.counter_examples))
        ),
        archive=stack.enter_context(closing(WarcFolder(workspace.warc_folder))),
        index=_open_index(index_folder or workspace.index_folder, stack),
        hosts=stack.enter_context(closing(HostMemory(workspace.hosts_path))),
    )


def _open_index(folder: Path, stack: ExitStack) -> Index:
    index = stack.enter_context(closing(Index.open(folder)))
    index.keep_back()  # a crawl adds, and others search
    return index


def document_of(
    record: PageRecord, anchors: str, *, template: tuple[int, ...] = (), group: str = "", words: bytes = b""
) -> Document:
    """Return what the index gets of a page; `anchors` are texts of links that point to it.

    `words` are those of the page (`lookclear.searchwords`). `template` and `group` say what is known of the
    page by others of its site (see `Visit`).
    """
    page = record.page
    return Document(
        key=record.key,
        analysed=decode_analysed(words),
        url=record.final_url,
        title=page.title,
        body=own_text(page, template),
        anchors=anchors,
        description=page.description,
        language=page.language,
        kind=page.kind.value,
        date=page.published or page.modified,
        fetched=record.fetched,
        relevance=record.relevance,
        directives=page.directives,
        group=group,
        names_other=page.canonical is not None and canonical(page.canonical) != canonical(page.url),
    )
