"""What `lookclear warm` runs compiles all that is used later, in the types it is used with."""

import os
import subprocess
import sys

import pytest

from indexer import compiled

SCRIPT = """
import sys
from dataclasses import fields
from indexer import Document, Index, compiled, trial

kernels = compiled.load()
trial.run(kernels)

def known():
    return {field.name: set(getattr(kernels, field.name).signatures) for field in fields(kernels)}

before = known()
with Index.open(sys.argv[1]) as index:
    for _ in range(2):
        index.add_all(Document(f"http://a.example/{at}", title="盐沼 salt", body="1") for at in range(200))
        index.add_all(Document(f"b{at}", {"body": f"salt marsh {at}"}, group="b0") for at in range(2000))
        index.add_all(Document(f"c{at}", {"body": ["salt", str(at)]}) for at in range(200))
    for query in ("salt", "salt OR marsh", "salt marsh", '"salt marsh"', "salt -marsh", "site:a.example 1"):
        index.search(query)
        index.leading(query)
assert all(before.values()), before
assert known() == before, {name: found - before[name] for name, found in known().items()}
"""


@pytest.mark.usefixtures("kernels")
def test_nothing_is_compiled_after_the_trial(tmp_path):
    environment = {**os.environ, compiled.MODE: "numba"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "index")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
