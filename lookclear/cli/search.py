"""`lookclear search` and `lookclear serve`."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click
from starlette.applications import Starlette

from indexer import Hit, Index, Results
from lookclear.cli.output import console, highlighted, print_json
from lookclear.errors import WorkspaceError
from lookclear.topics.workspace import Workspace
from search_ui.admin.access import TOKEN_VARIABLE, Access, check_listening
from search_ui.admin.jobs import Jobs
from search_ui.admin.office import Office
from search_ui.app import create_app
from search_ui.server import DEFAULT_HOST, DEFAULT_PORT
from search_ui.server import serve as serve_app
from search_ui.site import CrawlStatus


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.argument("query")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="Results to show.")
@click.option("--explain", is_flag=True, help="Say what each score is made of.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def search(directory: Path, query: str, limit: int, explain: bool, as_json: bool) -> None:
    """Search the index of the workspace in DIRECTORY for QUERY."""
    workspace = Workspace.open(directory)
    if not workspace.has_index:
        raise WorkspaceError(
            f"nothing of {workspace.folder} is indexed yet", hint=f"run `lookclear crawl {directory}`"
        )
    with Index.open(workspace.index_folder, read_only=True) as index:
        results = index.search(query, limit=limit)
    if as_json:
        print_json({"query": query, **_as_fields(results, explain)})
    else:
        _print_hits(results, explain)


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--host", default=DEFAULT_HOST, show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=int, default=DEFAULT_PORT, show_default=True, help="Port to listen on; 0 = a free one."
)
@click.option("--no-admin", is_flag=True, help="Serve search alone, without the admin pages.")
def serve(directory: Path, host: str, port: int, no_admin: bool) -> None:
    """Serve the search site of the workspace in DIRECTORY until Ctrl-C; a crawl may write meanwhile.

    The admin pages under /admin run the crawl. They are for this machine alone unless the environment
    variable LOOKCLEAR_ADMIN_TOKEN holds a secret to log in with.
    """
    workspace = Workspace.open(directory)
    token = os.environ.get(TOKEN_VARIABLE, "")
    if not no_admin:
        check_listening(host, token)
    serve_app(
        site_of(workspace, admin=not no_admin, token=token),
        host,
        port,
        announce=lambda url: click.echo(f"serving {workspace.file.name} at {url}"),
    )


def site_of(workspace: Workspace, *, admin: bool = True, token: str = "") -> Starlette:
    """Return the site of a workspace, whose index may not be there yet; with `admin` its admin pages too.

    Without a token they are for this machine alone. Raises UsageError for a token that can be guessed.
    """
    file = workspace.file
    languages = [code for code in file.languages if code in {"en", "zh"}]
    return create_app(
        workspace.index_folder,
        title=file.site.title or file.name,
        description=file.description,
        examples=file.site.examples,
        language=languages[0] if languages else "en",
        read_status=lambda: CrawlStatus(running=workspace.is_locked),
        office=Office(workspace.folder, Access.of(token, time.time), Jobs()) if admin else None,
    )


def _as_fields(results: Results, explain: bool) -> dict[str, object]:
    hits = [
        {
            "rank": rank,
            "title": hit.title,
            "url": hit.url,
            "key": hit.key,
            "score": hit.score,
            "relevance": hit.relevance,
            "language": hit.language,
            "fetched": hit.fetched,
            "similar": hit.similar,
            "snippet": "".join(text for text, _ in hit.snippet),
            **({"parts": hit.parts} if explain else {}),
        }
        for rank, hit in enumerate(results.hits, start=1)
    ]
    return {
        "total": results.total,
        "took_ms": results.took_ms,
        "suggestion": results.suggestion,
        "notes": results.notes,
        "hits": hits,
    }


def _print_hits(results: Results, explain: bool) -> None:
    out = console()
    for rank, hit in enumerate(results.hits, start=1):
        title = highlighted(hit.title_pieces or ((hit.title or hit.url, False),), style="bold yellow")
        out.print(highlighted(((f"{rank:>2}. ", False),)) + title, soft_wrap=True)
        out.print(f"    {hit.url}", style="cyan", soft_wrap=True)
        if hit.similar:
            out.print(
                f"    {len(hit.similar)} similar, such as {hit.similar[0]}", style="dim", soft_wrap=True
            )
        if hit.snippet:
            out.print(highlighted((("    ", False), *hit.snippet)), soft_wrap=True)
        if explain:
            out.print(f"    {explanation(hit)}", style="dim", soft_wrap=True)
    found = "1 page" if results.total == 1 else f"{results.total} pages"
    out.print(f"{found} found in {results.took_ms:.1f} ms")


def explanation(hit: Hit) -> str:
    """Return a hit's score as the sum it is: what the text is worth, and what the page adds to that.

    >>> explanation(Hit(0, "k", "k", "Marsh", 3.08, parts={"text": 2.2, "relevance": 0.4, "authority": 0.0}))
    'score 3.080 = text 2.200 x (1 + relevance 0.400 + authority 0.000)'
    """
    priors = " + ".join(f"{name} {value:.3f}" for name, value in hit.parts.items() if name != "text")
    return f"score {hit.score:.3f} = text {hit.parts['text']:.3f} x (1 + {priors})"
