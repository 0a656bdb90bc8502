"""Stores a page as it was understood."""

from __future__ import annotations

from typing import Any

from lookclear.pipelines.base import SessionPipeline
from lookclear.session import Judged


class StorePipeline(SessionPipeline):
    """One step of the session."""

    def process_item(self, item: Any) -> Any:
        """Store."""
        if isinstance(item, Judged):
            with self.step():
                self.session.store(item)
        return item
