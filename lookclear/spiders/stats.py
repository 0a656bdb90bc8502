"""A crawl's report as Scrapy stats (docs/crawling.md has the table of all names)."""

from __future__ import annotations

from lookclear.session import CrawlReport


def stats_of(report: CrawlReport) -> dict[str, int | str]:
    """Return the numbers of a report by the names of the stats."""
    return {
        "lookclear/stop_reason": str(report.stop_reason),
        "lookclear/strategy": report.strategy,
        "lookclear/pages": report.fetched,
        "lookclear/relevant": report.relevant,
        "lookclear/copies": report.copies,
        **{f"lookclear/outcomes/{name}": count for name, count in report.outcomes.items()},
        **{f"lookclear/refused/{name}": count for name, count in report.refused.items()},
        **{f"lookclear/kinds/{name}": count for name, count in report.kinds.items()},
    }
