"""Pages are parsed in real processes, which hang, crash, eat memory and are killed."""

import asyncio
import gc
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pytest

from benchmarks.hostile import HOSTILE
from lookclear.domain import NoPage, Outcome, Page
from lookclear.guard import ExtraName, Job, Limits, ParserBroke, ParserName, ParserPool, Understood
from lookclear.html.parse import parse

OBEY = ParserName("tests.lookclear.guard.parsers:obey")
TITLE = ExtraName("tests.lookclear.guard.parsers:title_of")
URL = "http://garden.test/"
T = TypeVar("T")
TEXTS = ["Compost feeds the soil.", "堆肥可以改良土壤。", "Compost 堆肥 feeds 土壤"]


def job(text: str, number: int = 0) -> Job:
    return Job(f"<title>{number}</title><p>{text}<a href=/{number}>next</a>".encode(), URL)


def do(deed: str) -> Job:
    return job(f"do:{deed} ")


def crawl(
    steps: Callable[[ParserPool], Awaitable[T]],
    size: int = 2,
    limits: Limits | None = None,
    parser: ParserName = OBEY,
    warnings: list[str] | None = None,
) -> T:
    """Run some steps with a pool, and see that no process is left."""

    async def run() -> T:
        pool = ParserPool(size, limits, parser=parser, warn=(warnings if warnings is not None else []).append)
        pool.open()
        try:
            return await steps(pool)
        finally:
            pids = pool.pids
            pool.close()
            pool.close()
            assert not any(Path(f"/proc/{pid}").exists() for pid in pids)

    return asyncio.run(run())


