"""Where a word stands, as one number: its term << 24 | its place in the document."""

from __future__ import annotations

POSITION_BITS = 24  # four fields of two million characters, and the gaps between them
PLACE_MASK = (1 << POSITION_BITS) - 1
