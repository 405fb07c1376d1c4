"""What workers cost, measured, and what that foretells for many: `python bench/scaling.py`.

The time of a search by W workers, each with a core of its own, is taken to be

    sum over levels of  (steps / W) * skew * (step + crossing * (W - 1) / W)  +  barrier(W)

where a step costs `step` seconds (it is made, sorted, and looked up), one that leads to a state of
another worker costs `crossing` more, and `barrier` is what a level costs however small it is: it
grows with W and with W * W, as each worker sends to each. The four constants are measured on this
machine: by one worker, by two, and by up to eight in a space of many small levels. The largest
share of a level with n states is about 1 + sqrt(2 * ln(W) * W / n) times the mean.

What the model says of 1, 2 and 4 workers stands beside what was measured, then what it foretells
for 16, 64 and 256. Four workers share the two cores of this machine, which counts as two.
"""

from __future__ import annotations

import math
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from counterpoint import Model
from counterpoint.engines.base.cluster import Cluster
from counterpoint.engines.base.task import EVERYTHING
from counterpoint.engines.search.cluster.hiring import search_on
from counterpoint.engines.search.levels.of_model import ModelStepper
from counterpoint.engines.search.levels.recipe import recipe_of
from counterpoint.engines.search.levels.search import LevelSearch
from counterpoint.engines.search.levels.sizes import Sizes
from counterpoint.examples.connect_four import model as connect_four
from counterpoint.model.step import step
from counterpoint.stopped import NOT_STOPPED, Stopped

CORES = os.cpu_count() or 1
DEPTH = 200
"""The levels of the space of small levels."""


@dataclass(frozen=True)
class Profile:
    """A space: how many states each of its levels has, and how many steps a state has."""

    name: str
    levels: tuple[float, ...]
    degree: float


@dataclass(frozen=True)
class Costs:
    """The constants, in seconds; `barriers` has what a level costs for some numbers of workers."""

    step: float
    crossing: float
    barriers: dict[int, float]

    def barrier(self, workers: int) -> float:
        """A parabola through what was measured, or what was measured itself."""
        if workers in self.barriers:
            return self.barriers[workers]
        counts = np.array(sorted(self.barriers), float)
        columns = np.stack([np.ones_like(counts), counts, counts**2], axis=1)
        seconds = np.array([self.barriers[int(count)] for count in counts])
        found, *_ = np.linalg.lstsq(columns, seconds, rcond=None)
        return float(found @ np.array([1.0, workers, workers**2]))

    def seconds(self, of: Profile, workers: int, cores: int) -> tuple[float, float, float]:
        """The seconds of a search, and those of them that barriers and skew take."""
        at_once = min(workers, cores)
        each = self.step + self.crossing * (workers - 1) / workers
        evenly = sum(of.levels) * of.degree * each / at_once
        skewed = sum(n * skew(workers, n) for n in of.levels) * of.degree * each / at_once
        waits = len(of.levels) * self.barrier(workers)
        return skewed + waits, waits, skewed - evenly


def skew(workers: int, states: float) -> float:
    """How much larger the largest share is than the mean, if states are spread at random."""
    if workers == 1 or not states:
        return 1.0
    return min(workers, 1 + math.sqrt(2 * math.log(workers) * workers / states))


def counters(many: int) -> Model:
    """Some counters of ten."""
    model = Model("counters")
    values = model.array("values", range(many), range(10), init=0)

    @model.action(at=range(many))
    def up(at):
        return step(when=values[at] < 9, set={values[at]: values[at] + 1})

    return model


def of_counters(many: int, times: float = 1.0) -> Profile:
    """The levels of counters: the sums of so many digits; or of a space as wide as so many."""
    levels = np.ones(1)
    for _ in range(many):
        levels = np.convolve(levels, np.ones(10))
    return Profile(f"{many} counters of ten", tuple(levels * times), many * 0.9)


def of_model(name: str, model: Model) -> Profile:
    """The levels of a model, by searching it."""
    with tempfile.TemporaryDirectory() as folder:
        found = LevelSearch(ModelStepper(model), Path(folder, "states"), Sizes(), EVERYTHING)
        with found as search:
            search.run()
            levels = tuple(float(level.states) for level in search.levels)
            degree = search.gathered.steps / search.states
            search.discard()
    return Profile(name, levels, degree)


def chain() -> Model:
    """A space of many levels with one state."""
    model = Model("chain")
    n = model.var("n", range(DEPTH), init=0)

    @model.action
    def up():
        return step(when=n < DEPTH - 1, set={n: n + 1})

    return model


def measured(model: Model, workers: int) -> float:
    """The seconds of a search by workers that have begun."""
    stepper = ModelStepper(model)
    recipe = recipe_of(model, (), EVERYTHING.limits, EVERYTHING.tuning)
    with tempfile.TemporaryDirectory() as folder:
        states = Path(folder, "states")
        found = search_on(
            Cluster("local", workers), stepper, recipe, states, EVERYTHING, enough, ()
        )
        with found as search:
            begun = time.perf_counter()
            stopped = search.run()
            assert not stopped, stopped
            return time.perf_counter() - begun


def enough(_answers: object) -> Stopped:
    """Nothing ends a search early."""
    return NOT_STOPPED


def main() -> None:
    barriers = {w: measured(chain(), w) / DEPTH for w in (1, 2, 4, 8)}
    wide = of_counters(7)
    seconds = {w: measured(counters(7), w) for w in (1, 2, 4)}
    steps = sum(wide.levels) * wide.degree
    each = (seconds[1] - len(wide.levels) * barriers[1]) / steps
    two = (seconds[2] - len(wide.levels) * barriers[2]) * 2 / steps
    costs = Costs(each, max(0.0, (two - each) * 2), barriers)
    print(f"A step: {each * 1e9:.0f} ns; one that crosses: {costs.crossing * 1e9:.0f} ns more.")
    said = ", ".join(f"{1e3 * of:.1f} ms by {w}" for w, of in barriers.items())
    print(f"A level: {said} workers.\n")
    print("| 10^7 states, by workers | measured, s | by the model, s |\n| --- | --- | --- |")
    for w, found in seconds.items():
        print(f"| {w} | {found:.1f} | {costs.seconds(wide, w, CORES)[0]:.1f} |")
    many = (16, 64, 256)
    print("\n| space | states | " + " | ".join(f"by {w}" for w in many) + " |")
    print("| --- | --- | " + " | ".join("---" for _ in many) + " |")
    for of in _profiles(wide):
        alone = costs.seconds(of, 1, 1)[0]
        cells = [_said(costs.seconds(of, w, w), alone) for w in many]
        print(
            f"| {of.name}, {len(of.levels):,} levels | {sum(of.levels):.1e} | {' | '.join(cells)} |"
        )


def _profiles(wide: Profile) -> list[Profile]:
    return [
        of_model("connect_four", connect_four()),
        wide,
        of_counters(9),
        Profile("wide", tuple([1e8] * 100), 8.0),
        Profile("narrow", tuple([1e4] * 100_000), 8.0),
    ]


def _said(seconds: tuple[float, float, float], alone: float) -> str:
    """How many times faster than one worker, and what takes most of what is lost."""
    all_, waits, skewed = seconds
    faster = alone / all_
    if max(waits, skewed) < all_ / 5:
        return f"{faster:.1f} times"
    return f"{faster:.1f} times ({'barrier' if waits > skewed else 'skew'})"


if __name__ == "__main__":
    main()
