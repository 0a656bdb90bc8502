"""What `lookclear check --url` says of one address."""

from __future__ import annotations

from lookclear.cli.output import print_fields, print_json
from lookclear.session.addresscheck import AddressReport, examine_address

__all__ = ["AddressReport", "examine_address", "print_address"]


def print_address(report: AddressReport, *, as_json: bool) -> None:
    """Print a report."""
    if as_json:
        print_json(report)
        return
    verdict = f"refused ({report.refused})" if report.refused is not None else "may be fetched"
    if report.seed and report.refused is not None:
        verdict += ", but fetched as a seed"
    print_fields(
        [
            ("address", report.url),
            ("canonical", report.canonical),
            ("decision", verdict),
            ("rule", report.rule),
            ("seed", "yes" if report.seed else "no"),
        ]
    )
