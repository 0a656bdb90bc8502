"""What goes to a parsing process and what comes back, and how a parser is run on it."""

from __future__ import annotations

import importlib
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NewType

import msgspec

from lookclear.domain import NoPage, Outcome, Page
from lookclear.guard.frames import frame
from lookclear.html.packed import pack
from lookclear.html.parse import Parsed, UnparsablePage
from lookclear.html.reading import DEFAULT_READING, Reading
from lookclear.text.terms import WordTerms

ParserName = NewType("ParserName", str)  # "module:function"; only tests and benchmarks name another
DEFAULT_PARSER = ParserName("lookclear.html.parse:parsed")

ExtraName = NewType("ExtraName", str)  # "module:function", or empty
NO_EXTRA = ExtraName("")

Parser = Callable[..., Page | Parsed]
Extra = Callable[[Parsed], bytes]  # what else is to be worked out of a page, for who asked for it


class ParserBroke(Exception):
    """An error of ours in the parser, not the page's fault; the message is the traceback."""


class Job(msgspec.Struct, frozen=True, array_like=True):
    """The arguments of `lookclear.html.parse.parsed` for one page."""

    body: bytes
    url: str
    content_type: str = ""
    headers: Mapping[str, str] = {}
    now: datetime | None = None  # when the page was read; aware
    context: str = DEFAULT_READING.context  # the rule by which links get their words


@dataclass(frozen=True, slots=True)
class Understood:
    """A page, and what depends on it alone: worked out where it was parsed, so that the crawl need not."""

    page: Page
    words: WordTerms | None  # of the page's tokens
    packed: bytes  # the page as it is stored
    extra: bytes = b""  # what the pool was told to work out beside


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """What became of a job: a page, no page, or the traceback of an error of ours.

    `is_last` says that the process has grown too much to be given another page. `words`, `packed` and
    `extra` go with a page: see `Understood`.
    """

    page: Page | None = None
    none: NoPage | None = None
    broke: str = ""
    is_last: bool = False
    words: WordTerms | None = None
    packed: bytes = b""
    extra: bytes = b""

    def result(self) -> Page | NoPage:
        """Return what the parser came to; raises ParserBroke."""
        result = self.understood()
        return result.page if isinstance(result, Understood) else result

    def understood(self) -> Understood | NoPage:
        """Return what the parser came to, with what was worked out beside it; raises ParserBroke."""
        if self.page is not None:
            return Understood(self.page, self.words, self.packed, self.extra)
        if self.none is not None:
            return self.none
        raise ParserBroke(self.broke)


_replies = msgspec.msgpack.Decoder(Reply)


def load(name: ParserName) -> Parser:
    """Return a parser; raises ImportError or AttributeError when there is none of that name."""
    found: Parser = _named(name)
    return found


def load_extra(name: ExtraName) -> Extra:
    """Return what else is to be worked out; raises as `load` does."""
    found: Extra = _named(name) if name else _nothing
    return found


def _named(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


def _nothing(_: Parsed) -> bytes:
    return b""


def run(parser: Parser, job: Job, extra: Extra = _nothing) -> Reply:
    """Parse one page; raises MemoryError only."""
    try:
        choices = {"reading": Reading(context=job.context)} if job.context != DEFAULT_READING.context else {}
        found = parser(
            job.body, job.url, content_type=job.content_type, headers=job.headers, now=job.now, **choices
        )
        if isinstance(found, Page):
            found = Parsed.of(found)
        page, words = found.page, WordTerms.of_distinct(found.words)
        reply = Reply(page=page, words=words, packed=pack(page), extra=extra(found))
    except UnparsablePage as error:
        return Reply(none=NoPage(Outcome.UNPARSABLE, error.message))
    except MemoryError:
        raise
    except Exception:  # whatever it is, the one who waits for the page must hear of it
        return Reply(broke=_trace())
    return reply


def framed(reply: Reply) -> bytearray:
    """Return a reply as it is sent; of one that cannot be, why not. Raises MemoryError only."""
    try:
        return frame(reply)
    except MemoryError:
        raise
    except Exception:  # half of a character in some field, or a number beyond 64 bits
        return frame(Reply(broke=_trace(), is_last=reply.is_last))


def received(message: bytes | bytearray) -> Reply:
    """Return a reply that was sent, without its length; raises msgspec.MsgspecError for anything else."""
    return _replies.decode(message)


def _trace() -> str:
    """Return the traceback of the error at hand, in text that can be sent whatever the error says."""
    return traceback.format_exc().encode("utf-8", "backslashreplace").decode("utf-8")
