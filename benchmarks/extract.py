"""Compare LookClear's main text with trafilatura's and resiliparse's on annotated pages: F1 and time a page.

Run as `python -m benchmarks.extract [--corpus DIR] [--pairs HTML_DIR TEXT_DIR]`. A corpus is a folder with
`pages.warc.gz` and `gold.jsonl`, whose lines give for an address either the text of the article
(`articleBody`) or pieces of text that must be found (`with`) and must not (`without`). Pairs are two folders
of pages and of their texts under the same names (`x.html`, `x.txt`). All readers get the same bytes, page by
page in turn. Time is the processor's, so that other programs count less. `LookClear` is what the main text
needs, from bytes to text, as the others do. `whole page` is all that a crawl reads from a page in one go:
blocks, links with contexts, metadata, dates, kind, signature.
Exit status 1 when a goal is missed; 0 with a sentence when the annotated pages are not there.
"""

from __future__ import annotations

import argparse
import logging
import platform
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

import msgspec
import trafilatura
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import bytes_to_str, detect_encoding

from lookclear.html.charset import decode
from lookclear.html.limits import prescan
from lookclear.html.main_text import main_text
from lookclear.html.parse import UnparsablePage, parse
from lookclear.html.tree import build
from lookclear.replay.web import RecordedWeb
from lookclear.text.segment import words

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpora" / "awkward"
PEER = "trafilatura"
F1_MARGIN = 0.02
TIME_SHARE = 0.25


class Gold(msgspec.Struct, rename={"article_body": "articleBody", "with_": "with"}):
    """What an annotator says of one page: its whole text, or pieces that are in and out."""

    url: str
    article_body: str = ""
    with_: list[str] = []
    without: list[str] = []


@dataclass(frozen=True, slots=True)
class Annotated:
    """A page as it was served, and its annotation."""

    body: bytes
    content_type: str
    gold: Gold


@dataclass(frozen=True, slots=True)
class Counts:
    """Right, wrong and missed units of one page (words or pieces); counts of pages add up."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def precision(self) -> float:
        """Share of what was read that is right."""
        return self.right / (self.right + self.wrong) if self.right else 0.0

    @property
    def recall(self) -> float:
        """Share of what there is that was read."""
        return self.right / (self.right + self.missed) if self.right else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.right / (2 * self.right + self.wrong + self.missed) if self.right else 0.0


Reader = Callable[[Annotated], str]


def by_lookclear(page: Annotated) -> str:
    decoded = decode(page.body, page.content_type)
    limited = prescan(decoded.text, decoded.encoded)
    try:
        return main_text(build(limited.markup, limited.encoded), ()).text
    except UnparsablePage:
        return ""


def by_whole_page(page: Annotated) -> str:
    try:
        return parse(page.body, page.gold.url, content_type=page.content_type).text
    except UnparsablePage:
        return ""


def by_trafilatura(page: Annotated, **options: bool) -> str:
    return trafilatura.extract(page.body, **options) or ""


def by_resiliparse(page: Annotated) -> str:
    return extract_plain_text(bytes_to_str(page.body, detect_encoding(page.body)), main_content=True)


READERS: Mapping[str, Reader] = {
    "LookClear": by_lookclear,
    "whole page": by_whole_page,
    PEER: by_trafilatura,
    "trafilatura fast": partial(by_trafilatura, fast=True),
    "trafilatura recall": partial(by_trafilatura, favor_recall=True),
    "resiliparse": by_resiliparse,
}


def corpus_pages(folder: Path) -> list[Annotated]:
    """Return the annotated pages of a corpus, in the order of gold.jsonl."""
    web = RecordedWeb.open(folder / "pages.warc.gz")
    decoder = msgspec.json.Decoder(Gold)
    pages = []
    for line in (folder / "gold.jsonl").read_bytes().splitlines():
        gold = decoder.decode(line)
        recorded = web.fetch(gold.url)
        if recorded is not None:
            pages.append(Annotated(recorded.body, recorded.header("content-type"), gold))
    return pages


def paired_pages(html_folder: Path, text_folder: Path) -> Iterator[Annotated]:
    """Yield the pages for which there is a text, in the order of their names."""
    for path in sorted(html_folder.glob("*.html")):
        text = text_folder / f"{path.stem}.txt"
        if text.exists():
            gold = Gold(f"http://{path.stem}.test/", text.read_text(encoding="utf-8"))
            yield Annotated(path.read_bytes(), "text/html", gold)


def judge(text: str, gold: Gold) -> Counts:
    """Count words of the whole text as bags, or pieces found (white space and case aside)."""
    if gold.article_body:
        expected, found = Counter(words(gold.article_body)), Counter(words(text))
        right = (expected & found).total()
        return Counts(right, found.total() - right, expected.total() - right)
    flat = squeezed(text)
    found_with = sum(squeezed(piece) in flat for piece in gold.with_)
    found_without = sum(squeezed(piece) in flat for piece in gold.without)
    return Counts(found_with, found_without, len(gold.with_) - found_with)


def squeezed(text: str) -> str:
    return "".join(text.split()).lower()


def timed(pages: Sequence[Annotated], rounds: int) -> tuple[dict[str, list[str]], dict[str, list[float]]]:
    """Return each reader's texts, and its milliseconds a page: the median of the rounds.

    Readers take turns on a page, and another one begins on the next page and in the next round.
    """
    texts: dict[str, list[str]] = {name: [""] * len(pages) for name in READERS}
    times: dict[str, list[list[float]]] = {name: [[] for _ in pages] for name in READERS}
    names = list(READERS)
    for turn in range(rounds):
        for at, page in enumerate(pages):
            first = (turn + at) % len(names)
            for name in names[first:] + names[:first]:
                start = time.process_time()
                texts[name][at] = READERS[name](page)
                times[name][at].append((time.process_time() - start) * 1000)
    return texts, {name: [statistics.median(page) for page in taken] for name, taken in times.items()}


def report(title: str, pages: Sequence[Annotated], texts: Mapping[str, list[str]]) -> dict[str, float]:
    """Print the table of one set, and return each reader's mean F1 over its pages."""
    print(f"\n{title}: {len(pages)} pages")
    print(f"  {'':20} {'mean of pages':>24}   {'all pages in one bag':>24}")
    print(f"  {'':20} {'F1':>8}{'prec.':>8}{'recall':>8}   {'F1':>8}{'prec.':>8}{'recall':>8}")
    means = {}
    for name in READERS:
        counts = [judge(text, page.gold) for text, page in zip(texts[name], pages, strict=True)]
        total = sum(counts, Counts())
        means[name] = statistics.mean(c.f1 for c in counts)
        macro = (
            means[name],
            *(statistics.mean(getattr(c, f) for c in counts) for f in ("precision", "recall")),
        )
        micro = (total.f1, total.precision, total.recall)
        print(
            f"  {name:20} "
            + "".join(f"{v:8.4f}" for v in macro)
            + "   "
            + "".join(f"{v:8.4f}" for v in micro)
        )
    return means


