"""How the particles of a swarm move: the numbers of each published rule, and the step itself.

Standard swarm: Kennedy & Eberhart 1995; falling inertia: Shi & Eberhart 1998; constriction: Clerc & Kennedy
2002. BWPSO is named in Peng 2007, which prints no formula; we read *best-worst*: particles are drawn to the
best and pushed off the worst place they have met. The push, its fading, and the re-scattering are our
reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
TINY = 1e-12  # ε: keeps the direction of a particle that sits on its worst place at 0


@dataclass(frozen=True, slots=True)
class SwarmRule:
    """One way to move: `inertia` falls in a straight line from its first to its second value.

    `pull` = c₁ = c₂, towards the particle's and the swarm's best; `push` = c₃, off the particle's worst.
    `scatter_after` iterations without progress the worse half is drawn anew; 0 never does.
    """

    name: str
    inertia: tuple[float, float]
    pull: float
    push: float = 0.0
    scatter_after: int = 0
    particles: int = 30
    iterations: int = 2_000

    def inertia_at(self, iteration: int) -> float:
        """Return w at an iteration, counted from 1."""
        first, last = self.inertia
        return first + (last - first) * (iteration - 1) / max(1, self.iterations - 1)


LINEAR = SwarmRule("PSO, linear inertia", (0.9, 0.4), 2.0)
CONSTRICTION = SwarmRule("PSO, constriction", (0.7298, 0.7298), 1.49618)
BWPSO = SwarmRule("BWPSO", (0.65, 0.65), 1.49618, push=0.1, scatter_after=60)


@dataclass(frozen=True, slots=True)
class Places:
    """Where particles are and have been; arrays of shape (…, particles, dimensions)."""

    now: Floats
    best: Floats  # of each particle
    worst: Floats  # of each particle
    top: Floats  # the best place of the swarm, (…, 1, dimensions)


def step(velocity: Floats, places: Places, rule: SwarmRule, inertia: float, chance: Floats) -> Floats:
    """Return the next velocities, before they are cut to ±v_max.

    `chance` holds the random factors in 0..1, shape (…, 2 or 3, particles, dimensions); the third is read
    when the rule pushes:
    `w·v + c₁r₁⊙(pb − x) + c₂r₂⊙(gb − x) + c₃r₃⊙(x − pw)/(‖x − pw‖ + ε)·‖gb − x‖`.
    """
    to_top = places.top - places.now
    moved: Floats = (
        inertia * velocity
        + rule.pull * chance[..., 0, :, :] * (places.best - places.now)
        + rule.pull * chance[..., 1, :, :] * to_top
    )
    if rule.push:
        away = places.now - places.worst
        scale = np.linalg.norm(to_top, axis=-1) / (np.linalg.norm(away, axis=-1) + TINY)
        moved += rule.push * chance[..., 2, :, :] * away * scale[..., None]
    return moved
