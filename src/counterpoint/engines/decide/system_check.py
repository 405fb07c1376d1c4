"""Check a model, or any system that can be enumerated."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from ...certificate import Audited, Extent
from ...errors import BadFormula, LimitReached, Misuse, Refused
from ...identity import Identity, identity
from ...logic.formula import Const, Formula, Not, Path, Temporal, Tense
from ...logic.fragments import ignores_ends
from ...logic.lower import to_core
from ...logic.premises import always, of_counted_starts
from ...model.capabilities import declared_players, note_of, owner_of
from ...model.contested import ContestedState
from ...model.model import Model
from ...model.notation import Notation, notation_of
from ...model.property import Distance, NoDeadlock, Property, Satisfies, WinsParity
from ...stopped import AT_A_FAILURE, NOT_STOPPED, Cause, Stopped
from ...verdict import Answer, Verdict, Verdicts
from ..base.ending import Ending
from ..base.task import Task
from ..formula.evaluate import Evaluator
from ..formula.question import AtRest, Question
from ..formula.together import never_together
from ..space.opening import Opening
from ..space.space import GraphSpace, Space
from .auditing import FAILED, Auditing, audited
from .decide import decide
from .distance import bounds_of, measured
from .parity import require_parity_game, solved_parity
from .recorded import unrecorded
from .verdicts import verdict_of

T = TypeVar("T")

NO_DEADLOCK = Satisfies(Path(False, Temporal(Tense.GLOBALLY, (Not(AtRest()),))))
"""The property `deadlock` of a system: no reachable state has a `REST` step.

