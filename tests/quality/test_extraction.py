"""Quality floor of the main text, on annotated pages that are not part of the project.

Like every floor it is raised by measuring and editing `floors.json`, and never lowered to make a change pass.
"""

import hashlib
import json
import statistics
from pathlib import Path

import pytest

from benchmarks.extract import CORPUS, annotated_sets, by_lookclear, judge

FLOORS = json.loads(Path(__file__).with_name("floors.json").read_text())[
    "main text on annotated pages, mean F1"
]
GOLD = CORPUS / "gold.jsonl"


@pytest.mark.skipif(
    not GOLD.exists(), reason=f"the annotated pages of {CORPUS} are not there: nothing measured"
)
def test_main_text_keeps_its_accuracy():
    digest = hashlib.blake2b(GOLD.read_bytes(), digest_size=16).hexdigest()
    assert digest == FLOORS["gold blake2b"], "the floors were measured on other annotations: measure anew"
    below = {}
    for title, pages in annotated_sets(CORPUS, None).items():
        measured = statistics.mean(judge(by_lookclear(page), page.gold).f1 for page in pages)
        if measured < FLOORS[title]:
            below[title] = (measured, FLOORS[title])
    assert not below, f"(measured, floor): {below}"
