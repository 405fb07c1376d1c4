"""Check an invariant of any states, one state and one step at a time.

Initial states, states on random runs, and states drawn from all that can be written down are
checked: whether the invariant is true in them, whether steps preserve that, and whether the goal is
false. Where few states can be written down, or are reached, all of them are checked, and nothing
else is left to trust.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar

from ..alarm import require_going_on
from ..certificate import Audited, Effort, Extent
from ..data import dataclass
from ..errors import OutOfSort
from ..model.system import Label
from .reference import MANY_STEPS, TooManySteps
from .wrong import Stated, Wrong

S = TypeVar("S", bound=Stated)

ALL_STATES = "states that cannot all be listed"


@dataclass(frozen=True)
class Invariant(Generic[S]):
    """The claim that no run from the `starts` by these `steps` reaches a goal, and why.

    States are numbered from 0 on; `encoded` is their number. `length` and `apart` are as in
    `Inductive`. If the steps are a sample, they are not `all_steps`.
    """

    starts: Callable[[], Iterable[S]]
    steps: Callable[[S], Sequence[tuple[Label, S]]]
    holds: Callable[[S], bool]
    goal: Callable[[S], bool]
    apart: Callable[[S], Hashable]
    state: Callable[[int], S]
    encoded: int
    length: int
    all_steps: bool


def audit_invariant(of: Invariant[S], effort: Effort) -> Audited:
    """What was checked of an invariant, and the first fault."""
    if effort.is_over:
        return Audited(0, of.encoded)
    return _Audit(of, effort).run()


class _Audit(Generic[S]):
    def __init__(self, of: Invariant[S], effort: Effort) -> None:
        self._of, self._effort = of, effort
        self._rng = random.Random(effort.seed)
        self._looked = 0
        self._skipped = False

    def run(self) -> Audited:
        fault, whole = "", False
        try:
            whole = self._look()
        except Wrong as wrong:
            fault = said(wrong)
        except OutOfSort as error:
            fault = f"a step leaves the sort of a variable: {error.message}"
        unchecked = () if whole and self._of.all_steps else (ALL_STATES,)
        if self._skipped:
            unchecked = (*unchecked, MANY_STEPS)
        return Audited(self._looked, self._of.encoded, unchecked, fault)

    def _look(self) -> bool:
        """Check initial states, runs, and states that can be written down; whether that is all.

        Where steps are a sample, so are the states: no number of them would be all there is.
        """
        effort, of = self._effort, self._of
        thorough = effort.extent is Extent.ALL and of.all_steps
        most = max(effort.states, effort.whole) if thorough else effort.states
        end = time.perf_counter() + (float("inf") if thorough else effort.seconds)
        starts = list(islice(of.starts(), most))
        for here in starts:
            self._look_at(here, "an initial state")
        if thorough and self._explored(starts):
            return True
        for here in islice(self._on_runs(starts), effort.states):
            self._look_at(here, "a reached state", and_steps=True)
            if time.perf_counter() > end:
                return False
        if of.length < 0:
            return False
        if of.encoded <= most:
            for number in range(of.encoded):
                self._look_at(of.state(number), and_steps=True)
            return not of.length
        for _ in range(effort.states):
            self._look_at(of.state(self._rng.randrange(of.encoded)), and_steps=True)
            if time.perf_counter() > end:
                break
        return False

    def _explored(self, starts: list[S]) -> bool:
        """Check every reached state, if there are few enough; whether that was all of them."""
        todo, met = list(starts), set(starts)
        while todo:
            here = todo.pop()
            self._require_inside(here, "a reached state")
            self._examine(here)
            new = {there for _, there in self._of.steps(here)} - met
            met |= new
            todo += new
            if len(met) > self._effort.whole:
                return False
        return True

    def _on_runs(self, starts: list[S]) -> Iterator[S]:
        """States on random runs, each of about as many steps as there are runs."""
        if not starts:
            return
        length = max(1, int(self._effort.states**0.5))
        while True:
            here = self._rng.choice(starts)
            for _ in range(length):
                yield here
                try:
                    steps = self._of.steps(here)
                except TooManySteps:
                    break
                if not steps:
                    break
                here = self._rng.choice(steps)[1]

    def _look_at(self, here: S, inside: str = "", *, and_steps: bool = False) -> None:
        """Check a state; with `inside`, as one that is reached. Passes over what cannot be listed.

        Raises `Wrong`.
        """
        try:
            if inside:
                self._require_inside(here, inside)
            if and_steps:
                self._examine(here)
        except TooManySteps:
            self._skipped = True

    def _require_inside(self, here: S, what: str) -> None:
        if not self._of.holds(here):
            raise Wrong(f"{what} violates the invariant", here)
        if self._of.goal(here):
            raise Wrong(f"{what} is one that was said not to be reached", here)

    def _examine(self, here: S) -> None:
        """Raise `Wrong` if the claim is false in this state, or in a step out of it."""
        require_going_on()
        self._looked += 1
        if not self._of.holds(here):
            return
        if self._of.length:
            self._follow(here)
            return
        if self._of.goal(here):
            raise Wrong("a state that is not to be reached satisfies the invariant", here)
        for label, there in self._of.steps(here):
            if not self._of.holds(there):
                raise Wrong(f"{label} leads out of the invariant", here)

    def _follow(self, here: S) -> None:
        """Follow one random run of different states from here, as far as the induction goes."""
        apart, goal = self._of.apart, self._of.goal
        met: set[Hashable] = set()
        while len(met) < self._of.length:
            if goal(here) or apart(here) in met:
                return
            met.add(apart(here))
            try:
                steps = self._of.steps(here)
            except OutOfSort:  # no reached state is like this one, and an induction excludes it too
                return
            if len(met) == self._of.length:
                for label, there in steps:
                    if apart(there) not in met and goal(there):
                        raise Wrong(f"{label} leads to what was said not to be reached", here)
            if not steps:
                return
            here = self._rng.choice(steps)[1]


def said(wrong: Wrong) -> str:
    """What is wrong, and in which state."""
    return wrong.what if wrong.seen is None else f"{wrong.what} in the state {wrong.seen.state!r}"
