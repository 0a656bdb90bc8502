"""Compare BWPSO with the standard particle swarm and with controls on six test functions.

Run as `python -m benchmarks.bwpso [--seeds 50] [--iterations 2000]`. For each function and rule it prints how
many of the seeds reach the goal and the median of the iterations they need (a failure counts them all), then
Mann-Whitney's U test of BWPSO against each other rule. The controls tell what each part is worth: the
re-scattering alone, and the lower inertia without the push off the worst place. Optima are moved off the
centre, except Rosenbrock's, since centred ones flatter any swarm. Exit status 1 when a goal is missed: BWPSO
needs fewer iterations than the swarm of falling inertia on at least four of the six functions (p < .01), and
the share of seeds that succeed differs nowhere from what the rules were chosen by (Fisher's exact test,
p < .01).
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.stats import fisher_exact, mannwhitneyu

from lookclear.optimise import BWPSO, CONSTRICTION, LINEAR, Box, Found, SwarmRule, minimise_all

Floats = NDArray[np.float64]
DIMENSIONS = 30
OFF_CENTRE = 0.3  # of the range, at most, in each dimension
RULES = (
    LINEAR,
    CONSTRICTION,
    replace(CONSTRICTION, name="constriction + re-scatter", scatter_after=BWPSO.scatter_after),
    replace(BWPSO, name="w .65, no repulsion", push=0.0),
    BWPSO,
)
# Successes of 50 seeds when the rules were chosen (docs/algorithms.md), in the order of RULES.
CHOSEN_BY = {
    "Sphere": (50, 50, 50, 50, 50),
    "Rosenbrock": (38, 48, 48, 47, 46),
    "Rastrigin": (50, 48, 50, 50, 50),
    "Griewank": (50, 46, 46, 39, 50),
    "Ackley": (47, 4, 50, 36, 35),
    "Schaffer f6": (49, 35, 47, 41, 46),
}


@dataclass(frozen=True, slots=True)
class Landscape:
    """A function to minimise: its range is ±`reach`, and `goal` counts as found."""

    name: str
    value: Callable[[Floats], Floats]  # over the last axis
    reach: float
    goal: float
    dimensions: int = DIMENSIONS
    is_moved: bool = True


def sphere(x: Floats) -> Floats:
    return np.einsum("...i,...i->...", x, x)


def rosenbrock(x: Floats) -> Floats:
    now, after = x[..., :-1], x[..., 1:]
    total: Floats = (100 * (after - now**2) ** 2 + (1 - now) ** 2).sum(axis=-1)
    return total


def rastrigin(x: Floats) -> Floats:
    total: Floats = (x * x - 10 * np.cos(2 * np.pi * x) + 10).sum(axis=-1)
    return total


def griewank(x: Floats) -> Floats:
    number = np.sqrt(np.arange(1, x.shape[-1] + 1))
    total: Floats = (x * x).sum(axis=-1) / 4000 - np.cos(x / number).prod(axis=-1) + 1
    return total


def ackley(x: Floats) -> Floats:
    spread = np.exp(-0.2 * np.sqrt((x * x).mean(axis=-1)))
    total: Floats = -20 * spread - np.exp(np.cos(2 * np.pi * x).mean(axis=-1)) + 20 + np.e
    return total


def schaffer(x: Floats) -> Floats:
    squared = (x * x).sum(axis=-1)
    total: Floats = 0.5 + (np.sin(np.sqrt(squared)) ** 2 - 0.5) / (1 + 0.001 * squared) ** 2
    return total


LANDSCAPES = (
    Landscape("Sphere", sphere, 100.0, 0.01),
    Landscape("Rosenbrock", rosenbrock, 30.0, 100.0, is_moved=False),
    Landscape("Rastrigin", rastrigin, 5.12, 100.0),
    Landscape("Griewank", griewank, 600.0, 0.1),
    Landscape("Ackley", ackley, 32.0, 0.1),
    Landscape("Schaffer f6", schaffer, 100.0, 1e-5, dimensions=2),
)


def runs(landscape: Landscape, rule: SwarmRule, seeds: int) -> list[Found]:
    """Run a rule from each seed; the optimum of a seed is at the same place for every rule."""
    shifts = np.zeros((seeds, landscape.dimensions))
    if landscape.is_moved:
        for seed in range(seeds):
            drawn = np.random.default_rng([seed, 1]).uniform(-OFF_CENTRE, OFF_CENTRE, landscape.dimensions)
            shifts[seed] = drawn * landscape.reach
    box = Box.cube(landscape.dimensions, -landscape.reach, landscape.reach)
    generators = [np.random.default_rng([seed, 2]) for seed in range(seeds)]
    return minimise_all(
        lambda places, run: landscape.value(places - shifts[run][:, None, :]),
        box,
        generators,
        rule,
        landscape.goal,
    )


def table(seeds: int, iterations: int) -> Iterator[tuple[Landscape, Mapping[str, list[Found]]]]:
    """Print a line for each function and yield what was found."""
    print(f"{'function':14}" + "".join(f"{rule.name:>27}" for rule in RULES))
    for landscape in LANDSCAPES:
        found = {rule.name: runs(landscape, replace(rule, iterations=iterations), seeds) for rule in RULES}
        cells = []
        for rule in RULES:
            successes = sum(one.reached for one in found[rule.name])
            cells.append(f"{f'{successes} / {median(found[rule.name], iterations):.0f}':>27}")
        print(f"{landscape.name:14}" + "".join(cells), flush=True)
        yield landscape, found


def needed(found: list[Found], iterations: int) -> list[int]:
    return [one.iterations if one.reached else iterations for one in found]


def median(found: list[Found], iterations: int) -> float:
    return float(np.median(needed(found, iterations)))


def compared(
    results: list[tuple[Landscape, Mapping[str, list[Found]]]], seeds: int, iterations: int
) -> list[str]:
    """Print ratios and tests of BWPSO against each other rule; return the goals missed."""
    print(f"\n{'BWPSO against':14}" + "".join(f"{rule.name:>27}" for rule in RULES[:-1]))
    missed, faster = [], 0
    for landscape, found in results:
        ours = needed(found[BWPSO.name], iterations)
        cells = []
        for rule in RULES[:-1]:
            theirs = needed(found[rule.name], iterations)
            p = float(mannwhitneyu(ours, theirs).pvalue) if ours != theirs else 1.0
            ratio = float(np.median(theirs)) / float(np.median(ours))
            cells.append(f"{f'{ratio:.2f} x (p {p:.1g})':>27}")
            if rule is LINEAR and p < 0.01:
                faster += ratio > 1
        missed += list(differing(landscape, found, seeds)) if iterations == BWPSO.iterations else []
        print(f"{landscape.name:14}" + "".join(cells))
    if faster < 4:
        missed.append(f"faster than falling inertia on {faster} functions only")
    return missed


def differing(landscape: Landscape, found: Mapping[str, list[Found]], seeds: int) -> Iterator[str]:
    """Tell which rules succeed more or less often than when they were chosen."""
    for rule, before in zip(RULES, CHOSEN_BY[landscape.name], strict=True):
        now = sum(one.reached for one in found[rule.name])
        if fisher_exact([[now, seeds - now], [before, 50 - before]]).pvalue < 0.01:
            yield f"{rule.name} on {landscape.name}: {now} of {seeds} seeds succeed, {before} of 50 before"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=50, help="runs of each rule and function (default 50)")
    parser.add_argument("--iterations", type=int, default=2_000, help="at most (default 2000)")
    options = parser.parse_args()
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}; {options.seeds} seeds, "
        f"{BWPSO.particles} particles, up to {options.iterations} iterations; successes / median iterations\n"
    )
    start = time.process_time()
    results = list(table(options.seeds, options.iterations))
    missed = compared(results, options.seeds, options.iterations)
    print(f"\nprocessor time {time.process_time() - start:.0f} s")
    print("\n".join(["goals missed:", *missed]) if missed else "all goals reached")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
