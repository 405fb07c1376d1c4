"""`where`: the set of states that satisfy a formula."""

from __future__ import annotations

from typing import Any, Unpack

from ..arguments import takes
from ..errors import Misuse, Refused
from ..identity import Identity, identity
from ..logic.automata.budget import Budget
from ..logic.formula import Formula
from ..logic.lower import to_core
from ..logic.parser import parse
from .base.ending import on_disk_past_memory, require_all
from .base.engine import AUTO
from .base.options import SpaceOptions, space_task
from .base.task import Task
from .decide.auditing import Auditing, require_passed
from .decide.decide import refusal
from .formula.evaluate import Evaluator
from .formula.question import none_counts
from .space.opening import Opening, may_be_stored
from .space.stateset import StateSet

SOME_RUN = "EG true"
"""True of a state from which some run counts."""


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

    @takes(SpaceOptions)
    def __init__(self, target: Any, **options: Unpack[SpaceOptions]) -> None:
        over = options.get("over", "reachable")
        if over not in ("reachable", "all"):
            raise Misuse(f'over= is "reachable" or "all", not {over!r}')
        task = space_task(options)
        self._reached = over == "reachable"
        self._target, self._over, self._engine = target, over, options.get("engine", AUTO)
        self._open(task)

    def _open(self, task: Task) -> None:
        self._opened = task
        self._opening = Opening(self._target, self._over, self._engine, task)
        self._begin()

    def _begin(self) -> None:
        self._auditing = Auditing(self._opening.system, self._opened)
        self._evaluators: dict[Identity, Evaluator[Any]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the target and its states as far as they were found."""
        made_again = ("_auditing", "_evaluators")
        return {name: of for name, of in vars(self).items() if name not in made_again}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._begin()

    def where(self, formula: str | Formula) -> StateSet:
        """The states that satisfy `formula`; for a path formula, those from which all paths do.

        Raises `Undecided` if states are missing, an audit did not pass, or a limit was reached;
        `Refused` if the engine cannot decide the formula; `BadFormula` or `UnknownAtom` if it has
        no meaning.
        """
        if not isinstance(formula, str | Formula):
            raise Misuse(f"a formula is a text such as 'EF done', not {formula!r}")
        wanted = parse(formula) if isinstance(formula, str) else formula

        def ask(task: Task) -> StateSet:
            if task.storage is not self._opened.storage:  # the memory was used up
                self._open(task)
            return self._opening.asked(lambda opening: self._where(wanted, opening))

        found = on_disk_past_memory(self._opened, ask, goes_on=self._goes_on)
        self._opening.warn(wanted)
        return found

    @property
    def _goes_on(self) -> bool:
        """Whether states may be on disk if the memory is used up."""
        return self._reached and may_be_stored(self._opening.system, self._engine)

    def why_no_run_counts(self) -> str:
        """That no run from these states satisfies what is assumed of runs; empty if one does.

        >>> from counterpoint import Model
        >>> model = Model("still")
        >>> n = model.var("n", range(2), init=0)
        >>> model.assume("G F n = 1")
        >>> StateSpace(model).why_no_run_counts()
        'no run from an initial state satisfies what is assumed of runs, so no run counts'
        """
        assuming = self._opening.assumption
        return "" if assuming is None or self.where(SOME_RUN) else none_counts(assuming)

    def _where(self, wanted: Formula, opening: Opening) -> StateSet:
        opening = opening.recording(wanted)
        assuming = opening.assumption
        space = opening.space(wanted, assuming=assuming)
        goal = to_core(wanted, fair=space.is_fair, assuming=assuming)
        require_all(space.stopped, space.states)
        if refused := refusal(goal, space, assuming):
            raise Refused(refused)
        evaluator = self._evaluators.setdefault(identity(space), Evaluator(space.algebra))
        evaluator.budget = Budget()
        region = evaluator.region(goal)
        self._opening.require_trusted()
        auditing = self._auditing.on(opening.system)
        found = auditing.of_region(space, (goal, evaluator), reached=self._reached)
        require_passed(found)
        return StateSet(space, region, found)


@takes(SpaceOptions)
def where(target: Any, formula: str | Formula, **options: Unpack[SpaceOptions]) -> StateSet:
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
