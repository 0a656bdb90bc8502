"""Asking for a page only if it changed (RFC 9110, 13.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_LONGEST = 1_000  # characters; longer ones are no use and would have to be sent each time


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server said to tell versions of a page by; empty where it said nothing."""

    etag: str = ""
    last_modified: str = ""

    @classmethod
    def of(cls, headers: Mapping[str, str]) -> Validators:
        """Read them from an answer's headers (names in lower case); what cannot be sent back is left out."""
        return cls(_sendable(headers.get("etag", "")), _sendable(headers.get("last-modified", "")))

    def conditions(self) -> dict[str, str]:
        """Return the headers that ask for the page only if it is another version.

        >>> Validators('"v1"', "Tue, 05 Mar 2024 10:00:00 GMT").conditions()
        {'If-None-Match': '"v1"', 'If-Modified-Since': 'Tue, 05 Mar 2024 10:00:00 GMT'}
        """
        asked = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in asked.items() if value}


NO_VALIDATORS = Validators()


def _sendable(value: str) -> str:
    value = value.strip()
    return value if value.isprintable() and value.isascii() and len(value) <= _LONGEST else ""
