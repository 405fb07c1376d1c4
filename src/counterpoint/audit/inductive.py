"""Check an inductive invariant by the reference semantics, one state and one step at a time.

Initial states, states on random runs, and states drawn from all that can be written down are
checked: whether the conditions are true in them, whether steps preserve that, and whether the goal
is false. Where few states can be written down, all of them are checked, and nothing else is left to
trust.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from ..alarm import require_going_on
from ..certificate import Audited, Effort, Extent, Inductive, Seen, Test
from ..errors import OutOfSort
from ..logic.core import All, Core, Prop, Some, Step, Truth
from ..model.network import Network
from ..model.property import Never, Plain
from ..model.system import REST
from .properties import is_broken
from .reference import Reference, Taken
from .wrong import Wrong

Steps = Callable[[Seen], Iterable[Taken]]
"""The steps out of a state, or a sample of them."""

ALL_STATES = "states that cannot all be listed"


def audit_inductive(
    reference: Reference,
    proof: Inductive,
    goal: Test,
    effort: Effort,
    steps: Steps | None = None,
) -> Audited:
    """Audit a proof that no state with `goal` is reached: what was checked, and the first fault.

    `steps` gives a sample of the steps out of a state, where there are too many to list.
    """
    if effort.is_over:
        return Audited(0, proof.encoded)
    return _Audit(reference, proof, goal, effort, steps).run()


class _Audit:
    def __init__(
        self,
        reference: Reference,
        proof: Inductive,
        goal: Test,
        effort: Effort,
        steps: Steps | None,
    ) -> None:
        self._reference, self._proof, self._effort = reference, proof, effort
        self._all_steps = steps or reference.steps
        self._sampled = steps is not None
        self._via, self._goal = truth_of(proof.via, reference), goal
        self._rng = random.Random(effort.seed)
        self._looked = 0

    def run(self) -> Audited:
        fault, whole = "", False
        try:
            whole = self._look()
        except Wrong as wrong:
            where = "" if wrong.seen is None else f" in the state {wrong.seen.state!r}"
            fault = f"{wrong.what}{where}"
        except OutOfSort as error:
            fault = f"a step leaves the sort of a variable: {error.message}"
        unchecked = () if whole and not self._sampled else (ALL_STATES,)
        return Audited(self._looked, self._proof.encoded, unchecked, fault)

    def _look(self) -> bool:
        """Check initial states, runs, and states that can be written down; whether that is all."""
        effort, proof = self._effort, self._proof
        thorough = effort.extent is Extent.ALL
        most = max(effort.states, effort.whole) if thorough else effort.states
        end = time.perf_counter() + (float("inf") if thorough else effort.seconds)
        starts = list(islice(self._reference.starts(), most))
        for seen in starts:
            self._require_inside(seen, "an initial state")
        if thorough and self._explored(starts):
            return True
        for seen in islice(self._on_runs(starts), effort.states):
            self._require_inside(seen, "a reached state")
            self._examine(seen)
            if time.perf_counter() > end:
                return False
        if proof.length < 0:
            return False
        if proof.encoded <= most:
            for number in range(proof.encoded):
                self._examine(proof.state(number))
            return not proof.length
        for _ in range(effort.states):
            self._examine(proof.state(self._rng.randrange(proof.encoded)))
            if time.perf_counter() > end:
                break
        return False

    def _explored(self, starts: list[Seen]) -> bool:
        """Check every reached state, if there are few enough; whether that was all of them."""
        if self._sampled:
            return False
        todo, met = list(starts), set(starts)
        while todo:
            seen = todo.pop()
            self._require_inside(seen, "a reached state")
            self._examine(seen)
            steps = self._steps(seen) if self._via(seen) else []
            new = {step.there for step in steps} - met
            met |= new
            todo += new
            if len(met) > self._effort.whole:
                return False
        return True

    def _on_runs(self, starts: list[Seen]) -> Iterator[Seen]:
        """States on random runs, each of about as many steps as there are runs."""
        if not starts:
            return
        length = max(1, int(self._effort.states**0.5))
        while True:
            here = self._rng.choice(starts)
            for _ in range(length):
                yield here
                steps = self._steps(here) if self._via(here) else []
                if not steps:
                    break
                here = self._rng.choice(steps).there

    def _steps(self, seen: Seen) -> list[Taken]:
        """The steps that a run may take."""
        return [step for step in self._all_steps(seen) if step.label not in self._proof.ends]

    def _is_inside(self, seen: Seen) -> bool:
        return all(condition(seen) for condition in self._proof.conditions)

    def _require_inside(self, seen: Seen, what: str) -> None:
        if not self._is_inside(seen):
            raise Wrong(f"{what} violates the invariant", seen)
        if self._goal(seen):
            raise Wrong(f"{what} is one that was said not to be reached", seen)

    def _examine(self, seen: Seen) -> None:
        """Raise `Wrong` if the claim is false in this state, or in a step out of it."""
        require_going_on()
        self._looked += 1
        if not self._is_inside(seen):
            return
        if self._proof.length:
            self._follow(seen)
            return
        if self._goal(seen):
            raise Wrong("a state that is not to be reached satisfies the invariant", seen)
        if self._via(seen):
            for step in self._steps(seen):
                if not self._is_inside(step.there):
                    raise Wrong(f"{step.label} leads out of the invariant", seen)

    def _follow(self, seen: Seen) -> None:
        """Follow one random run of different states from here, as far as the induction goes."""
        met: list[Seen] = []
        while len(met) < self._proof.length:
            if self._goal(seen) or not self._via(seen) or seen in met:
                return
            met.append(seen)
            steps = self._steps(seen)
            if len(met) == self._proof.length:
                for step in steps:
                    if step.there not in met and self._goal(step.there):
                        raise Wrong(f"{step.label} leads to what was said not to be reached", seen)
            if not steps:
                return
            seen = self._rng.choice(steps).there


def breaks(wanted: Plain, network: Network, reference: Reference) -> Test:
    """The test whether a state of a network, or a step from it, violates a property."""
    if isinstance(wanted, Never):
        return lambda seen: any(
            step.label is not REST and step.label in wanted.events for step in reference.steps(seen)
        )
    return lambda seen: is_broken(wanted, network, seen.state)


def truth_of(goal: Core, reference: Reference) -> Test:
    """The test of a formula that asks of a state, and of a fixed number of steps from it, only.

    >>> from ..examples.peterson import model
    >>> peterson = Reference(model())
    >>> (first, *_) = peterson.starts()
    >>> truth_of(Prop("critical0"), peterson)(first)
    False
    """
    match goal:
        case Truth(value):
            return lambda seen: value
        case Prop(text, positive):
            return lambda seen: reference.atom(text, seen) is positive
        case All(parts):
            every = [truth_of(part, reference) for part in parts]
            return lambda seen: all(test(seen) for test in every)
        case Some(parts):
            some = [truth_of(part, reference) for part in parts]
            return lambda seen: any(test(seen) for test in some)
        case Step(kind, of, label, team):
            there = truth_of(of, reference)
            return lambda seen: reference.leads(kind, seen, there, label, team)
        case _:
            raise AssertionError(f"{goal} asks for more than a fixed number of steps")
