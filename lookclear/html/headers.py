"""The headers of a response as `parse()` takes them."""

from __future__ import annotations

from collections.abc import Iterable

from lookclear.html.surrogates import without_surrogates


def joined(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    r"""Return headers by their names in lower case; several of one name with ",\n" between.

    The line break keeps apart what may not be read as one list: each X-Robots-Tag header may name a crawler.

    >>> joined([("X-Robots-Tag", "otherbot: noarchive"), ("x-robots-tag", "noindex")])
    {'x-robots-tag': 'otherbot: noarchive,\nnoindex'}
    """
    values: dict[str, list[str]] = {}
    for name, value in headers:
        values.setdefault(without_surrogates(name.lower()), []).append(without_surrogates(value))
    return {name: ",\n".join(several) for name, several in values.items()}
