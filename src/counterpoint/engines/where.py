"""`where`: the set of states that satisfy a formula."""

from __future__ import annotations

from typing import Any

from ..arguments import says_what_it_takes
from ..certificate import extent_of
from ..errors import Misuse, Refused
from ..identity import Identity, identity
from ..logic.formula import Formula
from ..logic.lower import to_core
from ..logic.parser import parse
from ..logic.room import Room
from ..tuning import USUAL, Tuning
from .base.ending import in_time, require_all
from .base.limits import limits_of
from .base.meter import Meter
from .base.task import Task, Watcher
from .decide.auditing import Auditing, require_passed
from .formula.evaluate import Evaluator
from .space.opening import Opening
from .space.stateset import StateSet


class StateSpace:
    """The states of a target, explored once for any number of questions.

    `over` is `"reachable"` or `"all"` (every encoded state; models only), and `engine` is `"auto"`,
    `"explicit"`, `"symbolic"` or `"cudd"`. The resulting sets can be combined unless they ask about
    events, because then the states also record past events. `audit` says how much of each answer is
    audited by the reference semantics: a `"sample"`, `"all"` or `"none"`. Each question may take
    `limit_time`, in seconds or as text such as `5m`.

    >>> from counterpoint.examples.peterson import model
    >>> space = StateSpace(model())
    >>> space.where("critical0 & critical1").count, space.where("EF critical0").count
    (0, 34)
    >>> StateSpace(model(), over="all").where("critical0 & critical1")
    <8 of 200 states>
    """

    @says_what_it_takes
    def __init__(
        self,
        target: Any,
        *,
        over: str = "reachable",
        engine: str = "auto",
        limit_states: int | None = None,
        limit_memory: int | str | None = None,
        limit_time: float | str | None = None,
        watch: Watcher | None = None,
        audit: str = "sample",
        tuning: Tuning = USUAL,
    ) -> None:
        if over not in ("reachable", "all"):
            raise Misuse(f'over= is "reachable" or "all", not {over!r}')
        limits, extent = limits_of(limit_states, limit_memory, limit_time), extent_of(audit)
        self._task = Task(limits, watch=watch, audit=extent, tuning=tuning, meter=Meter())
        self._reached = over == "reachable"
        self._opening = Opening(target, over, engine, self._task)
        self._auditing = Auditing(self._opening.system, self._task)
        self._evaluators: dict[Identity, Evaluator[Any]] = {}

    def where(self, formula: str | Formula) -> StateSet:
        """The states that satisfy `formula`; for a path formula, those from which all paths do.

        Raises `Undecided` if states are missing, an audit did not pass, or a limit was reached;
        `Refused` if the engine cannot decide the formula; `BadFormula` or `UnknownAtom` if it has
        no meaning.
        """
        if not isinstance(formula, str | Formula):
            raise Misuse(f"a formula is a text such as 'EF done', not {formula!r}")
        wanted = parse(formula) if isinstance(formula, str) else formula

        def ask(opening: Opening) -> StateSet:
            return self._where(wanted, opening)

        found = in_time(self._task, lambda: self._opening.asked(ask))
        self._opening.warn_of_failures()
        return found

    def _where(self, wanted: Formula, opening: Opening) -> StateSet:
        space = opening.space(wanted)
        goal = to_core(wanted, fair=space.is_fair)
        require_all(space.stopped, space.states)
        if refused := space.algebra.refusal(goal):
            raise Refused(refused)
        evaluator = self._evaluators.setdefault(identity(space), Evaluator(space.algebra))
        evaluator.room = Room()
        region = evaluator.region(goal)
        self._opening.require_trusted()
        found = self._auditing.of_region(space, goal, evaluator, reached=self._reached)
        require_passed(found)
        return StateSet(space, region, found)


@says_what_it_takes
def where(target: Any, formula: str | Formula, **options: Any) -> StateSet:
    """The set of states of `target` that satisfy `formula`; the options are those of `StateSpace`.

    >>> from counterpoint import Program, events, sync, thread, where
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> len(where(Program(pour(HOT), pour(COLD)), "enabled(HOT) & !EX once(COLD)"))
    0
    """
    return StateSpace(target, **options).where(formula)
