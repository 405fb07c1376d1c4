"""Check a proof that no fair run satisfies a path formula, by the reference semantics.

A run that satisfies it would come back to one of its states, so the proof is an invariant of runs
that remember a state; their steps are made here from those of the system, and from the automaton.
That the automaton accepts what the formula says is checked on loops that random runs close: none of
them may satisfy the formula, by its definition.

Biere, Artho, Schuppan: Liveness checking as safety checking, FMICS 2002.
"""

from __future__ import annotations

import random
import time
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product

from ..alarm import require_going_on
from ..certificate import Audited, Effort, Seen, Test
from ..logic.automata.automaton import Transition
from ..logic.core import Core
from ..model.system import REST, Label
from .form import Fair
from .inductive import Steps, starts_of, truth_of
from .invariants import Invariant, audit_invariant, said
from .reference import MANY_STEPS, Reference, Taken, TooManySteps
from .remembered import Remembered, Returning
from .runs import is_fair, satisfies
from .wrong import Wrong


def audit_returning(
    reference: Reference, proof: Returning, effort: Effort, steps: Steps | None = None
) -> Audited:
    """Audit a proof that no fair run satisfies a path formula: what was checked, and a fault.

    `steps` gives a sample of the steps out of a state, where there are too many to list.
    """
    runs = _Runs(reference, proof, steps or reference.steps)
    claimed = Invariant(
        starts=runs.starts,
        steps=runs.steps,
        holds=proof.is_inside,
        goal=runs.has_returned,
        apart=runs.apart,
        state=runs.numbered,
        encoded=runs.encoded,
        length=proof.length,
        all_steps=steps is None,
    )
    found = audit_invariant(claimed, effort)
    if found.fault or effort.is_over:
        return found
    try:
        runs.look_at_loops(effort)
    except Wrong as wrong:
        return replace(found, fault=said(wrong))
    except TooManySteps:
        return replace(found, unchecked=tuple(dict.fromkeys((*found.unchecked, MANY_STEPS))))
    return found


