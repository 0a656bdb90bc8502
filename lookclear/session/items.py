"""What travels from the download to the stores."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from lookclear.domain import Lease, Page
from lookclear.politeness.conditional import NO_VALIDATORS, Validators
from lookclear.store.pages import PageRecord
from lookclear.text.terms import WordTerms
from lookclear.visit import Visit


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page that answered a lease. `url` is the address that answered; `fetched` is aware."""

    lease: Lease
    url: str
    status: int
    content_type: str
    fetched: datetime
    page: Page
    validators: Validators = NO_VALIDATORS
    words: WordTerms | None = None  # of the page's tokens, if they are known
    packed: bytes = b""  # the page as it is stored, if it is at hand
    search_words: bytes = b""  # of the page, see `lookclear.searchwords`, if they are at hand


@dataclass(frozen=True, slots=True)
class Judged:
    """A fetched page as it is stored, and what was made of its links."""

    lease: Lease
    record: PageRecord
    visit: Visit
    packed: bytes = b""
    search_words: bytes = b""
