"""What a crawl passes around: candidates, leases, outcomes, refusals, stop reasons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from lookclear.domain.score import Score


class StopReason(StrEnum):
    """Why a crawl ended; every run has exactly one.

    The list is fixed, since programs read it.
    """

    DONE = "done"  # nothing left to fetch
    BUDGET = "budget"  # the page limit was reached
    STARVED = "starved"  # ended with nothing relevant or nothing fetched
    DRIFTING = "drifting"  # what is found moves away from the topic as it was given
    SATURATED = "saturated"  # next to nothing was found lately, where much was before
    STOPPED = "stopped"  # the user asked for it
    FAILED = "failed"


class Outcome(StrEnum):
    """What became of one fetch."""

    FETCHED = "fetched"
    NOT_RECORDED = "not-recorded"
    REDIRECTED = "redirected"  # an alias of a page fetched under another address
    ALIAS = "alias"  # not asked for: it differs from another address in what means nothing on its site
    HTTP_ERROR = "http-error"
    ROBOTS = "robots"
    TOO_LARGE = "too-large"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"  # DNS or connection trouble
    PRIVATE = "private"  # leads to a network that is not the public one
    UNCHANGED = "unchanged"  # the server says that what we have is still what it has
    BAD_RESPONSE = "bad-response"
    NOT_HTML = "not-html"
    UNPARSABLE = "unparsable"
    TOO_EXPENSIVE = "too-expensive"  # more time or memory than a page may cost
    PARSER_CRASHED = "parser-crashed"  # the process that parsed it died of it
    DROPPED = "dropped"  # lost to an error of ours, or to a component a user added


class Lane(StrEnum):
    """Where an address waits: links of pages that are off topic have a share of the fetches of their own."""

    MAIN = "main"
    TUNNEL = "tunnel"  # found on an irrelevant page; handed out within a budget (black tunnelling)


@dataclass(frozen=True, slots=True)
class NoPage:
    """What an answer came to that gave no page."""

    outcome: Outcome
    detail: str = ""


class Refusal(StrEnum):
    """Why a discovered address was not queued, or dropped while it waited."""

    SCHEME = "scheme"
    TOO_LONG = "too-long"
    SCOPE = "scope"
    TRAP = "trap"
    NOFOLLOW = "nofollow"
    FILE_TYPE = "file-type"
    MALFORMED = "malformed"
    PORT = "port"  # where other services than web sites are
    ACTION = "action"  # asking would do something: log out, put into a cart, delete
    EVICTED = "evicted"  # queued, but too many better ones waited
    TUNNEL_EXPIRED = "tunnel-expired"  # queued, but found on a page off topic and not reached in time


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address worth fetching, and how much.

    `key` is the canonical form: the frontier's identity, never what is requested. Ties in score go to the
    higher `priority`. `payload` is what else is needed to repeat the request (JSON), empty for a plain one.
    """

    url: str
    key: str
    score: Score
    depth: int = 0
    parent: str = ""  # key of the page that linked to it
    anchor: str = ""
    seed: bool = False
    priority: int = 0
    payload: str = ""
    lane: Lane = Lane.MAIN


@dataclass(frozen=True, slots=True)
class Lease:
    """A candidate handed out for fetching; it comes back unless it is acknowledged."""

    url: str
    key: str
    host: str
    score: float
    depth: int
    parent: str
    seed: bool
    token: int  # changes with every lease, so that a late acknowledgement is refused
    payload: str = ""
