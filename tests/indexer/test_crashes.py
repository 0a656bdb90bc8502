"""Whatever a power cut leaves of an index, what was acknowledged is there, and all else whole or not.

INDEX_CRASH_STATES=200 looks at up to so many states of each moment, in place of a few.
"""

import os
import random
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from indexer import Document, Index
from indexer.errors import IndexingError, IndexWriteFailed
from indexer.inspection import inspect
from indexer.recovery import LOG_NAME
from tests.indexer.simulated_disk import SimulatedDisk, crash_images

FOLDER = Path("/new/index")
MOST = int(os.environ.get("INDEX_CRASH_STATES", "6"))
# Syncs that only make a later one quicker: without them nothing can be lost.
FOR_SPEED = ("Compaction.settle",)


def page(key, version):
    return Document(key, title=f"盐沼 {key}", body=f"marsh version{version} " * 6)


@dataclass
class Moment:
    """What is in the index from a commit on; `begun` and `done` count the steps of the disk."""

    begun: int
    done: int
    contents: dict[str, str]
    durable: bool
    checkpoint: bool


class History:
    """Works with an index on a simulated disk, and remembers what was acknowledged when."""

    def __init__(self, disk, folder=FOLDER):
        self.disk, self.folder = disk, folder
        self.moments = [Moment(0, 0, {}, True, False)]
        self.contents = {}
        self.index = Index.open(folder, disk=disk)
        self.contents = {key: self.index.get(key).body for key in self.index._state.documents.keys}

    def add(self, key, version):
        self.index.add(page(key, version))
        self.contents[key] = page(key, version).body

    def delete(self, key):
        self.index.delete(key)
        del self.contents[key]

    def settled(self, work, *, durable=True, checkpoint=False):
        moment = Moment(len(self.disk.steps), 1 << 60, dict(self.contents), durable, checkpoint)
        self.moments.append(moment)
        work()
        moment.done = len(self.disk.steps)

    def commit(self, *, sync=True):
        self.settled(lambda: self.index.commit(sync=sync), durable=sync)

    def reopen(self):
        self.settled(self.index.close)
        self.index = Index.open(self.folder, disk=self.disk)

    def allowed(self, cut):
        """Return the contents that may be there after a power cut, and whether a checkpoint must be."""
        begun = [moment for moment in self.moments if moment.begun < cut or not moment.begun]
        lasting = max(at for at, moment in enumerate(begun) if moment.durable and moment.done <= cut)
        return [moment.contents for moment in begun[lasting:]], begun[lasting].checkpoint and not begun[
            lasting + 1 :
        ]


def live(disk):
    """The life of an index: made, filled, replaced, deleted, checkpointed, compacted, opened again."""
    history = History(disk)
    history.add("a", 1)
    history.commit()
    history.add("b", 1)
    history.commit(sync=False)
    history.add("a", 2)
    history.add("c", 1)
    history.commit(sync=False)
    history.commit()
    history.delete("b")
    history.settled(history.index.checkpoint, checkpoint=True)
    history.add("d", 1)
    history.commit()
    history.add("a", 3)
    history.settled(history.index.compact, checkpoint=True)
    history.add("e", 1)
    history.commit()
    history.reopen()
    history.add("f", 1)
    history.commit()
    history.index.close()
    return history


def go_on_after_a_cut(disk):
    """The life of an index that finds pages of the same size that were never committed, with a gap."""
    sketch = SimulatedDisk()
    before = History(sketch)
    before.add("a", 1)
    before.commit()
    sound = len(sketch.image()[str(FOLDER / LOG_NAME)])
    before.add("b", 1)
    before.add("c", 1)
    before.commit(sync=False)
    image = sketch.image()
    log = bytearray(image[str(FOLDER / LOG_NAME)])
    log[sound : sound + 40] = bytes(40)  # the first page was not written
    disk.__init__({**image, str(FOLDER / LOG_NAME): bytes(log)}, ignored=disk._ignored)
    disk.folders.update(sketch.folders)
    history = History(disk)
    history.moments[0].contents = dict(history.contents)
    history.add("b", 2)
    history.commit(sync=False)
    history.commit()
    history.index.close()
    return history


def compact_without_a_checkpoint(disk):
    """A compaction that is stopped before its checkpoint, as others commit to the new log."""
    history = History(disk)
    history.add("a", 1)
    history.add("a", 2)
    history.commit()
    history.settled(lambda: history.index._compact(lambda: True))
    history.add("b", 1)
    history.commit()
    return history