def report_times(times: Mapping[str, list[float]]) -> dict[str, float]:
    """Print milliseconds a page, and return LookClear's share of the peer's time by median and in total."""
    print(f"\nmilliseconds a page\n  {'':20} {'median':>8}{'total':>10}   share of {PEER}: median, total")
    peer = (statistics.median(times[PEER]), sum(times[PEER]))
    shares = {}
    for name, taken in times.items():
        median, total = statistics.median(taken), sum(taken)
        shares[name] = (median / peer[0], total / peer[1])
        print(f"  {name:20} {median:8.2f}{total:10.1f}   {shares[name][0]:.2f}, {shares[name][1]:.2f}")
    return dict(zip(("median", "total"), shares["LookClear"], strict=True))


def goals(f1: Mapping[str, Mapping[str, float]], shares: Mapping[str, float]) -> bool:
    """Print a line for each goal, and tell whether all are reached."""
    print()
    all_reached = True
    for title, means in f1.items():
        ours, least = means["LookClear"], means[PEER] - F1_MARGIN
        reached = ours >= least
        all_reached &= reached
        print(f"{_verdict(reached)}: {title}: F1 {ours:.4f}, goal {PEER}'s minus {F1_MARGIN} = {least:.4f}")
    for title, share in shares.items():
        reached = share <= TIME_SHARE
        all_reached &= reached
        print(f"{_verdict(reached)}: time, {title}: {share:.2f} of {PEER}'s, goal at most {TIME_SHARE}")
    return all_reached


def _verdict(reached: bool) -> str:
    return "reached" if reached else "NOT REACHED"


def main() -> int:
    """Run the comparison and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--corpus", type=Path, default=CORPUS, help="folder with pages.warc.gz and gold.jsonl"
    )
    parser.add_argument("--pairs", type=Path, nargs=2, metavar=("HTML_DIR", "TEXT_DIR"), help="pages, texts")
    parser.add_argument(
        "--rounds", type=int, default=5, help="times each page is read, of which the median counts"
    )
    options = parser.parse_args()
    sets = annotated_sets(options.corpus, options.pairs)
    if not sets:
        print(f"Skipped: there are no annotated pages in {options.corpus}; give a folder with --corpus.")
        return 0
    logging.disable(logging.CRITICAL)  # peers log what they cannot read
    pages = [page for annotated in sets.values() for page in annotated]
    explain(len(pages), options.rounds)
    texts, times = timed(pages, options.rounds)
    f1: dict[str, dict[str, float]] = {}
    start = 0
    for title, annotated in sets.items():
        end = start + len(annotated)
        f1[title] = report(title, annotated, {name: found[start:end] for name, found in texts.items()})
        start = end
    sizes = [len(annotated) for annotated in sets.values()]
    f1["overall"] = {
        name: sum(n * means[name] for n, means in zip(sizes, f1.values(), strict=True)) / len(pages)
        for name in READERS
    }
    print("\noverall F1: " + ", ".join(f"{name} {value:.4f}" for name, value in f1["overall"].items()))
    return 0 if goals(f1, report_times(times)) else 1


def annotated_sets(corpus: Path, pairs: Sequence[Path] | None) -> dict[str, list[Annotated]]:
    """Return the annotated pages by kind of annotation, without sets that are empty."""
    pages = corpus_pages(corpus) if (corpus / "gold.jsonl").exists() else []
    sets = {
        "whole texts, words as bags": [page for page in pages if page.gold.article_body],
        "pieces that must be in or out": [page for page in pages if not page.gold.article_body],
        "pairs, words as bags": list(paired_pages(*pairs)) if pairs else [],
    }
    return {title: annotated for title, annotated in sets.items() if annotated}


def explain(count: int, rounds: int) -> None:
    """Print where and on what is measured, and how each number is made."""
    versions = ", ".join(f"{it} {version(it)}" for it in ("lookclear", "trafilatura", "resiliparse", "lxml"))
    print(f"{platform.machine()} {platform.system()}, Python {platform.python_version()}; {versions}")
    print(f"{count} annotated pages, each read {rounds} times by every reader in turn.")
    print("Whole texts: right = words in both bags, wrong = words only read, missed = words only annotated.")
    print("Pieces: right = found and to be in, wrong = found and to be out, missed = to be in, not found.")
    print("F1 = 2·right / (2·right + wrong + missed); `overall` is the mean F1 of all pages.")


if __name__ == "__main__":
    sys.exit(main())
