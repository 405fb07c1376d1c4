"""B-programs for a check level by level: what b-threads must not do, and formulas on states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from ....audit.hollow import Hollow
from ....audit.properties import Holding, require_broken
from ....data import dataclass
from ....errors import Misuse, Refused
from ....logic.formula import Formula
from ....model.network import Network
from ....model.property import (
    Distance,
    Never,
    NoDeadlock,
    NoFailedAssertion,
    NoHotCycle,
    NoHotTermination,
    Property,
    Satisfies,
    WinsParity,
)
from ....verdict import Answer, Trace, Verdict
from ...base.arrays import Bools
from ...base.task import Task
from ...formula.question import Question
from ...search.levels.of_product import ProductRecipe, ProductStepper
from ...search.levels.product import HotAndQuiet, Marked, Selects, product_of
from ...search.levels.searched import Searched
from ...search.network.past import asks_for_the_past
from ...search.network.steps import ASKING, CRASHED, FAILED, HOT, QUIET, STUCK
from ..auditing import Auditing, audited
from ..network.doubts import Doubts
from ..network.judge import (
    NEVER_QUIET,
    events_of,
    idle_of,
    why_failed,
    why_hot,
    why_stuck,
    wrong_of_program,
)
from .asked import Asked
from .claims import Claim, Shape
from .cover import LevelCover
from .formulas import OF_THE_PAST, asked_of, everywhere, nowhere, shows

NO_STEPS = "{wanted} needs the steps between states, which are not kept on disk"
NO_FINAL = "deadlock before a final event needs a search of its own, which there is not on disk"
NO_REST = (NEVER_QUIET, (Claim(Shape.NOWHERE, Marked(QUIET)),))
NO_ASSERTIONS = "python -O leaves assertions out: run without it"


class PackedProgram:
    """A network, with properties that are claims about all reached states."""

    wrong = (Claim(Shape.NOWHERE, Marked(CRASHED)),)

    def __init__(self, network: Network, task: Task) -> None:
        self.system = network
        self._task = task
        self._doubts = Doubts(network)

    def complain(self, trace: Trace) -> None:
        """As `PackedTarget.complain`: raises what a b-thread raised."""
        here: Any = trace.states[-1]
        for local in self.system.locals_of(here):
            if local.crash is not None:
                events = ", ".join(map(str, trace.events))
                local.crash.add_note(f"after the events: {events or 'none'}")
                raise local.crash

    def also(self, wanted: Mapping[str, Property]) -> Mapping[str, Property]:
        """As `PackedTarget.also`: assertions, if there are any."""
        every = (local for automaton in self.system.automata for local in automaton.locals)
        asserts = any(local.failure is not None for local in every)
        if not asserts or NoFailedAssertion() in wanted.values():
            return wanted
        return {**wanted, "assertions": NoFailedAssertion()}

    def asked(self, name: str, wanted: Property) -> Asked:
        """As `PackedTarget.asked`; raises `Misuse` for a property of other targets."""
        match wanted:
            case Satisfies(formula):
                return self._formula(formula)
            case Never():
                events = events_of(wanted, self.system)
                claims = tuple(Claim(Shape.NOWHERE, Selects(event)) for event in events)
                outside = set(events) & set(self.system.unrequested)
                return Asked(claims, hollow=(NO_REST,) if outside else ())
            case NoFailedAssertion():
                refused = "" if __debug__ else NO_ASSERTIONS
                return Asked((Claim(Shape.NOWHERE, Marked(FAILED)),), refused)
            case NoDeadlock():
                refused = NO_FINAL if self.system.final_events else ""
                return Asked((Claim(Shape.NOWHERE, Marked(STUCK)),), refused)
            case NoHotTermination():
                return Asked((Claim(Shape.NOWHERE, HotAndQuiet()),))
            case NoHotCycle():
                return Asked(refused=NO_STEPS.format(wanted=wanted))
            case WinsParity() | Distance():
                raise Misuse(wrong_of_program(wanted))

    def _formula(self, formula: Formula) -> Asked:
        try:
            if asks_for_the_past(self.system, Question((formula,))):
                return Asked(refused=OF_THE_PAST)
            return asked_of(formula, 1, self._task.tuning)
        except Refused as error:
            return Asked(refused=error.message)

    def stepper(self, questions: Sequence[Any]) -> ProductStepper:
        """As `PackedTarget.stepper`."""
        return ProductStepper(product_of(self.system, questions), 1)

    def recipe(self, questions: Sequence[Any]) -> ProductRecipe:
        """As `PackedTarget.recipe`."""
        return ProductRecipe(product_of(self.system, questions))

    def broken(
        self, name: str, wanted: Property, claim: Claim, trace: Trace, auditing: Auditing
    ) -> Verdict:
        """As `PackedTarget.broken`."""
        network, reason = self.system, ""
        here: Any = trace.states[-1]
        match wanted:
            case Never():
                assert isinstance(claim.question, Selects)
                event = claim.question.event
                there = network.step(here, event)
                trace = Trace(trace.start, (*trace.steps, (network.alphabet[event], there)))
                trace.replay(network)
                reason = f"{network.alphabet[event]} can be selected"
            case NoFailedAssertion():
                reason = why_failed(network, here)
            case NoDeadlock():
                reason = why_stuck(network, here)
            case NoHotTermination():
                reason = why_hot(network, here)
        verdict = Verdict(name, Answer.FAILS, reason, trace)
        if isinstance(wanted, Satisfies):
            return self.reached(verdict, claim, auditing)
        if doubt := self._doubts.of_run(trace):
            return Verdict(name, Answer.UNKNOWN, doubt)
        plain: Any = wanted
        return auditing.of_run(
            verdict, lambda start, stem, loop: require_broken(plain, network, start, stem, loop)
        )

    def reached(self, verdict: Verdict, claim: Claim, auditing: Auditing) -> Verdict:
        """As `PackedTarget.reached`."""
        assert verdict.trace is not None
        if doubt := self._doubts.of_run(verdict.trace):
            return Verdict(verdict.name, Answer.UNKNOWN, doubt)
        goal: Any = claim.question
        return auditing.of_run(verdict, shows(self.system, goal))

    def everywhere(
        self,
        verdict: Verdict,
        wanted: Property,
        asked: Asked,
        search: Searched,
        auditing: Auditing,
    ) -> Verdict:
        """As `PackedTarget.everywhere`."""
        looked = _Looked.of(self.system, search, rests=not verdict.vacuous)
        if doubt := self._doubts.of_all(looked):
            return Verdict(verdict.name, Answer.UNKNOWN, doubt)
        if isinstance(wanted, Satisfies):
            assert asked.goal is not None
            return everywhere(verdict, asked.goal, search, auditing)
        plain: Any = wanted
        network, idle = self.system, idle_of(plain, looked)
        verdict = replace(verdict, reason=idle.why, vacuous=bool(idle.why))
        hollow = (Hollow(plain, network, stays=idle.stay),) if verdict.vacuous else ()
        return audited(
            verdict,
            auditing.of_states(
                LevelCover(search),
                beside=lambda of: (Holding(plain, network, of), *hollow),
            ),
        )

    def nowhere(self, name: str, claim: Claim, search: Searched, auditing: Auditing) -> Verdict:
        """As `PackedTarget.nowhere`."""
        if doubt := self._doubts.of_all(_Looked.of(self.system, search)):
            return Verdict(name, Answer.UNKNOWN, doubt)
        assert claim.goal is not None
        return nowhere(name, claim.goal, search, auditing)

    def warnings(self) -> tuple[str, ...]:
        """As `PackedTarget.warnings`."""
        return self.system.origin.warnings()


@dataclass(frozen=True, slots=True)
class _Looked:
    """What all expanded states show together; see `Looked`."""

    network: Network
    visited: tuple[Bools, ...]
    marks: int
    rests: bool

    @classmethod
    def of(cls, network: Network, search: Searched, *, rests: bool = True) -> _Looked:
        stepper = search.stepper
        assert isinstance(stepper, ProductStepper)
        seen = search.gathered.seen
        assert seen is not None, "the initial state was expanded"
        base, marks = stepper.rows, 0
        for mark in np.unique(stepper.row_marks[seen.astype(bool)]).tolist():
            marks |= mark
        visited = tuple(seen[start:end].astype(bool) for start, end in pairwise(base))
        return cls(network, visited, marks, rests)

    @property
    def asks(self) -> bool:
        return bool(self.marks & ASKING)

    @property
    def is_ever_hot(self) -> bool:
        return bool(self.marks & HOT)
