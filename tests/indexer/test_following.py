"""A reader in one process while a writer in another adds, replaces and commits."""

import os
import subprocess
import sys
import time
from pathlib import Path

import indexer
from indexer import Index

WRITER = """
import sys
from indexer import Document, Index

with Index.open(sys.argv[1]) as index:
    for batch in range(120):
        for number in range(3):
            index.add(Document(f"key{batch}-{number}", title="Common", body=f"common batch{batch} " * 20))
        index.add(Document("pivot", title=f"Pivot {batch}", body=f"pivot version{batch}"))
        if batch % 5 == 4:
            index.delete(f"key{batch}-2")
            index.add(Document(f"key{batch}-2", body=f"common batch{batch}"))
        index.commit(sync=batch % 10 == 0)
        if batch % 40 == 30:
            index.checkpoint()
        if batch % 10 == 9:
            sys.stdin.readline()  # until the reader has seen this batch
"""


def test_every_answer_is_one_state_of_the_index_and_new_pages_appear(tmp_path):
    folder = tmp_path / "index"
    environment = {**os.environ, "PYTHONPATH": str(Path(indexer.__file__).parent.parent)}
    with Index.open(folder, read_only=True) as reader:
        assert reader.search("common").total == 0
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder)], env=environment, stdin=subprocess.PIPE, text=True
        )
        assert child.stdin is not None
        try:
            totals, versions, released = [], [], 0
            while (child.poll() is None or totals[-1] < 360) and len(totals) < 20_000:
                results = reader.search("common", limit=4)
                totals.append(results.total)
                assert len(results.hits) == min(4, results.total)
                assert all("Common" in hit.title or hit.key.endswith("-2") for hit in results.hits)
                pivot = reader.search("pivot")
                if results.total:
                    assert pivot.total == 1
                    versions.append(int(pivot.hits[0].title.split()[1]))
                    assert reader.search(f"version{versions[-1]}").total in (0, 1)  # or replaced meanwhile
                if results.total >= 30 * (released + 1):
                    released += 1
                    child.stdin.write("\n")
                    child.stdin.flush()
                time.sleep(0.001)
        finally:
            child.kill()
            child.communicate()
        assert all(total % 3 == 0 for total in totals)  # a batch is there as a whole or not at all
        assert totals == sorted(totals)
        assert versions == sorted(versions)
        assert totals[-1] == 360
        assert released == 12
        assert len(set(totals)) >= 12  # it was followed while it grew
        assert len(reader) == 361
    with Index.open(folder, read_only=True) as fresh:
        assert fresh.search("common").total == 360
