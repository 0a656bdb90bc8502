"""A pipeline that a user might add."""

from typing import Any

from scrapy.exceptions import DropItem


class BreakingPipeline:
    """Drops pages at /drop, and breaks on pages at /break."""

    def process_item(self, item: Any) -> Any:
        """Do as the class says."""
        if item.url.endswith("/drop"):
            raise DropItem("not wanted")
        if item.url.endswith("/break"):
            raise ZeroDivisionError
        return item
