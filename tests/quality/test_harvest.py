"""Quality floors: what the strategies find on the demo web must not fall below what is pinned.

A floor is raised by measuring and editing `floors.json`; it is never lowered to make a change pass.
"""

import hashlib
import json
from pathlib import Path

import pytest

from lookclear.replay.evaluation import Protocol, evaluate_web, read_labels
from lookclear.replay.pages import RecordedPages
from lookclear.replay.web import RecordedWeb

ROOT = Path(__file__).parents[2]
FLOORS = json.loads(Path(__file__).with_name("floors.json").read_text())
WEB = ROOT / FLOORS["web"]["path"]
TOPICS = ("topic:business", "topic:agriculture", "topic:java")


@pytest.mark.slow
def test_strategies_keep_their_lead_on_the_demo_web():
    digest = hashlib.blake2b(WEB.read_bytes(), digest_size=16).hexdigest()
    assert digest == FLOORS["web"]["blake2b"], "the floors were measured on another recording: measure anew"
    protocol = Protocol(TOPICS, ("breadth-first", "link-context", "mix"), pages=120, repeats=3)
    results = evaluate_web(
        RecordedPages(RecordedWeb.open(WEB)), read_labels(WEB.with_name("labels.jsonl")), protocol
    )
    found = {
        name: sum(topic.strategies[at].hits for topic in results) / protocol.repeats
        for at, name in enumerate(protocol.strategies)
    }
    measured = {
        "link-context / breadth-first": found["link-context"] / found["breadth-first"],
        "mix / breadth-first": found["mix"] / found["breadth-first"],
        "link-context, pages found": found["link-context"],
    }
    floors = FLOORS["demo, 120 pages, 3 seeds, 3 seed sets"]
    assert set(measured) == set(floors)
    below = {name: (measured[name], floor) for name, floor in floors.items() if measured[name] < floor}
    assert not below, f"(measured, floor): {below}"
