from __future__ import annotations

from pathlib import Path

import pytest

from lookclear.topics.new import write_topic
from lookclear.topics.workspace import Workspace

SEEDS = ["https://example.org/"]


@pytest.mark.parametrize("contact", ["you@example.org", "https://example.org/about", ""])
def test_a_contact_is_written_or_a_place_for_it(tmp_path: Path, contact: str) -> None:
    path = write_topic(tmp_path / "new", name="沼泽", seeds=SEEDS, keywords=[], contact=contact)
    assert Workspace.open(path.parent).file.crawl.contact == contact
    assert 'contact = "' in path.read_text(encoding="utf-8")
