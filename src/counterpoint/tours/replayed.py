"""Runs are replayed by the reference semantics before they are shown."""

from __future__ import annotations

from random import Random

from ..alarm import require_going_on
from ..certificate import Extent
from ..errors import Undecided
from ..model.network import Network
from ..model.system import System
from ..verdict import Trace
from .runs import Runs

REPLAYED = 1000
"""Events that are replayed of a sample of runs."""


def require_runs(system: System, runs: Runs, extent: Extent, seed: int) -> None:
    """Raise unless a system allows these runs, or as many of them as `extent` says.

    Raises `BadTrace`, `DifferentRun` if a program does something else, and `Undecided` if it is not
    certain that it does the same.
    """
    if extent is Extent.NONE:
        return
    if extent is Extent.ALL:
        for run in runs:
            require_going_on()
            _replay(run, system)
        return
    left = REPLAYED
    for number in Random(seed).sample(range(len(runs)), min(len(runs), REPLAYED)):
        require_going_on()
        part = runs.beginning(number, left)
        _replay(part, system)
        left -= len(part.steps) + 1
        if left <= 0:
            break


def _replay(run: Trace, system: System) -> None:
    run.replay(system)
    if isinstance(system, Network) and (doubt := system.origin.rehearse(run.events)):
        raise Undecided(doubt)
