"""Which folder, section and host an address belongs to, by number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookclear.text.growing import Growing


class Folders:
    """Numbers for (folder, section, host) of the targets, in the order of their numbers."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._of_target = Growing(np.int32)

    def __len__(self) -> int:
        return len(self._numbers)

    def know(self, keys: Sequence[str]) -> None:
        """Take in the targets that came since the last call; `keys` are those of all targets."""
        for key in keys[len(self._of_target) // 3 :]:
            self._of_target.extend(self.of_key(key))

    def of_key(self, key: str) -> tuple[int, int, int]:
        """Return the numbers of the folder, the first folder below the host, and the host of an address.

        >>> Folders().of_key("http://a.example/wp/s/Soil.htm")
        (0, 1, 2)
        """
        place, _, _ = key.partition("?")
        folder = place.rpartition("/")[0]
        parts = place.split("/", 4)
        host = "/".join(parts[:3])
        section = "/".join(parts[:4]) if len(parts) > 4 else host + "/"
        return self._number(folder + "/"), self._number("s " + section), self._number("h " + host)

    def of(self, targets: NDArray[np.integer] | slice) -> NDArray[np.int32]:
        """Return the numbers of targets: one row each, of folder, section and host."""
        return self._of_target.values.reshape(-1, 3)[targets]

    def _number(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))
