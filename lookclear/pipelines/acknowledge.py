"""Acknowledges a page together with its links, when all else is done."""

from __future__ import annotations

from typing import Any

from lookclear.pipelines.base import SessionPipeline
from lookclear.session import Judged


class AcknowledgePipeline(SessionPipeline):
    """One step of the session."""

    def process_item(self, item: Any) -> Any:
        """Acknowledge."""
        if isinstance(item, Judged):
            with self.step():
                self.session.acknowledge(item)
        return item
