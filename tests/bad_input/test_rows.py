"""No row is left out: each has a case in this folder, and open ones say why."""

from __future__ import annotations

import re
from pathlib import Path

from tests.bad_input.rows import OPEN, ROWS

_CASE = re.compile(r'case\(\s*"([BF]\d+)"')


def test_every_row_has_a_case() -> None:
    files = Path(__file__).parent.glob("test_*.py")
    cased = {row for file in files for row in _CASE.findall(file.read_text(encoding="utf-8"))}
    assert cased == set(ROWS)


def test_open_rows_are_rows_and_say_why() -> None:
    assert set(OPEN) <= set(ROWS)
    assert all(len(reason.split()) > 5 for reason in OPEN.values())