def children() -> set[int]:
    """Return the process ids of the children of this process, also of those not reaped yet."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            found |= {int(entry.name)} if parent == os.getpid() else set()
    return found


def text_of(result: Page | NoPage) -> str:
    assert isinstance(result, Page)
    return result.text


@pytest.mark.parametrize("size", [0, 1, 2])
def test_two_hundred_pages_are_understood_as_in_this_process(size: int) -> None:
    jobs = [
        Job(
            (
                f"<title>{n}</title>" + f"<h2>{TEXTS[n % 3]}</h2><p>{TEXTS[n % 3] * n}<a href=/{n}>x</a>" * 3
            ).encode("gb18030" if n % 5 == 0 else "utf-8"),
            f"{URL}{n}",
            "text/html; charset=gbk" if n % 5 == 0 else "text/html",
            {"X-Robots-Tag": "noarchive"} if n % 7 == 0 else {},
        )
        for n in range(200)
    ]

    async def steps(pool: ParserPool) -> list[Page | NoPage]:
        return await asyncio.gather(*map(pool.parse, jobs))

    here = [parse(one.body, one.url, content_type=one.content_type, headers=one.headers) for one in jobs]
    assert crawl(steps, size) == here


@pytest.mark.parametrize("size", [0, 1])
def test_no_html_is_an_outcome(size: int) -> None:
    result = crawl(lambda pool: pool.parse(Job(b"", URL)), size)
    assert isinstance(result, NoPage)
    assert result.outcome is Outcome.UNPARSABLE
    assert result.detail


@pytest.mark.parametrize("size", [0, 1])
@pytest.mark.parametrize(
    ("deed", "said"),
    [
        ("raise", "an error of ours"),
        ("half", "UnicodeEncodeError"),
        ("cry", r"ValueError: half of a character: \\ud83d"),
    ],
)
def test_an_error_of_ours_is_raised_with_its_traceback_and_the_process_goes_on(
    size: int, deed: str, said: str
) -> None:
    async def steps(pool: ParserPool) -> None:
        await pool.parse(job("warm"))
        before = pool.pids
        with pytest.raises(ParserBroke, match=rf"(?s)Traceback.*{said}") as raised:
            await pool.parse(do(deed))
        assert str(raised.value).encode()
        assert "soil" in text_of(await pool.parse(job("soil")))
        assert pool.pids == before

    crawl(steps, size)


@pytest.mark.parametrize(
    ("deed", "outcome", "detail"),
    [
        ("exit", "parser-crashed", "exit code 3"),
        ("segfault", "parser-crashed", "signal 11 SIGSEGV"),
        ("null", "parser-crashed", "signal 11 SIGSEGV"),
        ("kill", "parser-crashed", "signal 9 SIGKILL"),
        ("babble", "parser-crashed", "signal 9 SIGKILL"),
        ("spin", "too-expensive", "CPU time 0.5 s"),
        ("scan", "too-expensive", "CPU time 0.5 s"),
        ("stop", "too-expensive", "no answer within 1.5 s"),
        ("sleep", "too-expensive", "no answer within 1.5 s"),
        ("memory", "too-expensive", "memory 100 MB"),
    ],
)
def test_what_a_page_does_to_its_process_is_its_outcome_and_others_are_unaffected(
    deed: str, outcome: str, detail: str
) -> None:
    async def steps(pool: ParserPool) -> NoPage:
        jobs = [job(TEXTS[n % 3], n) for n in range(40)]
        jobs[10] = do(deed)
        results = await asyncio.gather(*map(pool.parse, jobs))
        bad = results.pop(10)
        assert isinstance(bad, NoPage)
        numbers = [page.title for page in results if isinstance(page, Page)]
        assert numbers == [str(n) for n in range(40) if n != 10]
        return bad

    wait_s = 1.5 if deed in {"stop", "sleep"} else 60
    ended = crawl(steps, limits=Limits(cpu_s=0.5, memory_mb=100, wait_s=wait_s))
    assert (ended.outcome, ended.detail) == (outcome, detail)


def test_a_cpu_limit_is_for_each_page_not_for_the_life_of_a_process() -> None:
    burn = Job(("<p>" + "土壤 soil " * 3_000).encode(), URL)

    async def steps(pool: ParserPool) -> set[frozenset[int]]:
        seen = set()
        for _ in range(120):
            assert isinstance(await pool.parse(burn), Page)
            seen.add(pool.pids)
        return seen

    assert len(crawl(steps, 1, Limits(cpu_s=0.3, wait_s=60))) == 1


def test_a_process_that_has_grown_is_replaced_before_the_next_page() -> None:
    async def steps(pool: ParserPool) -> None:
        before = text_of(await pool.parse(do("pid")))
        assert isinstance(await pool.parse(do("grow")), Page)
        assert text_of(await pool.parse(do("pid"))) != before

    crawl(steps, 1, Limits(memory_mb=128))


def test_a_process_killed_while_it_waits_costs_no_page() -> None:
    async def steps(pool: ParserPool) -> None:
        first = int(text_of(await pool.parse(do("pid"))))
        os.kill(first, signal.SIGKILL)
        while first in pool.pids:
            await asyncio.sleep(0.001)
        assert int(text_of(await pool.parse(do("pid")))) != first

    crawl(steps, 1)


def test_a_process_killed_in_the_middle_of_a_page_ends_that_page_and_is_replaced() -> None:
    async def steps(pool: ParserPool) -> NoPage:
        first = int(text_of(await pool.parse(do("pid"))))
        sleeping = asyncio.ensure_future(pool.parse(do("sleep")))
        await asyncio.sleep(0)
        waiting = asyncio.ensure_future(pool.parse(do("pid")))
        await asyncio.sleep(0.05)
        os.kill(first, signal.SIGKILL)
        assert int(text_of(await waiting)) != first
        result = await sleeping
        assert isinstance(result, NoPage)
        return result

    assert crawl(steps, 1) == NoPage(Outcome.PARSER_CRASHED, "signal 9 SIGKILL")


def test_what_a_library_prints_is_not_taken_for_an_answer() -> None:
    assert "soil" in text_of(crawl(lambda pool: pool.parse(do("print soil"))))


def test_a_page_of_8_mb_comes_back() -> None:
    body = ("<p>Compost 堆肥 feeds the soil. " * 210_000).encode()
    page = crawl(lambda pool: pool.parse(Job(body, URL)))
    assert isinstance(page, Page)
    assert page == parse(body, URL)


def test_no_more_processes_are_started_than_pages_wait_and_than_there_are_processors() -> None:
    async def one_by_one(pool: ParserPool) -> int:
        for n in range(5):
            await pool.parse(job("soil", n))
        return len(pool.pids)

    async def together(pool: ParserPool) -> int:
        await asyncio.gather(*(pool.parse(job("soil " * 3_000, n)) for n in range(100)))
        return len(pool.pids)

    assert crawl(one_by_one, 2) == 1
    assert crawl(together, 64) <= (os.cpu_count() or 1)


@pytest.mark.parametrize("parser", ["no.such.module:parse", "lookclear.html.parse:no_such_function"])
def test_when_no_process_can_be_started_pages_are_parsed_here_and_it_is_said(
    parser: str,
) -> None:
    warnings: list[str] = []

    async def steps(pool: ParserPool) -> list[str]:
        pool._here = parse
        results = await asyncio.gather(*(pool.parse(job(text)) for text in TEXTS))
        return [text_of(result) for result in results]

    texts = crawl(steps, parser=ParserName(parser), warnings=warnings)
    assert all(map(str.startswith, texts, TEXTS))
    assert len(warnings) == 1
    assert "no process could be started to parse pages in (" in warnings[0]
    assert "Error: " in warnings[0]


def test_a_system_that_starts_no_processes_is_no_hindrance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/no/such/python")
    warnings: list[str] = []
    page = crawl(lambda pool: pool.parse(job("土壤 soil")), warnings=warnings)
    assert "土壤 soil" in text_of(page)
    assert "/no/such/python" in warnings[0]


def test_who_waits_is_let_go_when_the_pool_is_closed() -> None:
    async def steps(pool: ParserPool) -> None:
        tasks = [asyncio.ensure_future(pool.parse(do("sleep"))) for _ in range(4)]
        await asyncio.sleep(0.5)
        pool.close()
        for task in tasks:
            task.cancel()
        assert all(
            isinstance(one, asyncio.CancelledError)
            for one in await asyncio.gather(*tasks, return_exceptions=True)
        )

    crawl(steps)


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("pages", [0, 1, 3], ids=["none waits", "one waits", "three wait"])
@pytest.mark.parametrize("steps", [0, 1, 50], ids=["not started", "starting", "connected"])
def test_no_process_outlives_a_pool_closed_after_its_loop(pages: int, steps: int) -> None:
    close_after_loop(pages, steps)
    gc.collect()  # asyncio complains of what a closed loop still held


def close_after_loop(pages: int, steps: int) -> None:
    before = children()
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda *_: None)  # tasks that were pending are no news here
    pool = ParserPool(2, parser=OBEY)
    pool.open()
    tasks = [loop.create_task(pool.parse(job(TEXTS[n]))) for n in range(pages)]
    for _ in range(steps):
        loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    assert children() > before
    pool.close()
    assert children() == before
    assert pool.pids == frozenset()
    assert not any(task.done() for task in tasks)


def test_no_process_outlives_a_pool_closed_while_it_starts() -> None:
    before = children()

    async def steps(pool: ParserPool) -> None:
        task = asyncio.ensure_future(pool.parse(job("soil")))
        while not pool._starts:
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        assert children() > before
        pool.close()
        assert children() == before
        assert await asyncio.gather(task, return_exceptions=True)
        await asyncio.sleep(0.1)
        assert children() == before

    crawl(steps)


@pytest.mark.parametrize("waiting", [1, 2])
def test_a_page_cancelled_as_its_turn_comes_leaves_the_process_to_the_next(waiting: int) -> None:
    async def steps(pool: ParserPool) -> None:
        await pool.parse(job("warm"))
        (process,) = pool._idle
        pool._idle.clear()  # at work, for the others
        tasks = [asyncio.ensure_future(pool.parse(job(text, 1))) for text in TEXTS[:waiting]]
        await asyncio.sleep(0)
        pool._give(process)
        tasks[0].cancel()
        results = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 20)
        assert isinstance(results[0], asyncio.CancelledError)
        assert all(isinstance(result, Page) for result in results[1:])
        assert "土壤" in text_of(await asyncio.wait_for(pool.parse(job("土壤")), 20))
        assert pool.pids == {process.pid}

    crawl(steps, 1)


def test_a_process_that_ends_as_it_is_given_to_a_page_costs_no_page() -> None:
    async def steps(pool: ParserPool) -> None:
        await pool.parse(job("warm"))
        (process,) = pool._idle
        pool._idle.clear()
        task = asyncio.ensure_future(pool.parse(job("soil 土壤")))
        await asyncio.sleep(0)
        pool._give(process)
        process.kill()
        pool._lose(process)
        assert "soil 土壤" in text_of(await asyncio.wait_for(task, 20))

    crawl(steps, 1)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_come_back_as_pages(name: str) -> None:
    result = _hostile_results()[name]
    assert isinstance(result, Page), result


def _hostile_results() -> dict[str, Page | NoPage]:
    if not _results:

        async def steps(pool: ParserPool) -> None:
            async def one(name: str) -> None:
                _results[name] = await pool.parse(Job(HOSTILE[name](), URL, "text/html; charset=utf-8"))

            await asyncio.gather(*map(one, HOSTILE))

        crawl(steps, parser=ParserName("lookclear.html.parse:parse"))
    return _results


_results: dict[str, Page | NoPage] = {}


@pytest.mark.parametrize("size", [0, 1])
@pytest.mark.parametrize("text", TEXTS)
def test_what_else_is_asked_of_a_page_comes_with_it(size: int, text: str) -> None:
    async def steps(pool: ParserPool) -> Understood | NoPage:
        return await pool.understand(job(text, 7))

    async def run() -> Understood | NoPage:
        pool = ParserPool(size, extra=TITLE)
        try:
            return await steps(pool)
        finally:
            pool.close()

    found = asyncio.run(run())
    assert isinstance(found, Understood)
    assert found.extra == b"7"
