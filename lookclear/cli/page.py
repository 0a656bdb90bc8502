"""What `lookclear check --file` says of a saved page: all that a crawl would read from it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import click

from lookclear.cli.output import console, print_fields, print_json, printable
from lookclear.domain import Block, Link, Page, PageKind, Refusal, Score, Span
from lookclear.errors import LookClearError, UsageError
from lookclear.html.directives import forbids_links
from lookclear.html.headers import joined
from lookclear.html.kinds import is_html
from lookclear.html.parse import UnparsablePage, parse
from lookclear.html.surrogates import without_surrogates
from lookclear.session.known import known_pages
from lookclear.session.mind import mind_at_rest
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import host_of
from lookclear.urls.scope import decide

_LONGEST = 100_000_000  # bytes of a file that are read at all
_NO_ADDRESS = "https://page.invalid/"
_SHOWN = 12  # links listed for people; programs get all


class UnreadablePage(LookClearError):
    """The file is not there, or holds no page."""


@dataclass(frozen=True, slots=True)
class BlockReport:
    """A content block: `text` is what of it counts as the page's own text."""

    kind: str
    heading: str
    words: int
    links: int
    text: str


@dataclass(frozen=True, slots=True)
class LinkReport:
    """A link: the words that speak for it, and whether a crawl of this workspace would follow it."""

    url: str
    anchor: str
    context: str
    heading: str
    block: int
    kind: str
    rel: tuple[str, ...]
    refused: Refusal | None
    rule: str


@dataclass(frozen=True, slots=True)
class PageReport:
    """What was understood of a page."""

    file: str
    url: str
    bytes: int
    charset: str
    charset_reason: str
    language: str
    kind: PageKind
    kind_reason: str
    title: str
    description: str
    keywords: str
    published: datetime | None
    modified: datetime | None
    canonical: str | None
    alternates: list[tuple[str, str]]  # (language, address)
    feeds: tuple[str, ...]
    breadcrumbs: tuple[str, ...]
    directives: list[str]
    flags: list[str]
    words: int
    text: str
    relevance: Score
    on_topic: bool
    blocks: list[BlockReport] = field(default_factory=list)
    links: list[LinkReport] = field(default_factory=list)
    links_dropped: int = 0
    too_large: bool = False  # a crawl of this workspace would refuse it
    ok: bool = True


def examine_page(workspace: Workspace, path: Path, url: str | None, headers: Sequence[str]) -> PageReport:
    """Read a saved page as if `url` had answered with it; `headers` are lines such as `Content-Type: …`.

    Raises UnreadablePage when there is no page to be read, UsageError for an odd address or header.
    """
    address = _address(url)
    body = _body(path)
    named = _headers(headers)
    content_type = named.get("content-type", "")
    if not is_html(content_type or "text/html", body):
        raise UnreadablePage(f"{path} is no HTML page", hint="a crawl would count it as not-html and go on")
    try:
        page = parse(body, address, content_type=content_type, headers=named, now=datetime.now(UTC))
    except UnparsablePage as error:
        raise UnreadablePage(f"{path} holds no page", hint="a crawl would count it as unparsable") from error
    crawl = mind_at_rest(workspace, known_pages(workspace))
    relevance = crawl.judge(page)
    return PageReport(
        file=str(path),
        url=page.url,
        bytes=len(body),
        charset=page.charset,
        charset_reason=page.charset_reason,
        language=page.language,
        kind=page.kind,
        kind_reason=page.kind_reason,
        title=page.title,
        description=page.description,
        keywords=page.keywords,
        published=page.published,
        modified=page.modified,
        canonical=page.canonical,
        alternates=list(page.alternates),
        feeds=page.feeds,
        breadcrumbs=page.breadcrumbs,
        directives=sorted(page.directives),
        flags=sorted(page.flags),
        words=sum(block.end - block.start for block in page.blocks),
        text=page.text,
        relevance=relevance,
        on_topic=relevance.value >= workspace.file.relevance.threshold,
        blocks=[_block(page, block) for block in page.blocks],
        links=[_link(workspace, page, link) for link in page.links],
        links_dropped=page.links_dropped,
        too_large=len(body) > workspace.file.crawl.max_bytes,
    )


