import fcntl
import io
import os
import pty
import struct
import termios
import tty
from contextlib import suppress
from itertools import pairwise

import pytest
from rich.cells import cell_len

from lookclear.session.progress import ConsoleLine, Progress
from lookclear.session.tally import Tally


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at(seconds: float, fetched: int = 10) -> Progress:
    return Progress(fetched, 400, 4, 0.4, 2.5, 77, "农业.example", seconds)


def test_a_terminal_gets_one_line_that_is_rewritten() -> None:
    out = Terminal()
    line = ConsoleLine(out)
    line(at(0.1, 100))
    line(at(0.2, 2))
    line.end()
    written = out.getvalue()
    assert written.startswith("\r100/400 pages  4 on topic  harvest 40%  2.5 pages/s  queue 77")
    assert written.count("\r") == 2
    assert written.endswith("\n")
    first, second = written.removesuffix("\n").split("\r")[1:]
    assert len(second) >= len(first)  # nothing of the longer line is left standing


@pytest.mark.parametrize("columns", [10, 40, 66, 67, 68, 69, 90])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    reader, writer = pty.openpty()
    tty.setraw(writer)
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with os.fdopen(writer, "w", encoding="utf-8") as out:
        line = ConsoleLine(out)
        hosts = ["a-rather-long-host-name.example", "农业与农村发展.example", "x.test"]
        for number, host in enumerate(hosts):
            line(Progress(400 - 199 * number, 400, 4, 0.4, 2.5, 77, host, 0.1))
    written = b""
    with suppress(OSError):  # a terminal that was closed ends so
        while piece := os.read(reader, 4_096):
            written += piece
    os.close(reader)
    lines = written.decode().split("\r")[1:]
    assert len(lines) == 3
    assert max(map(cell_len, lines)) < columns
    for before, after in pairwise(lines):
        assert cell_len(after) >= cell_len(before.rstrip())  # nothing of the longer line is left standing


def test_a_file_gets_a_new_line_every_five_seconds() -> None:
    out = io.StringIO()
    line = ConsoleLine(out)
    for seconds in (0.1, 0.3, 4.9, 5.2, 9.0, 10.3):
        line(at(seconds))
    line.end()
    assert out.getvalue().count("\n") == 3


def test_harvest_is_that_of_the_last_200_pages() -> None:
    tally = Tally()
    for number in range(300):
        tally.count(f"http://h{number % 2}.test/{number}", on_topic=number < 100)
    progress = tally.progress(budget=400, queue=5)
    assert (progress.fetched, progress.relevant, progress.harvest) == (300, 100, 0.0)
    assert tally.curve[99:101] == [(100, 100), (101, 100)]
    assert tally.per_host == {"h0.test": 150, "h1.test": 150}
    assert progress.host == "h1.test"


def test_pages_of_an_interrupted_run_count_but_not_into_the_rate() -> None:
    tally = Tally()
    tally.count("http://h.test/1", on_topic=True)
    tally.start_clock()
    assert tally.progress(budget=9, queue=0).rate == 0.0
    assert tally.progress(budget=9, queue=0).fetched == 1
