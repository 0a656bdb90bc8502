"""A disk in memory that writes down what is done to it, and tells what a power cut may leave at any moment.

Content lasts from a file's sync on, names from a folder's sync on. What came since may be there or not, each
operation for itself: a write may be missing, torn at a sector or at any byte, be there without its beginning,
or have left zeros; a name may be made without another that was made before.
"""

import sys
from dataclasses import dataclass, field
from itertools import islice, product
from pathlib import PurePath

from indexer.disk import Status

SECTOR = 512


@dataclass
class Node:
    """A file."""

    number: int
    data: bytearray = field(default_factory=bytearray)
    locked: bool = False


@dataclass(frozen=True)
class Step:
    """One operation: kind, what it was done to (a file's number or a folder), and with what."""

    kind: str  # write, truncate, sync, link, rename, unlink, sync_folder
    target: object
    details: tuple = ()


class SimulatedDisk:
    """`image` is {path: content}; folders are there when something is in them, or they were made.

    `ignored(site)` tells which syncs and renames are left out: a site is the chain of functions they come
    from. With `room`, so many bytes can be written before the disk is full.
    """

    def __init__(self, image=None, *, ignored=None, room=None):
        self.names, self.steps, self.sites = {}, [], []
        self.folders, self._numbers, self._ignored, self.room = {"/"}, 0, ignored, room
        self.left_out = 1 << 60  # the step that came first after something was left out
        for path, content in (image or {}).items():
            self.names[str(path)] = self._node(bytearray(content))
            self.folders.update(map(str, PurePath(path).parents))
        self.first = {path: (node.number, bytes(node.data)) for path, node in self.names.items()}

    def _node(self, data=None):
        self._numbers += 1
        return Node(self._numbers, bytearray() if data is None else data)

    def image(self):
        return {path: bytes(node.data) for path, node in self.names.items()}

    def _done(self, kind, target, *details):
        self.steps.append(Step(kind, target, details))

    def is_left_out(self, kind):
        site = f"{kind} of {_site()}"
        self.sites.append(site)
        if self._ignored is None or not self._ignored(site):
            return False
        self.left_out = min(self.left_out, len(self.steps))
        return True

    def take(self, count):
        """Return how many of so many bytes there is room for."""
        if self.room is None:
            return count
        taken = min(count, self.room)
        self.room -= taken
        return taken

    def open(self, path, *, write=False, create=False, empty=False):  # noqa: ARG002 - a disk's way
        name, node = str(path), self.names.get(str(path))
        if node is None:
            if not create:
                raise FileNotFoundError(2, "No such file or directory", name)
            if not self.take(1):
                raise OSError(28, "No space left on device")
            node = self.names[name] = self._node()
            self._done("link", str(path.parent), name, node.number)
        if empty and node.data:
            node.data.clear()
            self._done("truncate", node.number, 0)
        return SimulatedFile(self, node)

    def status(self, path):
        if path not in self.names:
            raise FileNotFoundError(2, "No such file or directory", path)
        return _status(self.names[path], len(self.steps))

    def exists(self, path):
        return str(path) in self.names or str(path) in self.folders

    def rename(self, path, new):
        if self.is_left_out("rename"):
            return
        self.names[str(new)] = self.names.pop(str(path))
        self._done("rename", str(path.parent), str(path), str(new), self.names[str(new)].number)

    def unlink(self, path):
        if self.names.pop(str(path), None) is None:
            raise FileNotFoundError(2, "No such file or directory", str(path))
        self._done("unlink", str(path.parent), str(path))

    def make_folder(self, path):
        if str(path) not in self.folders:
            self.folders.add(str(path))
            self._done("folder", str(path.parent), str(path))

    def sync_folder(self, path):
        if not self.is_left_out("sync"):
            self._done("sync_folder", str(path))


class SimulatedFile:
    """An open file of a simulated disk."""

    def __init__(self, disk, node):
        self._disk, self._node = disk, node

    def read(self, count, offset):
        return bytes(self._node.data[offset : offset + count])

    def write(self, data, offset):
        kept = bytes(data[: self._disk.take(len(data))])
        _write(self._node.data, offset, kept)
        self._disk._done("write", self._node.number, offset, kept)
        if len(kept) < len(data):
            raise OSError(28, "No space left on device")

    def truncate(self, size):
        _truncate(self._node.data, size)
        self._disk._done("truncate", self._node.number, size)

    def status(self):
        return _status(self._node, len(self._disk.steps))

    def sync(self):
        if not self._disk.is_left_out("sync"):
            self._disk._done("sync", self._node.number)

    def lock(self):
        return True

    def close(self):
        pass


