"""Check a model, or any system that can be enumerated."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...certificate import Audited, Extent
from ...errors import LimitReached, Misuse, Refused
from ...identity import Identity, identity
from ...logic.formula import Const, Formula, Not, Path, Temporal, Tense
from ...logic.lower import to_core
from ...logic.premises import always, of_counted_starts
from ...model.capabilities import note_of
from ...model.model import Model
from ...model.property import Distance, NoDeadlock, Property, Satisfies, WinsParity
from ...stopped import AT_A_FAILURE, NOT_STOPPED, Cause, Stopped
from ...verdict import Answer, Verdict, Verdicts
from ..base.ending import Ending
from ..base.task import Task
from ..formula.evaluate import Evaluator
from ..formula.question import AtRest, Question
from ..space.opening import Opening
from ..space.space import GraphSpace, Space
from .auditing import FAILED, Auditing, audited
from .decide import decide
from .distance import bounds_of, measured
from .parity import require_parity_game, solved_parity
from .verdicts import verdict_of

NO_DEADLOCK = Satisfies(Path(False, Temporal(Tense.GLOBALLY, (Not(AtRest()),))))
"""The property `deadlock` of a system: no reachable state has a `REST` step.

It is about states, so an assumption about runs does not matter.
"""


class SystemCheck:
    """The check of one target: each property is decided on a space that suits it."""

    def __init__(self, system: Any, engine: str, task: Task) -> None:
        self._opening = Opening(system, "reachable", engine, task, in_part=True)
        self._auditing = Auditing(self._opening.system, task)
        self._spaces: list[Space[Any]] = []
        self._evaluators: dict[Identity, Evaluator[Any]] = {}
        self._task = task
        self._stop_first = task.stop is not None
        self._ending = Ending(task.tuning)
        self._refused = NOT_STOPPED

    def verdicts(self, name: str, wanted: Mapping[str, Property], start: float) -> Verdicts:
        """The verdicts, with the figures of the first space that was explored."""
        verdicts = tuple(self._verdict(label, wanted[label]) for label in wanted)
        seconds = time.perf_counter() - start
        ended = self._ending.stopped
        if not self._spaces:
            stopped = ended or self._refused
            return Verdicts(name, 0, None, False, "none", seconds, verdicts, stopped=stopped)
        space = self._spaces[0]
        return Verdicts(
            name,
            space.states,
            space.transitions,
            not space.stopped,
            space.engine,
            seconds,
            verdicts,
            warnings=self._said(wanted),
            stopped=space.stopped or ended,
        )

    def _said(self, wanted: Mapping[str, Property]) -> tuple[str, ...]:
        """Warnings about the answers."""
        formulas = tuple(each.formula for each in wanted.values() if isinstance(each, Satisfies))
        system = self._opening.system
        said = (
            *self._opening.failures,
            note_of(system),
            self._opening.said_of_rest,
            Question(formulas).said_of_paths(system),
        )
        return tuple(filter(None, said))

    def _verdict(self, name: str, wanted: Property) -> Verdict:
        wanted = NO_DEADLOCK if wanted == NoDeadlock() else wanted
        if isinstance(wanted, Distance):
            return self._ending.verdict(name, lambda: self._measured(name, wanted))
        if isinstance(wanted, WinsParity):
            require_parity_game(wanted, self._opening.system)
        elif not isinstance(wanted, Satisfies):
            raise Misuse(f"{wanted} is asked of b-threads, and this target has none")
        verdict = self._ending.verdict(name, lambda: self._satisfies(name, wanted))
        if verdict.answer is Answer.FAILS and self._stop_first:
            self._ending.end(AT_A_FAILURE)
        return verdict

    def _measured(self, name: str, wanted: Distance) -> Verdict:
        """The verdict on a distance."""

        def ask(opening: Opening) -> Verdict:
            assuming = opening.assumption
            try:
                space = opening.space(wanted.start, wanted.goal, assuming=assuming)
                self._spaces.append(space)
                verdict = measured(name, wanted, space, assuming)
                return self._bounded(verdict, wanted, space, assuming)
            except Refused as error:
                return Verdict(name, Answer.UNKNOWN, error.message)

        return self._opening.asked(ask)

    def _bounded(
        self, verdict: Verdict, wanted: Distance, space: Space[Any], assuming: Formula | None
    ) -> Verdict:
        """The verdict after auditing what the distance says of states, as formulas.

        No state may be nearer, and some state must be as near, or for `MAX` as far.
        """
        most = self._task.tuning.audited_distance
        if verdict.answer is Answer.UNKNOWN or self._task.audit is Extent.NONE:
            return verdict
        if self._auditing.is_over:  # even to evaluate these formulas would take more than its share
            return replace(verdict, audited=Audited(0, space.states))
        found, evaluator = verdict.reason.removeprefix("it is "), Evaluator(space.algebra)
        for at, held in enumerate(bounds_of(wanted, found, most)):
            never = Path(False, always(Not(held)))
            goal = to_core(never, fair=space.is_fair, assuming=assuming)
            holds = not space.count(space.initial & ~evaluator.region(goal))
            if holds is (at > 0 and held != Const(False)):
                says = FAILED.format(fault=f"the distance is not {found}")
                return Verdict(verdict.name, Answer.UNKNOWN, says)
            looked = self._auditing.of_region(space, (goal, evaluator), holds=holds)
            if at == 0 or (looked is not None and not looked.passed):
                verdict = audited(verdict, looked)
            if verdict.answer is Answer.UNKNOWN:
                return verdict
        return verdict

    def _satisfies(self, name: str, wanted: Satisfies | WinsParity) -> Verdict:
        return self._opening.asked(lambda opening: self._asked(name, wanted, opening))

    def _asked(self, name: str, wanted: Satisfies | WinsParity, opening: Opening) -> Verdict:
        if self._ending.stopped.ends_everything:
            opening.end(self._ending.stopped)
        assuming = None if self._is_invariant(name, wanted) else opening.assumption
        counted = assuming is not None and opening.needs_counted_starts
        if counted and isinstance(wanted, Satisfies):
            wanted = Satisfies(of_counted_starts(wanted.formula))
        space: Space[Any]
        try:
            if isinstance(wanted, WinsParity):
                space = opening.graph()
            else:
                space = opening.space(wanted.formula, assuming=assuming)
        except LimitReached as error:  # not even the search could begin
            said = error.message
            self._refused = said if isinstance(said, Stopped) else Stopped(said, Cause.MEMORY)
            return Verdict(name, Answer.UNKNOWN, error.message)
        except Refused as error:
            return Verdict(name, Answer.UNKNOWN, error.message)
        self._spaces.append(space)
        self._ending.hurry(space.stopped)
        return self._ending.verdict(name, lambda: self._decided(name, wanted, space, assuming))

    def _is_invariant(self, name: str, wanted: Satisfies | WinsParity) -> bool:
        """Whether a property is about all reached states, so that no assumption matters."""
        system = self._opening.system
        own = isinstance(system, Model) and name in system.parts.invariants
        return wanted is NO_DEADLOCK or own

    def _decided(
        self, name: str, wanted: Satisfies | WinsParity, space: Space[Any], assuming: Formula | None
    ) -> Verdict:
        if isinstance(wanted, WinsParity):
            return self._won(name, wanted, space)
        first = self._in_first_part(name, wanted, assuming) if space.stopped else None
        if first is not None and first.answer is not Answer.UNKNOWN:
            return first
        verdict = self._on(space, name, wanted, assuming)
        return verdict if first is None or verdict.reason != space.stopped else first

    def _in_first_part(
        self, name: str, wanted: Satisfies, assuming: Formula | None
    ) -> Verdict | None:
        """The verdict by the first part of a space, if that part shows more than the whole."""
        try:
            part = self._opening.first_part(wanted.formula, assuming=assuming)
        except Refused:
            return None
        return None if part is None else self._on(part, name, wanted, assuming)

    def _on(
        self, space: Space[Any], name: str, wanted: Satisfies, assuming: Formula | None
    ) -> Verdict:
        """The audited verdict on a formula in a space."""
        evaluator = self._evaluator(space, assuming)
        finding = decide(wanted.formula, space, assuming=assuming, evaluator=evaluator)
        verdict = verdict_of(name, finding, self._opening.system)
        return self._auditing.of_formula(verdict, finding, space)

    def _evaluator(self, space: Space[Any], assuming: Formula | None) -> Evaluator[Any] | None:
        """What evaluates formulas under an assumption: it keeps where some run satisfies that."""
        if assuming is None:
            return None
        return self._evaluators.setdefault(identity(space), Evaluator(space.algebra))

    def _won(self, name: str, wanted: WinsParity, space: Space[Any]) -> Verdict:
        """The verdict on who wins a parity game; unknown if states are missing."""
        if space.stopped:
            return Verdict(name, Answer.UNKNOWN, str(space.stopped))
        assert isinstance(space, GraphSpace), "parity games are solved on graphs"
        found = solved_parity(self._opening.system, space)
        return found.verdict(name, wanted, self._auditing)
