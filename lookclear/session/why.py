"""All that a workspace knows of one address: how it was found, scored and judged (`lookclear why`)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from lookclear.domain import Refusal
from lookclear.errors import UsageError, WorkspaceError
from lookclear.frontier.base import AddressState, State
from lookclear.frontier.inspect import FrontierView
from lookclear.store.pages import PageStore
from lookclear.topics.workspace import Workspace
from lookclear.tunnel.rule import Kind
from lookclear.urls.canonical import canonical
from lookclear.urls.scope import refusal

_OFF_TOPIC = {"grey", "tunnel-run", "dropped"}  # parts of the scores of links of pages off topic
_LONGEST_PATH = 50  # pages from a seed; a guard against damaged data


@dataclass(frozen=True, slots=True)
class Father:
    """A page on the way from a seed: how relevant it is, and what it is for tunnelling.

    Of a page that is on topic (white) all links are followed; of a grey one the link stands in a block on
    topic; a black one is neither. None and empty when the page is not stored. `is_bridge` tells that it is
    off topic and stands on the way to a page that is not.
    """

    url: str
    relevance: float | None = None
    kind: str = ""
    is_bridge: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """All that is known of one address.

    `path` leads from the seed to it, `fathers` are the pages on it but the last; `relevance` is None when the
    page was not fetched.
    """

    address: AddressState
    path: list[str]
    fathers: list[Father]
    title: str = ""
    relevance: float | None = None


def explain(workspace: Workspace, url: str) -> Explanation:
    """Look an address up.

    Raises UsageError when it is none, and WorkspaceError when the crawl never saw it.
    """
    if not workspace.frontier_path.exists():
        raise WorkspaceError(f"nothing of {workspace.folder} is crawled yet", hint="crawl the topic first")
    with FrontierView(workspace.frontier_path) as view:
        address = view.state(url)
        if address is None and refusal(url) in {Refusal.MALFORMED, Refusal.SCHEME}:
            raise UsageError(
                f"{url!r} is not the address of a page",
                hint="write it in full, such as https://example.org/page",
            )
        if address is None:
            raise WorkspaceError(
                f"the crawl never came across {url}",
                hint="no fetched page links to it, as far as it was read",
            )
        steps = _steps_from_seed(view, address)
    path = [step.url for step in steps]
    if not workspace.pages_path.exists():
        return Explanation(address, path, [Father(url) for url in path[:-1]])
    with PageStore.open(workspace.pages_path, read_only=True) as store:
        page = store.get(address.final_key or canonical(address.url))
        theta = workspace.file.relevance.threshold
        fathers = [_father(store, step, found, theta) for step, found in pairwise(steps)]
    if page is None:
        return Explanation(address, path, fathers)
    return Explanation(address, path, fathers, title=page.title, relevance=page.relevance)


def _steps_from_seed(view: FrontierView, address: AddressState) -> list[AddressState]:
    steps = [address]
    while steps[-1].parent and len(steps) < _LONGEST_PATH:
        parent = steps[-1].parent
        steps.append(view.state(parent) or AddressState(parent, parent, "", State.DONE))
    return steps[::-1]


def _father(store: PageStore, step: AddressState, found: AddressState, theta: float) -> Father:
    """Return a page on the path; `found` is the address that it led to."""
    page = store.get(step.final_key or step.key)
    if page is None:
        return Father(step.url, is_bridge=step.is_bridge)
    off_topic = Kind.GREY if "grey" in found.parts else Kind.BLACK
    is_white = page.relevance >= theta and not _OFF_TOPIC & found.parts.keys()
    return Father(step.url, page.relevance, str(Kind.WHITE if is_white else off_topic), step.is_bridge)