class _Runs:
    """Runs of a system, beside the automaton of a proof, that remember a state."""

    def __init__(self, reference: Reference, proof: Returning, steps: Steps) -> None:
        self._reference, self._proof, self._all_steps = reference, proof, steps
        self._fairness = reference.fairness
        self._tests = [truth_of(letter, reference) for letter in proof.automaton.letters]
        self._leaving: dict[int, list[Transition]] = {}
        for transition in proof.automaton.transitions:
            self._leaving.setdefault(transition.source, []).append(transition)

    @cached_property
    def _marks(self) -> int:
        """How many things are to be met, or are recorded for that."""
        strong = sum(fair.strong for fair in self._fairness)
        return self._proof.automaton.acceptance + len(self._fairness) + strong

    @cached_property
    def _nothing(self) -> tuple[bool, ...]:
        return (False,) * self._marks

    def starts(self) -> Iterator[Remembered]:
        """The states that runs begin in; it does not matter what the copy is at first."""
        for seen in starts_of(self._reference, self._proof.start):
            for at in self._proof.automaton.initial:
                yield Remembered(seen, at, False, seen, at, self._nothing)

    def steps(self, here: Remembered) -> Sequence[tuple[Label, Remembered]]:
        """The steps of the system, each with those of the automaton, with and without saving."""
        saves = (False,) if here.saved else (False, True)
        pairs = product(self._onward(here.seen), self._read(here), saves)
        return [(step.label, self._after(here, step, read, save)) for step, read, save in pairs]

    def _onward(self, seen: Seen) -> Iterable[Taken]:
        steps = self._all_steps(seen)
        return [s for s in steps if s.label is not REST] if self._proof.endless else steps

    def _read(self, here: Remembered) -> list[Transition]:
        """The transitions of the automaton that read the state."""
        holds = [test(here.seen) for test in self._tests]
        return [
            each
            for each in self._leaving.get(here.at, ())
            if all(holds[n] for n in each.true) and not any(holds[n] for n in each.false)
        ]

    def _after(self, here: Remembered, step: Taken, read: Transition, save: bool) -> Remembered:
        copy, at_copy = (here.seen, here.at) if save else (here.copy, here.at_copy)
        if not (here.saved or save):
            return Remembered(step.there, read.target, False, copy, at_copy, self._nothing)
        happens = self._happens(here, step, read)
        met = tuple(old or new for old, new in zip(here.met, happens, strict=True))
        return Remembered(step.there, read.target, True, copy, at_copy, met)

    def _happens(self, here: Remembered, step: Taken, read: Transition) -> list[bool]:
        found = [mark in read.marks for mark in range(self._proof.automaton.acceptance)]
        for fair in self._fairness:
            taken = fair.counts(step.label, step.there)
            offered = self._reference.offers(fair, here.seen)
            found += (taken, offered) if fair.strong else (taken or not offered,)
        return found

    def has_returned(self, here: Remembered) -> bool:
        """Whether a run came back to the state that was saved, and met everything since."""
        key = self._proof.key
        same = key(here.seen, here.at) == key(here.copy, here.at_copy)
        return here.saved and same and self._has_met(here.met)

    def apart(self, here: Remembered) -> Hashable:
        """What makes states different."""
        key = self._proof.key
        now, copy = key(here.seen, here.at), key(here.copy, here.at_copy)
        return now, here.saved, copy, here.met

    def _has_met(self, met: Sequence[bool]) -> bool:
        acceptance = self._proof.automaton.acceptance
        rest = iter(met[acceptance:])
        return all(met[:acceptance]) and all(_is_met(fair, rest) for fair in self._fairness)

    # All that can be written down.

    @cached_property
    def encoded(self) -> int:
        """How many states can be written down."""
        pairs = self._proof.encoded * self._proof.automaton.states
        return pairs * pairs * 2 << self._marks

    def numbered(self, number: int) -> Remembered:
        """The state with a number."""
        sizes = (self._proof.encoded, self._proof.automaton.states) * 2
        codes = []
        for size in (*sizes, 2, *[2] * self._marks):
            number, code = divmod(number, size)
            codes.append(code)
        seen, at, copy, at_copy, saved, *met = codes
        state = self._proof.state
        return Remembered(state(seen), at, bool(saved), state(copy), at_copy, tuple(map(bool, met)))

    # The formula by its definition.

    def look_at_loops(self, effort: Effort) -> None:
        """Raise `Wrong` if a loop that a random run closes is fair and satisfies the formula."""
        rng = random.Random(effort.seed)
        starts = list(starts_of(self._reference, self._proof.start))
        tests: dict[Core, Test] = {}

        def test(of: Core) -> Test:
            return tests.setdefault(of, truth_of(of, self._reference))

        end = time.perf_counter() + effort.seconds
        for _ in range(int(effort.states**0.5) if starts else 0):
            require_going_on()
            if time.perf_counter() > end:
                return
            start = rng.choice(starts)
            if (found := self._lasso(start, rng, effort.states)) is None:
                continue
            stem, loop = found
            back = stem[-1][1] if stem else start
            fair = is_fair(self._reference, back, loop)
            if fair and satisfies(self._proof.path, start, stem, loop, test):
                raise Wrong("a loop does what was said that no fair run does", back)

    def _lasso(
        self, start: Seen, rng: random.Random, most: int
    ) -> tuple[tuple[tuple[Label, Seen], ...], tuple[tuple[Label, Seen], ...]] | None:
        """A random run up to the first state that it comes back to; None if it is too long."""
        places, steps, here = {start: 0}, list[tuple[Label, Seen]](), start
        while len(steps) < most and (onward := list(self._onward(here))):
            step = rng.choice(onward)
            here = step.there
            steps.append((step.label, here))
            if here in places:
                return tuple(steps[: places[here]]), tuple(steps[places[here] :])
            places[here] = len(steps)
        return None


def _is_met(fair: Fair, rest: Iterator[bool]) -> bool:
    """Whether a fairness constraint is met; takes what was recorded for it."""
    if not fair.strong:
        return next(rest)
    taken, offered = next(rest), next(rest)
    return taken or not offered