def print_page(report: PageReport, *, as_json: bool) -> None:
    """Print a report."""
    if as_json:
        print_json(report)
        return
    charset = f"{report.charset} (decided by {report.charset_reason})"
    relevance = f"{report.relevance.value:.3f}, {'on topic' if report.on_topic else 'off topic'}"
    print_fields(
        [
            ("file", report.file),
            ("address", report.url),
            ("charset", charset),
            ("language", report.language),
            ("kind", f"{report.kind} ({report.kind_reason})"),
            ("relevance", relevance),
            ("title", report.title),
            ("description", report.description),
            ("published", report.published),
            ("modified", report.modified),
            ("canonical", report.canonical),
            ("breadcrumbs", " > ".join(report.breadcrumbs)),
            ("directives", ", ".join(report.directives)),
            ("flags", ", ".join(report.flags)),
            ("too large", "a crawl would refuse it (crawl.max_bytes)" if report.too_large else ""),
            ("words", report.words),
            ("links", f"{len(report.links)}, and {report.links_dropped} more that are not kept"),
        ]
    )
    screen = console()
    for number, block in enumerate(report.blocks):
        heading = f" under “{block.heading}”" if block.heading else ""
        screen.print(
            f"block {number}: {block.kind}, {block.words} words, {block.links} links{printable(heading)}",
            style="bold",
        )
        screen.print(f"  {printable(block.text)[:160]}", soft_wrap=True)
    for link in report.links[:_SHOWN]:
        verdict = f"not followed: {link.rule}" if link.refused else "followed"
        click.echo(f"link {printable(link.url)} ({verdict})")
        click.echo(f"  “{printable(link.anchor)}” in: {printable(link.context)}")
    if len(report.links) > _SHOWN:
        click.echo(f"… and {len(report.links) - _SHOWN} more links; --json lists them all")


def _address(url: str | None) -> str:
    if url is None:
        return _NO_ADDRESS
    if not url.lower().startswith(("http://", "https://")) or not host_of(url):
        raise UsageError(f"'{url}' is no address of a page", hint="write it like https://example.org/page")
    return without_surrogates(url)


def _body(path: Path) -> bytes:
    if str(path) in {"", "."}:
        raise UnreadablePage(
            "no file is named", hint="give the path of a saved page, or - for standard input"
        )
    try:
        if str(path) == "-":
            body = sys.stdin.buffer.read(_LONGEST)
        else:
            with path.open("rb") as file:
                body = file.read(_LONGEST)
    except OSError as error:
        raise UnreadablePage(
            f"cannot read {path}: {error.strerror}",
            hint="give the path of a saved page, or - for standard input",
        ) from error
    if not body.strip():
        raise UnreadablePage(f"{path} is empty", hint="save the page again")
    return body


def _headers(lines: Sequence[str]) -> dict[str, str]:
    named: list[tuple[str, str]] = []
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or not name.strip():
            raise UsageError(f"'{line}' is no header", hint='write it as --header "Content-Type: text/html"')
        named.append((name.strip(), value.strip()))
    return joined(named)


def _block(page: Page, block: Block) -> BlockReport:
    return BlockReport(
        kind=block.kind,
        heading=_words(page, block.heading),
        words=block.end - block.start,
        links=block.links,
        text=page.text[slice(*block.text)] or _words(page, (block.start, block.end)),
    )


def _link(workspace: Workspace, page: Page, link: Link) -> LinkReport:
    decision = decide(link.url, workspace.file.scope)
    nofollow = link.nofollow or forbids_links(page.directives)
    return LinkReport(
        url=link.url,
        anchor=link.anchor,
        context=" ".join([_words(page, link.context), *link.extra]).strip(),
        heading=_words(page, link.heading),
        block=link.block,
        kind=link.kind,
        rel=link.rel,
        refused=Refusal.NOFOLLOW if nofollow else decision.reason,
        rule="the page asks not to follow it" if nofollow else decision.rule,
    )


def _words(page: Page, span: Span | None) -> str:
    """Return the words of an interval in index form."""
    return " ".join(page.tokens[slice(*span)]) if span is not None else ""
