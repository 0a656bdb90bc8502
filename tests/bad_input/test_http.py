"""Rows of HTTP: a server that does everything wrong, at the level of bytes; the crawl goes on.

Each path of the server is one way to misbehave. All are crawled from one page, so that what one does to the
next is seen too, and each ends with its outcome.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.bad_input.raw import RawSite, Said, head
from tests.bad_input.rows import case

NewTopic = Callable[..., Any]
HTML = "Content-Type: text/html; charset=utf-8"
TEXT = "<title>garden 园艺</title><p>" + "The garden 园艺 needs compost. " * 40
BODY = TEXT.encode()
SITES = 8
PACKED = gzip.compress(BODY)
GZIP = "Content-Encoding: gzip"


def whole(body: bytes = BODY, *fields: str, status: str = "200 OK") -> bytes:
    return head(status, HTML, f"Content-Length: {len(body)}", *fields) + body


def closing(body: bytes, *fields: str, status: str = "200 OK") -> bytes:
    return head(status, HTML, "Connection: close", *fields) + body


async def drip(said: Said) -> None:
    """One byte in a while, for ever."""
    await said.write(head("200 OK", HTML, "Transfer-Encoding: chunked"))
    while True:
        await said.write(b"1\r\nx\r\n")
        await asyncio.sleep(0.2)


async def endless(said: Said) -> None:
    await said.write(head("200 OK", HTML, "Transfer-Encoding: chunked"))
    while True:
        await said.write(b"10000\r\n" + b"garden " * 9362 + b"xx\r\n")


async def silent(said: Said) -> None:
    await asyncio.sleep(60)


async def slow_head(said: Said) -> None:
    for byte in head("200 OK", HTML):
        await said.write(bytes([byte]))
        await asyncio.sleep(0.2)


async def reset(said: Said) -> None:
    await said.write(head("200 OK", HTML, "Content-Length: 5000") + b"<p>half")
    said.reset()


async def no_word(said: Said) -> None:
    said.reset()


def cookie_loop(said: Said) -> bytes:
    """Redirect to itself until the cookie comes back, as sites with consent pages do."""
    if "seen=1" in said.headers.get("cookie", ""):
        return whole()
    return head("302 Found", "Location: /self-cookie", "Set-Cookie: seen=1", "Content-Length: 0")


# path: (answer, outcomes that are right, what the detail says)
Answer = bytes | Callable[[Said], bytes | Awaitable[None]]
IN_FLIGHT = "bad-response redirected"  # which of the two depends on what is in flight
ROWS: list[Any] = [
    case("F8", "/loop-a", head("302 Found", "Location: /loop-b", "Content-Length: 0"), IN_FLIGHT, ""),
    case("F8", "/loop-b", head("302 Found", "Location: /loop-a", "Content-Length: 0"), IN_FLIGHT, ""),
    case("F8", "/self-cookie", cookie_loop, "fetched", ""),
    case(
        "F8", "/self", head("302 Found", "Location: /self", "Content-Length: 0"), "bad-response", "redirects"
    ),
    case(
        "B46",
        "/for-ever/0",
        lambda said: head("301 Moved", f"Location: {said.path}0", "Content-Length: 0"),
        "bad-response redirected",
        "",
    ),
    case("B47", "/too-long", closing(BODY, f"Content-Length: {len(BODY) + 99}"), "bad-response", "cut short"),
    case("B47", "/too-short", whole(BODY)[:-1] + b"x" * 500, "fetched", ""),
    case("B47", "/negative", closing(BODY, "Content-Length: -5"), "bad-response unreachable", ""),
    case("B47", "/two-lengths", closing(BODY, "Content-Length: 5", "Content-Length: 9"), "bad-response", ""),
    case("B47", "/no-number", closing(BODY, "Content-Length: many"), "bad-response unreachable", ""),
    case(
        "B47",
        "/length-and-chunks",
        closing(b"5\r\n<p>xx\r\n0\r\n\r\n", "Content-Length: 900", "Transfer-Encoding: chunked"),
        "bad-response fetched unparsable",
        "",
    ),
    case("B47", "/bad-chunks", closing(b"zz\r\n<p>xx\r\n", "Transfer-Encoding: chunked"), "bad-response", ""),
    case("B48", "/cut-gzip", whole(PACKED[:-20], GZIP), "bad-response", "cut short"),
    case("B48", "/whole-gzip", whole(PACKED, GZIP), "fetched", ""),
    case("B50", "/gzip-bomb", whole(gzip.compress(bytes(30_000_000)), GZIP), "bad-response too-large", ""),
    case(
        "B50",
        "/double-bomb",
        whole(gzip.compress(gzip.compress(bytes(30_000_000))), "Content-Encoding: gzip, gzip"),
        "too-large bad-response not-html",
        "",
    ),
    case(
        "B50",
        "/deflate-bomb",
        whole(zlib.compress(bytes(30_000_000)), "Content-Encoding: deflate"),
        "bad-response too-large",
        "",
    ),
    case("B51", "/endless", endless, "too-large", ""),
    case("B52", "/drip", drip, "timeout", ""),
    case("B52", "/silent", silent, "timeout", ""),
    case("B52", "/slow-head", slow_head, "timeout", ""),
    case("B53", "/huge-header", closing(BODY, "X-Much: " + "x" * 2_000_000), "bad-response unreachable", ""),
    case("B53", "/many-headers", closing(BODY, *(f"X-{n}: 1" for n in range(2_000))), "bad-response", ""),
    case("B54", "/cookies", closing(BODY, *(f"Set-Cookie: c{n}=1" for n in range(150))), "fetched", ""),
    case(
        "B54",
        "/3000-cookies",
        closing(BODY, *(f"Set-Cookie: c{n}=1" for n in range(3_000))),
        "bad-response",
        "",
    ),
    case("B56", "/401", whole(b"", status="401 Unauthorized"), "http-error", "401"),
    case("B56", "/403", whole(b"", status="403 Forbidden"), "http-error", "403"),
    case("B56", "/407", whole(b"", status="407 Proxy"), "http-error", "407"),
    case("B57", "/404", whole(BODY, status="404 Not Found"), "http-error", "404"),
    case("B57", "/410", whole(BODY, status="410 Gone"), "http-error", "410"),
    case("B60", "/999", whole(BODY, status="999 Denied"), "http-error", "999"),
    case("B60", "/103", head("103 Early Hints", "Link: </x>") + whole(), "fetched", ""),
    case("B60", "/100", head("100 Continue") + whole(), "fetched", ""),
    case("B60", "/204", head("204 No Content"), "unparsable not-html", ""),
    case(
        "B60",
        "/206",
        whole(BODY, "Content-Range: bytes 0-9/99", status="206 Partial"),
        "bad-response",
        "part",
    ),
    case("B60", "/304", head("304 Not Modified"), "http-error", "304"),
    case("B61", "/junk", b"\x00\x01 no http at all \r\n\r\n", "bad-response unreachable", ""),
    case("B61", "/http09", BODY, "bad-response unreachable", ""),
    case("B61", "/nothing", b"", "bad-response unreachable", ""),
    case("B64", "/reset", reset, "unreachable bad-response", ""),
    case("B64", "/no-word", no_word, "unreachable", ""),
    case("B67", "/future", whole(BODY, "Date: Fri, 06 Jan 2090 10:00:00 GMT"), "fetched", ""),
    case("B67", "/no-date", whole(BODY, "Last-Modified: yesterday", "Date: 昨天"), "fetched", ""),
]


@pytest.fixture(scope="module")
def ends(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Crawl everything once; return outcomes and details by path, and the report."""
    from tests.lookclear.adapters.conftest import Topic

    answers: dict[str, Any] = {row.values[0]: row.values[1] for row in ROWS}
    paths = list(answers)
    answers |= {"/robots.txt": whole(b"", status="404 No")}
    answers["*"] = lambda said: whole(TEXT.replace("garden", f"garden{said.path}").encode())
    folder = tmp_path_factory.mktemp("http")
    with ExitStack() as stack:
        # Each on one of many sites, and good pages between them, so that no site seems dead.
        sites = [stack.enter_context(RawSite(answers)) for _ in range(SITES)]
        links = [sites[n % SITES].url(link) for n, path in enumerate(paths) for link in (path, f"/good/{n}")]
        start = "".join(f'<a href="{link}">garden {link}</a> ' for link in links).encode()
        sites[0].answers["/"] = whole(b"<title>garden</title>" + start)
        seed = sites[0].url("/")
        crawl: dict[str, Any] = {"delay_s": 0, "concurrency": 6, "per_host": 6, "timeout_s": 2}
        # Without fairness the good pages stay between the others.
        crawl |= {"max_bytes": 2_000_000, "strategy": "breadth-first", "fairness": False}
        lines = [f"{name} = {json.dumps(value)}" for name, value in crawl.items()]
        (folder / "topic.toml").write_text(
            f'name = "Garden"\nseeds = ["{seed}"]\nkeywords = ["garden"]\n[crawl]\n' + "\n".join(lines)
        )
        topic = Topic(Path(folder))
        report = topic.crawl()
        asked = [path for site in sites for path in site.asked]
    states = {urlsplit(link).path: topic.state(link) for link in links}
    return {"states": states, "report": report, "asked": asked, "stderr": topic.stderr}


