"""Judges a page and its links."""

from __future__ import annotations

from typing import Any

from scrapy.exceptions import DropItem

from lookclear.pipelines.base import SessionPipeline
from lookclear.session import Fetched


class JudgePipeline(SessionPipeline):
    """Turns a fetched page into a judged one; a page fetched before under another address is dropped."""

    def process_item(self, item: Any) -> Any:
        """Judge."""
        if not isinstance(item, Fetched):
            return item
        with self.step():
            judged = self.session.judge(item)
        if judged is None:
            raise DropItem("fetched before under another address")
        return judged