def _status(node, time):
    return Status(node.number, len(node.data), time)


def _write(data, offset, new):
    if new and len(data) < offset:
        data.extend(bytes(offset - len(data)))
    data[offset : offset + len(new)] = new


def _truncate(data, size):
    del data[size:]
    data.extend(bytes(size - len(data)))


def _site():
    """Return the three innermost functions of the index that lead to an operation, the innermost first."""
    names, frame = [], sys._getframe(2)
    while frame is not None:
        if "indexer" in PurePath(frame.f_code.co_filename).parts[-2:-1] and "tests" not in (
            PurePath(frame.f_code.co_filename).parts
        ):
            names.append(frame.f_code.co_qualname)
        frame = frame.f_back
    return " < ".join(names[:3])


def crash_images(disk, cut, rng, most):
    """Yield what may be on the disk when the power goes before step `cut`: at most `most` images.

    The first ones are: all that was done, and only what was synced. All others are gone through when they
    are few, and drawn at random otherwise.
    """
    steps = disk.steps[:cut]
    synced_files, synced_folders = {}, {}
    for at, step in enumerate(steps):
        if step.kind == "sync":
            synced_files[step.target] = at
        elif step.kind == "sync_folder":
            synced_folders[step.target] = at
    loose = []
    for at, step in enumerate(steps):
        is_content = step.kind in ("write", "truncate")
        synced = synced_files if is_content else synced_folders
        if not step.kind.startswith("sync") and at > synced.get(step.target, -1):
            loose.append((at, _fates(step, rng)))
    yield _applied(disk, steps, {})
    yield _applied(disk, steps, {at: "lost" for at, _ in loose})
    total = 1
    for _, fates in loose:
        total *= len(fates)
    if total <= most:
        choices = product(*(fates for _, fates in loose))
    else:
        choices = (tuple(rng.choice(fates) for _, fates in loose) for _ in range(most))
    for choice in islice(choices, most):
        yield _applied(disk, steps, {at: fate for (at, _), fate in zip(loose, choice, strict=True)})


def _fates(step, rng):
    if step.kind != "write" or not step.details[1]:
        return ("kept", "lost")
    offset, data = step.details
    sector = min(len(data), SECTOR - offset % SECTOR)
    places = sorted({sector, rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)})
    torn = [("head", place) for place in places] + [("tail", place) for place in places]
    return ("kept", "lost", "zeros", *torn)


def _applied(disk, steps, fates):
    """Return {path: content} after steps, each with its fate."""
    files = {number: bytearray(data) for number, data in disk.first.values()}
    names = {path: number for path, (number, _) in disk.first.items()}
    missing = set()  # folders that did not last
    for at, step in enumerate(steps):
        fate = fates.get(at, "kept")
        if step.kind in ("write", "truncate"):
            _apply_content(files.setdefault(step.target, bytearray()), step, fate)
        elif step.kind == "folder" and fate == "lost":
            missing.add(step.details[0])
        elif fate != "lost" and step.kind == "link":
            names[step.details[0]] = step.details[1]
        elif fate != "lost" and step.kind == "rename":
            names.pop(step.details[0], None)
            names[step.details[1]] = step.details[2]
        elif fate != "lost" and step.kind == "unlink":
            names.pop(step.details[0], None)
    return {
        path: bytes(files.get(number, b""))
        for path, number in names.items()
        if not missing & set(map(str, PurePath(path).parents))
    }


def _apply_content(data, step, fate):
    if fate == "lost":
        return
    if step.kind == "truncate":
        _truncate(data, step.details[0])
        return
    offset, new = step.details
    if fate == "zeros":
        _write(data, offset, bytes(len(new)))
    elif fate == "kept":
        _write(data, offset, new)
    elif fate[0] == "head":
        _write(data, offset, new[: fate[1]])
    else:
        _write(data, offset + fate[1], new[fate[1] :])