@pytest.mark.parametrize(("path", "answer", "outcomes", "detail"), ROWS)
def test_each_ends_with_its_outcome(
    ends: dict[str, Any], path: str, answer: Answer, outcomes: str, detail: str
) -> None:
    state = ends["states"][path]
    assert state.outcome in outcomes.split(), state.detail
    assert detail in state.detail


def test_all_good_pages_between_are_fetched_and_the_crawl_ends_by_itself(ends: dict[str, Any]) -> None:
    good = {path: state.outcome for path, state in ends["states"].items() if path.startswith("/good/")}
    assert {path: one for path, one in good.items() if one != "fetched"} == {}
    assert ends["report"]["stop_reason"] == "done"


@pytest.mark.parametrize(
    ("path", "most"),
    [
        case("B56", "/401", 1),
        case("B56", "/403", 1),
        case("B56", "/407", 1),
        case("B57", "/404", 1),
        case("B47", "/too-long", 2),
        case("B48", "/cut-gzip", 2),
        case("B52", "/silent", 1),
        case("B64", "/reset", 3),
        case("B46", "/for-ever/0", 1),
    ],
)
def test_what_will_not_change_is_not_asked_for_again(ends: dict[str, Any], path: str, most: int) -> None:
    assert 1 <= ends["asked"].count(path) <= most


def test_endless_redirects_end_after_five(ends: dict[str, Any]) -> None:
    assert len([path for path in ends["asked"] if path.startswith("/for-ever/")]) <= 6
