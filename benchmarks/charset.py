"""Compare LookClear's charset decision with Scrapy's and charset-normalizer's: pages decoded exactly.

Run as `python -m benchmarks.charset [--pages 40]`. Part one are single pages of kinds that crawlers are known
to misread. Part two are generated pages: texts in a language and an encoding, declared rightly, wrongly or
not at all, long or of 40 characters. They are combined by seeded choice from every second line of
charset_texts/; the other lines are what the detector was tuned with. charset-normalizer is not told the
header. Exit status 1 when a goal is missed.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import charset_normalizer
import scrapy
from scrapy.http import HtmlResponse

from lookclear.html.charset import decode

TEXTS = Path(__file__).parent / "charset_texts"
SHORT_CHARACTERS = 40
LONG_SENTENCES = 40
URL = "http://example.org/"
ENCODINGS = {
    # language of the text: {label on the page: codec that writes the page}
    "zh-hans": {"utf-8": "utf-8", "gbk": "gbk", "gb18030": "gb18030"},
    "zh-hant": {"utf-8": "utf-8", "big5": "big5", "gbk": "gbk"},
    "zh-hk": {"utf-8": "utf-8", "big5-hkscs": "big5hkscs"},
    "ja": {"utf-8": "utf-8", "shift_jis": "cp932", "euc-jp": "euc_jp", "iso-2022-jp": "iso2022_jp"},
    "ko": {"utf-8": "utf-8", "euc-kr": "cp949"},
    "ru": {
        "utf-8": "utf-8",
        "windows-1251": "cp1251",
        "koi8-r": "koi8-r",
        "iso-8859-5": "iso8859-5",
        "ibm866": "cp866",
    },
    **{
        language: {
            "utf-8": "utf-8",
            "windows-1252": "cp1252",
            "iso-8859-1": "iso8859-1",
            "iso-8859-15": "iso8859-15",
        }
        for language in ("fr", "de", "es")
    },
    **{
        language: {"utf-8": "utf-8", "windows-1250": "cp1250", "iso-8859-2": "iso8859-2"}
        for language in ("pl", "cs")
    },
}
WRONG = ("utf-8", "iso-8859-1", "gb2312", "windows-1251", "big5", "shift_jis", "euc-kr", "koi8-r", "euc-jp")
SAME = {"gbk": "gb", "gb2312": "gb", "gb18030": "gb", "big5-hkscs": "big5", "windows-1252": "iso-8859-1"}


@dataclass(frozen=True, slots=True)
class Sent:
    """A page as it comes from a server, and the text it was written from."""

    body: bytes
    content_type: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of generated page."""

    language: str
    label: str
    declared: str
    length: str

    @property
    def seed(self) -> str:
        """What the shuffles of this row start from."""
        return f"{self.language} {self.length}"


def lookclear(page: Sent) -> str:
    return decode(page.body, page.content_type).text


def by_scrapy(page: Sent) -> str:
    return HtmlResponse(URL, body=page.body, headers={"Content-Type": page.content_type}).text


def normalizer(page: Sent) -> str:
    best = charset_normalizer.from_bytes(page.body).best()
    return str(best) if best else ""


READERS: Mapping[str, Callable[[Sent], str]] = {
    "LookClear": lookclear,
    "Scrapy": by_scrapy,
    "normalizer": normalizer,
}


@cache
def sentences(language: str) -> tuple[str, ...]:
    """Return the half of the sentences that is held out."""
    return tuple((TEXTS / f"{language}.txt").read_text(encoding="utf-8").splitlines()[1::2])


def text_of(row: Row, codec: str, rng: random.Random) -> list[str]:
    """Return sentences in a new order; for a short text, 40 characters of them, one above ASCII at least."""
    space = "" if row.language in {"zh-hans", "zh-hant", "zh-hk", "ja"} else " "
    usable = [line for line in sentences(row.language) if encodable(line, codec)]
    if row.length == "long":
        return [rng.choice(usable) for _ in range(LONG_SENTENCES)]
    while True:
        text = space.join(rng.choice(usable) for _ in range(4))
        start = rng.randrange(len(text) - SHORT_CHARACTERS)
        if space:
            start = text.rfind(space, 0, start) + 1
        text = text[start : start + SHORT_CHARACTERS]
        if not text.isascii():
            return [text]


