"""The report of a crawl: for people, for programs, and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from lookclear.charts import Series, line_chart
from lookclear.domain import StopReason

REPORT_FILE = "report.json"
CHART_FILE = "report.svg"
HARVEST_WINDOW = 200  # pages
_EXIT_CODES = {StopReason.STARVED: 3, StopReason.STOPPED: 3, StopReason.DRIFTING: 3, StopReason.FAILED: 1}
_SENTENCES = {
    StopReason.DONE: "nothing left to fetch",
    StopReason.BUDGET: "the page limit was reached",
    StopReason.STARVED: "hardly anything on topic was found, or nothing could be fetched at all",
    StopReason.SATURATED: "little on topic is left to find",
    StopReason.DRIFTING: "what is found now is no longer what was asked for",
    StopReason.STOPPED: "stopped before the page limit; the next crawl goes on from here",
    StopReason.FAILED: "the crawl failed; the next one goes on from here",
}
_LISTED = 10  # hosts named in the text


@dataclass(frozen=True, slots=True)
class CrawlReport:
    """One run. `harvest` is relevant / fetched in 0..1; `curve` holds (fetched, relevant) after each page."""

    stop_reason: StopReason
    strategy: str
    budget: int
    fetched: int
    relevant: int
    seconds: float
    outcomes: Mapping[str, int] = field(default_factory=dict)
    refused: Mapping[str, int] = field(default_factory=dict)
    per_host: Mapping[str, int] = field(default_factory=dict)
    kinds: Mapping[str, int] = field(default_factory=dict)  # fetched pages by kind
    flags: Mapping[str, int] = field(default_factory=dict)  # fetched pages by what was wrong with them
    links_dropped: int = 0  # links beyond the limit of their page
    skipped_records: tuple[str, ...] = ()  # unreadable records of the recorded web
    curve: tuple[tuple[int, int], ...] = ()
    warnings: tuple[str, ...] = ()
    resumed: int = 0  # pages of this run that were fetched before it was interrupted
    earlier: int = 0  # pages of the workspace that runs before this one fetched
    copies: int = 0  # pages that say what another one says; they are not counted as on topic

    @property
    def harvest(self) -> float:
        """Share of the fetched pages that are on topic."""
        return self.relevant / self.fetched if self.fetched else 0.0

    @property
    def exit_code(self) -> int:
        """What the command line ends with: 0 done, 3 starved or stopped, 1 failed."""
        return _EXIT_CODES.get(self.stop_reason, 0)

    def text(self) -> str:
        """Return the report for people, a few lines."""
        sentence = _SENTENCES.get(self.stop_reason, "")
        rate = f"{(self.fetched - self.resumed) / self.seconds:.1f} pages/s" if self.seconds else "0 pages/s"
        lines = [
            f"{self.stop_reason}: {sentence}",
            f"  {self.fetched} pages of {self.budget}, {self.relevant} judged on topic "
            f"(harvest {self.harvest:.0%})",
            f"  strategy {self.strategy}, {self.seconds:.1f} s, {rate}",
        ]
        lines += [f"  copies of other pages: {self.copies}"] if self.copies else []
        failed = {name: count for name, count in self.outcomes.items() if name != "fetched"}
        lines += [f"  not fetched: {_counts(failed)}"] if failed else []
        lines += [f"  pages of earlier runs: {self.earlier}"] if self.earlier else []
        lines += [f"  refused so far: {_counts(self.refused)}"] if self.refused else []
        lines += [f"  hosts: {_counts(self.per_host)}"] if self.per_host else []
        lines += [f"  kinds of pages: {_counts(self.kinds)}"] if self.kinds else []
        lines += [f"  pages read in part or with loss: {_counts(self.flags)}"] if self.flags else []
        lines += [f"  links beyond the limit of a page: {self.links_dropped}"] if self.links_dropped else []
        if self.skipped_records:
            count, first = len(self.skipped_records), self.skipped_records[0]
            lines.append(f"  unreadable records of the recorded web, skipped: {count}; the first {first}")
        lines += [f"  warning: {warning}" for warning in self.warnings]
        return "\n".join(lines)

    def chart(self) -> str:
        """Return an SVG of what was found, and of the harvest, over the pages fetched."""
        found = [(float(fetched), float(relevant)) for fetched, relevant in self.curve]
        harvest = [
            (fetched, 100 * (relevant - before) / (fetched - start))
            for (fetched, relevant), (start, before) in zip(found, _window_starts(found), strict=True)
        ]
        return line_chart(
            [
                Series("pages on topic", [(0.0, 0.0), *found]),
                Series(f"harvest of the last {HARVEST_WINDOW} pages, %", harvest),
            ],
            title=f"Crawl by {self.strategy}: {self.relevant} of {self.fetched} pages on topic",
            x_label="pages fetched",
            y_label="pages, %",
            standalone=True,
        )

    def as_json(self) -> bytes:
        """Return the report as one JSON object."""
        plain = msgspec.to_builtins(self)
        plain |= {"harvest": round(self.harvest, 6), "exit_code": self.exit_code}
        return msgspec.json.format(msgspec.json.encode(plain), indent=2) + b"\n"

    def write(self, folder: Path) -> None:
        """Write `report.json` and `report.svg` into a folder."""
        for name, content in ((CHART_FILE, self.chart().encode()), (REPORT_FILE, self.as_json())):
            unfinished = folder / f"{name}.new"
            unfinished.write_bytes(content)
            unfinished.replace(folder / name)  # a full disk must not leave half a file


def _window_starts(found: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(0.0, 0.0)] * min(len(found), HARVEST_WINDOW) + found[: max(0, len(found) - HARVEST_WINDOW)]


def _counts(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    shown = ", ".join(f"{name} {count}" for name, count in ordered[:_LISTED])
    return shown if len(ordered) <= _LISTED else f"{shown} and {len(ordered) - _LISTED} more"