It is about states, so an assumption about runs does not matter.
"""

RECORDING = "states are counted with the past that properties ask about: {}"


def says_where_it_ends(target: Any, wanted: Collection[Property]) -> bool:
    """Whether a target ends where it is meant to, as far as is known without a search.

    A game ends. SMV texts, circuits, modules, LED programs and parity games have words of their own
    for it. Of any other target a requirement may say it: `deadlock`, or a formula that can be false
    because a run comes to rest too early.
    """
    if notation_of(target) not in (Notation.MODEL, Notation.SYSTEM):
        return True
    if declared_players(target) or (
        notation_of(target) is Notation.SYSTEM and owner_of(target) is not None
    ):
        return True
    return not all(map(_ignores_ends, wanted))


def _ignores_ends(wanted: Property) -> bool:
    try:
        return isinstance(wanted, Satisfies) and ignores_ends(to_core(wanted.formula))
    except (BadFormula, Refused):  # the answer says so
        return False


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
        unasked = () if ended or not self._spaces else tuple(self._unasked())
        if not self._spaces:
            stopped = ended or self._refused
            return Verdicts(name, 0, None, False, "none", seconds, verdicts, stopped=stopped)
        space = self._counted()
        counted = [RECORDING.format(space.note)] if space.note else []
        return Verdicts(
            name,
            space.states,
            _in_time(lambda: space.transitions),
            not space.stopped,
            space.engine,
            seconds,
            verdicts,
            warnings=(*self._said(wanted), *counted, *map(_warning, unasked)),
            stopped=space.stopped or ended,
            unasked=unasked,
        )

    def _unasked(self) -> Iterator[Verdict]:
        """The verdict on `deadlock` if it fails, and no requirement is about it.

        It is looked for where the steps of all states are known, which takes no search.
        """
        if NoDeadlock() in self._task.unasked:
            verdict = self._ending.verdict(str(NoDeadlock()), self._deadlock)
            if verdict.answer is Answer.FAILS:
                yield verdict

    def _deadlock(self) -> Verdict:
        """The verdict on `deadlock`; unknown if it takes a search."""
        name = str(NoDeadlock())
        try:
            space = self._opening.known_graph()
            if space is not None and not space.stopped:
                return self._on(self._opening, name, NO_DEADLOCK, space, assuming=None)
        except (LimitReached, Refused):  # the answers are known, and worth more than a warning
            pass
        return Verdict(name, Answer.UNKNOWN)

    def _counted(self) -> Space[Any]:
        """The space that gives the figures: one that records nothing, if that is possible.

        States that also record the past are more than the system has.
        """
        first = self._spaces[0]
        if not first.note:
            return first
        found = next((space for space in self._spaces if not space.note), None) or self._plain()
        return first if found is None or (found.stopped and not first.stopped) else found

    def _plain(self) -> Space[Any] | None:
        """A space that records nothing, for a model whose own variables record the past."""
        system = self._opening.system
        if not isinstance(system, Model) or not system.parts.records:
            return None
        try:
            return self._opening.space()
        except (Refused, KeyboardInterrupt):  # the answers are known, and worth more than figures
            return None

    def _said(self, wanted: Mapping[str, Property]) -> tuple[str, ...]:
        """Warnings about the answers."""
        formulas = tuple(each.formula for each in wanted.values() if isinstance(each, Satisfies))
        system = self._opening.system
        said = (
            *self._opening.failures,
            note_of(system),
            _in_time(lambda: self._opening.said_of_rest),
            Question(formulas).said_of_paths(system),
            *never_together(formulas, system),
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
            opening = opening.recording(wanted.start, wanted.goal)
            assuming = opening.assumption
            try:
                space = opening.space(wanted.start, wanted.goal, assuming=assuming)
                self._spaces.append(space)
                evaluator = self._evaluator(space, assuming)
                verdict = measured(name, wanted, space, assuming, evaluator)
                verdict = self._bounded(verdict, wanted, opening, space)
                return self._unrecorded(verdict, opening)
            except Refused as error:
                return Verdict(name, Answer.UNKNOWN, error.message)

        return self._opening.asked(ask)

    def _bounded(
        self, verdict: Verdict, wanted: Distance, opening: Opening, space: Space[Any]
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
            goal = to_core(never, fair=space.is_fair, assuming=opening.assumption)
            holds = not space.count(space.initial & ~evaluator.region(goal))
            if holds is (at > 0 and held != Const(False)):
                says = FAILED.format(fault=f"the distance is not {found}")
                return Verdict(verdict.name, Answer.UNKNOWN, says)
            auditing = self._auditing.on(opening.system)
            looked = auditing.of_region(space, (goal, evaluator), holds=holds)
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
        of_all = self._is_invariant(name, wanted)
        if isinstance(wanted, Satisfies):
            opening = opening.recording(wanted.formula, assuming=not of_all)
        assuming = None if of_all else opening.assumption
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
        verdict = self._ending.verdict(
            name, lambda: self._decided(name, wanted, opening, space, assuming)
        )
        return self._unrecorded(verdict, opening)

    def _unrecorded(self, verdict: Verdict, opening: Opening) -> Verdict:
        """The verdict as one on the target, if an opening also records what a formula asks."""
        target = self._opening.system
        if opening.system is target or not isinstance(target, Model):
            return verdict
        return unrecorded(verdict, target)

    def _is_invariant(self, name: str, wanted: Satisfies | WinsParity) -> bool:
        """Whether a property is about all reached states, so that no assumption matters."""
        system = self._opening.system
        own = isinstance(system, Model) and name in system.parts.invariants
        return wanted is NO_DEADLOCK or own

    def _decided(
        self,
        name: str,
        wanted: Satisfies | WinsParity,
        opening: Opening,
        space: Space[Any],
        assuming: Formula | None,
    ) -> Verdict:
        if isinstance(wanted, WinsParity):
            return self._won(name, wanted, space)
        asked = partial(self._on, opening, name, wanted, assuming=assuming)
        first = None
        if space.stopped and (part := _first_part(opening, wanted, assuming)) is not None:
            first = asked(part)
        if first is not None and first.answer is not Answer.UNKNOWN:
            return first
        verdict = asked(space)
        return verdict if first is None or verdict.reason != space.stopped else first

    def _on(
        self,
        opening: Opening,
        name: str,
        wanted: Satisfies,
        space: Space[Any],
        *,
        assuming: Formula | None,
    ) -> Verdict:
        """The audited verdict on a formula in a space."""
        evaluator = self._evaluator(space, assuming)
        try:
            finding = decide(wanted.formula, space, assuming=assuming, evaluator=evaluator)
        except ContestedState as error:
            return Verdict(name, Answer.UNKNOWN, error.message)
        verdict = verdict_of(name, finding, opening.system)
        return self._auditing.on(opening.system).of_formula(verdict, finding, space)

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


def _warning(unasked: Verdict) -> str:
    """What is said of a deadlock that no requirement is about."""
    events = () if unasked.trace is None else unasked.trace.events
    way = f"after {', '.join(map(str, events))}" if events else "at the start"
    return (
        f"no requirement is about {unasked.name}, and it fails: {way} nothing can happen any more; "
        'a requirement such as "AG (enabled(rest) -> p)" says that it ends only where p is true'
    )


def _first_part(opening: Opening, wanted: Satisfies, assuming: Formula | None) -> Space[Any] | None:
    """The first part of a space that was stopped, if it shows more than the whole."""
    try:
        return opening.first_part(wanted.formula, assuming=assuming)
    except Refused:
        return None


def _in_time(figure: Callable[[], T]) -> T | None:
    """A figure; None if the check was ended meanwhile: the answers are worth more."""
    try:
        return figure()
    except KeyboardInterrupt:
        return None