def encodable(line: str, codec: str) -> bool:
    try:
        line.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def pages(row: Row, count: int) -> Iterator[Sent]:
    """Yield the pages of a row; declarations stand in the header and in a meta tag by turns."""
    codec = ENCODINGS[row.language][row.label]
    rng = random.Random(row.seed)
    wrong = [label for label in WRONG if not same(label, row.label)]
    for number in range(count):
        said = {"right": row.label, "wrong": wrong[number % len(wrong)], "none": ""}[row.declared]
        in_header = number % 2 == 0
        head = f'<meta charset="{said}">' if said and not in_header else ""
        paragraphs = "\n".join(f'<p class="text">{part}</p>' for part in text_of(row, codec, rng))
        navigation = '<ul><li><a href="/a">A</a></li><li><a href="/b?x=1">B</a></li></ul>'
        text = f"<!DOCTYPE html>\n<html><head>{head}</head><body>{navigation}\n{paragraphs}\n</body></html>"
        yield Sent(
            text.encode(codec), f"text/html; charset={said}" if said and in_header else "text/html", text
        )


def same(one: str, other: str) -> bool:
    """Tell whether two labels read western or Chinese pages alike."""
    western = {"iso-8859-1", "iso-8859-15"}
    first, second = SAME.get(one, one), SAME.get(other, other)
    return first == second or {first, second} <= western


def known_cases() -> Iterator[tuple[str, Sent]]:
    """Yield the kinds of pages that Scrapy 2.18 or 2.19 is known to misread, and some it reads."""
    chinese = (
        "<html><head>{}<title>天气</title></head><p>山里的天气变化很快，出发之前要带上雨衣和水。</p></html>"
    )
    hant = "<html><head></head><p>山裡的天氣變化很快，出發之前要帶上雨衣和水。</p></html>"
    gbk, plain = chinese.format('<meta charset="gbk">'), chinese.format("")
    late = chinese.format("<script>" + "var a = 1;\n" * 500 + '</script><meta charset="gb2312">')
    broken = chinese.format('<meta httpequiv="ContentType" content="text/html; charset=gb2312">')
    pure = "text/html"
    yield "gbk, header gbk", Sent(plain.encode("gbk"), "text/html; charset=gbk", plain)
    yield "gbk, meta gbk", Sent(gbk.encode("gbk"), pure, gbk)
    yield "gbk, header utf-8, meta gbk", Sent(gbk.encode("gbk"), "text/html; charset=utf-8", gbk)
    yield "gbk, header ISO-8859-1, meta gbk", Sent(gbk.encode("gbk"), "text/html; charset=ISO-8859-1", gbk)
    utf8 = chinese.format('<meta charset="gb2312">')
    yield "utf-8, meta gb2312", Sent(utf8.encode(), pure, utf8)
    yield "gbk, nothing", Sent(plain.encode("gbk"), pure, plain)
    bad = plain.encode().replace("雨".encode(), b"\xff", 1)
    yield "utf-8, nothing, one bad byte", Sent(bad, pure, plain.replace("雨", "\ufffd", 1))
    yield "big5, nothing", Sent(hant.encode("big5"), pure, hant)
    yield "gbk, meta after 4 kB of script", Sent(late.encode("gbk"), pure, late)
    yield "gbk, header x-gbk", Sent(plain.encode("gbk"), "text/html; charset=x-gbk", plain)
    western = "<p>résumé</p>"
    yield "windows-1252, nothing, one word", Sent(western.encode("cp1252"), pure, western)
    yield "gbk, meta without hyphens", Sent(broken.encode("gbk"), pure, broken)
    wide = '<meta charset="utf-16"><p>plain letters</p>'
    yield "ASCII, meta utf-16", Sent(wide.encode(), pure, wide)
    yield "utf-16-le without mark", Sent(plain.encode("utf-16-le"), pure, plain)
    tail = plain.removesuffix("。</p></html>")
    yield (
        "gbk, cut in the last character",
        Sent(tail.encode("gbk")[:-1], "text/html; charset=gbk", tail[:-1] + "\ufffd"),
    )


class Tally:
    """Pages read exactly and seconds taken, for each reader."""

    def __init__(self) -> None:
        self.exact: dict[str, int] = defaultdict(int)
        self.seconds: dict[str, float] = defaultdict(float)
        self.pages = 0

    def add(self, page: Sent) -> None:
        """Have every reader read a page."""
        self.pages += 1
        for name, read in READERS.items():
            start = time.perf_counter()
            text = read(page)
            self.seconds[name] += time.perf_counter() - start
            self.exact[name] += text == page.text

    def share(self, name: str) -> float:
        """Return the share of pages that a reader read exactly, in percent."""
        return 100 * self.exact[name] / self.pages