LIVES = [live, go_on_after_a_cut, compact_without_a_checkpoint]


def opened(image):
    disk = SimulatedDisk(image)
    disk.folders.update(map(str, [FOLDER, *FOLDER.parents]))
    return disk


def contents(index):
    found = index.search("marsh", limit=100)
    assert found.total == len(index) == len(found.hits)
    return {hit.key: index.get(hit.key).body for hit in found.hits}


def trouble(image, allowed, with_checkpoint):
    """Return what is wrong with what a power cut left, empty if nothing is."""
    disk = opened(image)
    try:
        with Index.open(FOLDER, disk=disk, read_only=True) as reader:
            found = contents(reader)
            if found not in allowed:
                return f"{sorted(found)} is none of {[sorted(one) for one in allowed]}"
            if with_checkpoint and not reader.stats().checkpoint_bytes:
                return "the checkpoint is not there"
        if disk.exists(FOLDER / LOG_NAME):
            wrong = [one for one in inspect(FOLDER, disk).problems if "never committed" not in one]
            if wrong:
                return wrong[0]
        with Index.open(FOLDER, disk=disk) as writer:
            writer.add(page("after", 1))
        with Index.open(FOLDER, disk=disk, read_only=True) as reader:
            if contents(reader) != {**found, "after": page("after", 1).body}:
                return "what was added afterwards is not there alone"
    except (IndexingError, AssertionError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def first_trouble(history, most=MOST, start=0):
    """Look at what power cuts leave of a history; return the first trouble and how many states there were."""
    rng, seen = random.Random(7), set()
    for cut in range(start, len(history.disk.steps) + 1):
        allowed, with_checkpoint = history.allowed(cut)
        for image in crash_images(history.disk, cut, rng, most):
            state = (tuple(sorted(image.items())), len(allowed), str(allowed), with_checkpoint)
            if hash(state) in seen:
                continue
            seen.add(hash(state))
            wrong = trouble(image, allowed, with_checkpoint)
            if wrong:
                last = history.disk.steps[cut - 1]
                return f"step {cut}, {last.kind} of {last.target}: {wrong}", len(seen)
    return "", len(seen)


@pytest.mark.parametrize("life", LIVES)
def test_no_power_cut_loses_what_was_acknowledged(life):
    wrong, states = first_trouble(life(SimulatedDisk()))
    assert wrong == ""
    assert states > 20


def sites():
    """Return every sync and rename that a life comes by, with the life."""
    found = {}
    for life in LIVES:
        disk = SimulatedDisk()
        history = life(disk)
        for site in history.disk.sites:
            if not any(name in site for name in FOR_SPEED):
                found.setdefault(site, []).append(life)
    return found


SITES = sites()


@pytest.mark.parametrize("site", SITES)
def test_without_any_one_sync_or_rename_a_power_cut_does_harm(site):
    for most, life in product((3, 60), dict.fromkeys(SITES[site])):
        disk = SimulatedDisk(ignored=lambda other: other == site)
        try:
            history = life(disk)
        except (IndexingError, FileNotFoundError, AssertionError):
            return  # it does not even work without
        if first_trouble(history, most, start=disk.left_out)[0]:
            return
    pytest.fail(f"nothing shows that {site} is needed")


@pytest.mark.parametrize("step", range(0, 40_960, 4096))
def test_a_disk_that_is_full_after_so_many_bytes_keeps_the_last_commit(step):
    disk = SimulatedDisk(room=step)
    acknowledged = {}

    def work():
        index = Index.open(FOLDER, disk=disk)
        for number in range(40):
            index.add(Document(f"k{number}", body=f"marsh {random.Random(number).randbytes(900).hex()}"))
            index.commit()
            acknowledged[f"k{number}"] = index.get(f"k{number}").body
            if number % 10 == 5:
                index.checkpoint()
            if number % 10 == 8:
                index.compact()

    with pytest.raises(IndexingError) as caught:
        work()
    assert caught.value.hint
    assert isinstance(caught.value, IndexWriteFailed) or not acknowledged
    disk.room = None
    with Index.open(FOLDER, disk=disk, read_only=True) as reader:
        assert contents(reader) == acknowledged
    with Index.open(FOLDER, disk=disk) as writer:
        writer.add(page("after", 1))
        writer.compact()
        assert len(writer) == len(acknowledged) + 1
