"""A particle swarm, run once or many times side by side.

Each run has a random generator of its own, so it comes to the same end alone and among others. Particles may
fly out of the box and are judged there; a function that means its box says +inf outside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lookclear.optimise.rules import BWPSO, Floats, Places, SwarmRule, step

PROGRESS = 1e-3  # relative improvement of the best value that counts
# (positions of shape (runs, particles, dimensions), numbers of the runs) -> values (runs, particles)
Judge: TypeAlias = Callable[[Floats, NDArray[np.int64]], Floats]


@dataclass(frozen=True, slots=True)
class Box:
    """Where particles start: between `low` and `high`, one entry a dimension."""

    low: Floats
    high: Floats

    def __post_init__(self) -> None:
        """Refuse a box without inside."""
        if not (len(self.low) == len(self.high) and len(self.low) and np.all(self.low < self.high)):
            raise ValueError("a box needs a low and a greater high value in at least one dimension")

    @classmethod
    def cube(cls, dimensions: int, low: float, high: float) -> Box:
        """Return a box that is alike in all dimensions."""
        return cls(np.full(dimensions, low), np.full(dimensions, high))

    @property
    def fastest(self) -> Floats:
        """v_max: half the range."""
        return (self.high - self.low) / 2

    def drawn(self, generator: np.random.Generator, count: int) -> Floats:
        """Return places drawn uniformly, shape (count, dimensions)."""
        return self.low + (self.high - self.low) * generator.random((count, len(self.low)))


@dataclass(frozen=True, slots=True)
class Found:
    """The best place of a run, its value, and the iterations it took (all of them when no goal was met)."""

    place: Floats
    value: float
    iterations: int
    reached: bool


def minimise(
    judge: Callable[[Floats], Floats],
    box: Box,
    generator: np.random.Generator,
    rule: SwarmRule = BWPSO,
    goal: float = -np.inf,
    starts: Sequence[Floats] = (),
) -> Found:
    """Return the lowest value met of a function over places of shape (particles, dimensions).

    The first particles start at `starts`, so the result is never worse than these. A value that is not a
    number counts as +inf. Equal generators give equal results.
    """
    runs = minimise_all(lambda places, _: judge(places[0])[None], box, [generator], rule, goal, starts)
    return runs[0]


def minimise_all(
    judge: Judge,
    box: Box,
    generators: Sequence[np.random.Generator],
    rule: SwarmRule = BWPSO,
    goal: float = -np.inf,
    starts: Sequence[Floats] = (),
) -> list[Found]:
    """Run one swarm for each generator, all at once; a run that met its goal stops."""
    swarm = _Swarms.drawn(judge, box, generators, rule, starts)
    found: list[Found | None] = [None] * len(generators)
    for iteration in range(1, rule.iterations + 1):
        for run in np.flatnonzero(swarm.top_value <= goal).tolist():
            found[swarm.run[run]] = swarm.found(run, iteration, reached=True)
        swarm.keep(np.flatnonzero(swarm.top_value > goal))
        if not len(swarm.run):
            break
        swarm.move(iteration)
    for run in range(len(swarm.run)):
        reached = bool(swarm.top_value[run] <= goal)
        found[swarm.run[run]] = swarm.found(run, rule.iterations, reached=reached)
    return [one for one in found if one is not None]


@dataclass(slots=True)
class _Swarms:
    """The runs that still go on; arrays of shape (runs, particles, dimensions) or (runs, particles)."""

    judge: Judge
    box: Box
    rule: SwarmRule
    generators: list[np.random.Generator]
    run: NDArray[np.int64]  # number of each run that goes on
    now: Floats
    velocity: Floats
    best: Floats = field(init=False)
    worst: Floats = field(init=False)
    best_value: Floats = field(init=False)
    worst_value: Floats = field(init=False)
    top: Floats = field(init=False)
    top_value: Floats = field(init=False)
    mark: Floats = field(init=False)  # the value that progress is measured from
    idle: NDArray[np.int64] = field(init=False)  # iterations without progress

    @classmethod
    def drawn(
        cls,
        judge: Judge,
        box: Box,
        generators: Sequence[np.random.Generator],
        rule: SwarmRule,
        starts: Sequence[Floats],
    ) -> _Swarms:
        now = np.stack([box.drawn(one, rule.particles) for one in generators])
        for at, start in enumerate(starts[: rule.particles]):
            now[:, at] = start
        spread = np.stack([one.random(now.shape[1:]) for one in generators])
        velocity = (2 * spread - 1) * box.fastest
        swarm = cls(judge, box, rule, list(generators), np.arange(len(now)), now, velocity)
        values = swarm._values()
        swarm.best, swarm.worst = now.copy(), now.copy()
        swarm.best_value, swarm.worst_value = values.copy(), values.copy()
        first = values.argmin(axis=1)
        each = np.arange(len(now))
        swarm.top, swarm.top_value = now[each, first].copy(), values[each, first].copy()
        swarm.mark, swarm.idle = swarm.top_value.copy(), np.zeros(len(now), np.int64)
        return swarm

    def keep(self, runs: NDArray[np.int64]) -> None:
        """Go on with these runs only."""
        if len(runs) == len(self.run):
            return
        self.generators = [self.generators[run] for run in runs]
        for name in ("run", "now", "velocity", "best", "worst", "best_value", "worst_value"):
            setattr(self, name, getattr(self, name)[runs])
        for name in ("top", "top_value", "mark", "idle"):
            setattr(self, name, getattr(self, name)[runs])

    def found(self, run: int, iteration: int, *, reached: bool) -> Found:
        return Found(self.top[run].copy(), float(self.top_value[run]), iteration, reached)

    def move(self, iteration: int) -> None:
        """Take one step with all particles and judge where they are then."""
        factors = 3 if self.rule.push else 2
        chance = np.stack([one.random((factors, *self.now.shape[1:])) for one in self.generators])
        places = Places(self.now, self.best, self.worst, self.top[:, None, :])
        moved = step(self.velocity, places, self.rule, self.rule.inertia_at(iteration), chance)
        self.velocity = np.clip(moved, -self.box.fastest, self.box.fastest)
        self.now = self.now + self.velocity
        self._scatter()
        self._remember(self._values())

    def _scatter(self) -> None:
        """Draw the worse half of each swarm that is stuck anew, at rest and without memory."""
        if not self.rule.scatter_after:
            return
        half = self.rule.particles // 2
        for run in np.flatnonzero(self.idle >= self.rule.scatter_after):
            worse = np.argsort(self.best_value[run], kind="stable")[-half:]
            self.now[run, worse] = self.box.drawn(self.generators[run], half)
            self.velocity[run, worse] = 0.0
            self.best_value[run, worse], self.worst_value[run, worse] = np.inf, -np.inf
            self.best[run, worse] = self.worst[run, worse] = self.now[run, worse]
            self.idle[run] = 0

    def _remember(self, values: Floats) -> None:
        better, worse = values < self.best_value, values > self.worst_value
        self.best_value[better], self.best[better] = values[better], self.now[better]
        self.worst_value[worse], self.worst[worse] = values[worse], self.now[worse]
        first = values.argmin(axis=1)
        each = np.arange(len(values))
        lowest = values[each, first]
        improved = lowest < self.top_value
        self.top[improved] = self.now[each, first][improved]
        self.top_value[improved] = lowest[improved]
        known = np.isfinite(self.mark)
        least = np.where(known, PROGRESS * np.abs(np.where(known, self.mark, 0.0)), 0.0)
        progress = self.top_value < self.mark - least
        self.mark[progress] = self.top_value[progress]
        self.idle = np.where(progress, 0, self.idle + 1)

    def _values(self) -> Floats:
        values = np.array(self.judge(self.now, self.run), np.float64)
        values[np.isnan(values)] = np.inf
        return values
