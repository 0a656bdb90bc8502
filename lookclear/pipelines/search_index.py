"""Makes a page searchable."""

from __future__ import annotations

from typing import Any

from lookclear.pipelines.base import SessionPipeline
from lookclear.session import Judged


class SearchIndexPipeline(SessionPipeline):
    """One step of the session."""

    def process_item(self, item: Any) -> Any:
        """Make."""
        if isinstance(item, Judged):
            with self.step():
                self.session.index(item)
        return item
