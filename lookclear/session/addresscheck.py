"""How a crawl of a workspace would take an address: its identity, and which rule decides about it."""

from __future__ import annotations

from dataclasses import dataclass

from lookclear.domain import Refusal
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import canonical, host_of
from lookclear.urls.scope import decide


@dataclass(frozen=True, slots=True)
class AddressReport:
    """How a crawl of a workspace would take an address."""

    url: str
    canonical: str
    host: str  # empty for what is not an address
    refused: Refusal | None
    rule: str  # the rule that decided
    seed: bool  # seeds are fetched whatever the rules say
    ok: bool = True


def examine_address(workspace: Workspace, url: str) -> AddressReport:
    """Ask the rules of every crawl and those of the workspace's [scope] about an address."""
    url = url.encode("utf-8", "replace").decode()  # a command line may hold bytes that are no text
    key = canonical(url)
    decision = decide(url, workspace.file.scope)
    return AddressReport(
        url=url,
        canonical=key,
        host=host_of(url),
        refused=decision.reason,
        rule=decision.rule,
        seed=key in {canonical(seed) for seed in workspace.topic.seeds},
    )
