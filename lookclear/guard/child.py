"""A parsing process: `python -m lookclear.guard.child PARENT CPU_S MEMORY_MB PARSER EXTRA`.

Reads jobs from the socket that is its standard input, answers each with a reply, and ends when the socket is
closed. Its first message says that it is ready: an empty text, or what keeps it from working.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from typing import BinaryIO

import msgspec

from lookclear.domain import NoPage, Outcome
from lookclear.guard import limits as guard
from lookclear.guard.frames import LENGTH_BYTES, frame, length_of
from lookclear.guard.job import (
    DEFAULT_PARSER,
    Extra,
    ExtraName,
    Job,
    Parser,
    ParserName,
    Reply,
    framed,
    load,
    load_extra,
    run,
)
from lookclear.guard.limits import Limits, MemoryLimit

_NEW_OBJECTS = 10_000  # until garbage is looked for: about what a page makes, most of which is gone by then
# Loads what is loaded when first needed, the language model too, so that no page pays for it.
_WARM = (
    "<title>a 中文</title><p lang=en>The words of this page, 中文分词 and <a href=/x>繁體字</a>.</p>"
    + "<p>Mae'r pridd yn yr ardd yn wlyb ac mae'r planhigion yn tyfu yn dda iawn eleni.</p>" * 9
)


def main(arguments: list[str]) -> None:
    """Serve until nobody asks any more."""
    parent, cpu_s, memory_mb, name, extra_name = arguments
    for number in (signal.SIGINT, signal.SIGTERM):  # the one who started it says when to end
        signal.signal(number, signal.SIG_IGN)
    signal.signal(guard.CPU_SIGNAL, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {guard.CPU_SIGNAL})
    guard.end_with_parent(int(parent))
    guard.leave_no_core()
    with socket.socket(fileno=os.dup(0)) as answers, os.fdopen(0, "rb", buffering=65_536) as jobs:
        try:
            parser, extra = load(ParserName(name)), load_extra(ExtraName(extra_name))
            run(load(DEFAULT_PARSER), Job(_WARM.encode(), "http://localhost/"), extra)
        except Exception as error:  # the other side falls back, and says why
            answers.sendall(frame(f"{type(error).__name__}: {error}"))
            return
        gc.collect()
        gc.freeze()
        gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])
        _serve(parser, extra, Limits(float(cpu_s), int(memory_mb)), jobs, answers)


def _serve(parser: Parser, extra: Extra, limits: Limits, jobs: BinaryIO, answers: socket.socket) -> None:
    memory = MemoryLimit(limits)
    decoder = msgspec.msgpack.Decoder(Job)
    answers.sendall(frame(""))
    while (start := jobs.read(LENGTH_BYTES)) and len(start) == LENGTH_BYTES:
        message = jobs.read(length_of(start))
        guard.start_cpu_clock(limits)
        try:
            reply = run(parser, decoder.decode(message), extra)
            is_last = memory.is_grown()
            answer = framed(msgspec.structs.replace(reply, is_last=True) if is_last else reply)
        except MemoryError:
            is_last = True  # what a library left behind half done is not known
            detail = f"memory {limits.memory_mb} MB"
            answer = frame(Reply(none=NoPage(Outcome.TOO_EXPENSIVE, detail), is_last=True))
        guard.stop_cpu_clock()
        answers.sendall(answer)
        if is_last:
            return


if __name__ == "__main__":
    main(sys.argv[1:])