def rows() -> Iterator[Row]:
    for language, encodings in ENCODINGS.items():
        for label in encodings:
            for declared in ("right", "wrong", "none"):
                for length in ("long", "short"):
                    yield Row(language, label, declared, length)


def known_part() -> list[str]:
    """Print part one and return the goals missed."""
    print(f"{'page':36}" + "".join(f"{name:>12}" for name in READERS))
    missed = []
    for name, page in known_cases():
        tally = Tally()
        tally.add(page)
        print(f"{name:36}" + "".join(f"{'ok' if tally.exact[reader] else 'wrong':>12}" for reader in READERS))
        if not tally.exact["LookClear"]:
            missed.append(f"known case misread: {name}")
    return missed


def generated_part(count: int) -> list[str]:
    """Print part two and return the goals missed."""
    print(f"\n{'text':8}{'encoding':14}{'declared':10}{'length':7}" + "".join(f"{n:>12}" for n in READERS))
    missed, sums = [], {length: Tally() for length in ("long", "short")}
    chinese = Tally()
    for row in rows():
        tally = Tally()
        for page in pages(row, count):
            tally.add(page)
        shares = "".join(f"{tally.share(name):12.1f}" for name in READERS)
        print(f"{row.language:8}{row.label:14}{row.declared:10}{row.length:7}{shares}", flush=True)
        if tally.share("LookClear") < tally.share("Scrapy"):
            missed.append(f"worse than Scrapy: {row}")
        if row.length == "long" and tally.share("LookClear") < 99:
            missed.append(f"under 99 %: {row}")
        merge(sums[row.length], tally)
        if row.language.startswith("zh") and row.declared == "none" and row.length == "short":
            merge(chinese, tally)
    if chinese.share("LookClear") < 95:
        missed.append("short undeclared Chinese under 95 %")
    print()
    for title, tally in (
        ("long", sums["long"]),
        ("short", sums["short"]),
        ("short undeclared Chinese", chinese),
    ):
        shares = ", ".join(f"{name} {tally.share(name):.1f} %" for name in READERS)
        print(f"{title}, {tally.pages} pages: {shares}")
        print("  ms/page: " + ", ".join(f"{n} {1000 * tally.seconds[n] / tally.pages:.2f}" for n in READERS))
    return missed


def merge(into: Tally, tally: Tally) -> None:
    into.pages += tally.pages
    for name in READERS:
        into.exact[name] += tally.exact[name]
        into.seconds[name] += tally.seconds[name]


def large_part() -> None:
    """Print ms/page on pages of about 100 kB that declare nothing; the best of three runs."""
    print("\n100 kB, undeclared, ms/page" + "".join(f"{name:>12}" for name in READERS))
    for language, label in (
        ("zh-hans", "utf-8"),
        ("zh-hans", "gbk"),
        ("zh-hant", "big5"),
        ("fr", "windows-1252"),
    ):
        codec = ENCODINGS[language][label]
        text = "\n".join(
            f"<p><a href='/x'>A</a> {line}</p>" for line in sentences(language) if encodable(line, codec)
        )
        text *= 100_000 // len(text.encode(codec)) + 1
        page = Sent(text.encode(codec), "text/html", text)
        taken = {}
        for name, read in READERS.items():
            runs = []
            for _ in range(3):
                start = time.perf_counter()
                read(page)
                runs.append(time.perf_counter() - start)
            taken[name] = 1000 * min(runs)
        print(f"{language + ' ' + label:27}" + "".join(f"{taken[name]:12.2f}" for name in READERS))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=40, help="pages in each row (default 40)")
    count = parser.parse_args().pages
    print(
        f"Python {platform.python_version()}, Scrapy {scrapy.__version__}, "
        f"charset-normalizer {charset_normalizer.__version__}, {count} pages a row; "
        "% of pages decoded exactly\n"
    )
    decode(b"tables are built at the first use: \xe9")
    missed = known_part() + generated_part(count)
    large_part()
    print("\n" + ("\n".join(["goals missed:", *missed]) if missed else "all goals reached"))
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
