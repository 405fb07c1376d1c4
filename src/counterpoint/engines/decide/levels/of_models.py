"""Models for a check level by level: formulas on states, and deadlock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ....errors import Misuse, Refused
from ....logic.core import Prop
from ....logic.formula import Formula, atoms_of
from ....logic.fragments import AT_REST
from ....model.capabilities import note_of
from ....model.model import Model
from ....model.property import Distance, NoDeadlock, Property, Satisfies, WinsParity
from ....verdict import Answer, Trace, Verdict
from ...base.task import Task
from ...formula.question import Question
from ...search.levels.of_model import ModelStepper
from ...search.levels.recipe import ModelRecipe, recipe_of
from ...search.levels.searched import Searched
from ..auditing import Auditing
from ..system_check import NO_DEADLOCK
from .asked import Asked
from .claims import Claim, Shape
from .formulas import OF_SOME_RUNS, OF_THE_PAST, ONLY, asked_of, everywhere, nowhere, shows

NEVER_AT_REST = (
    Claim(Shape.NOWHERE, Prop(AT_REST)),
    (
        "some states have no successor, and only endless runs count: what counts needs the steps "
        "between states, which are not kept on disk"
    ),
)
"""The claim that no state rests, and what to say of a property that is decided only if so."""


class PackedModel:
    """A model, with properties that are claims about all reached states.

    Fairness of actions does not matter to them: each state that is reached lies on a fair run, as
    from any state on the actions that are neglected can be taken in turn.
    """

    wrong: tuple[Claim, ...] = ()

    def __init__(self, model: Model, task: Task) -> None:
        self.system = model
        self._task = task
        self._starts = _few(model)

    def complain(self, trace: Trace) -> None:
        """As `PackedTarget.complain`: an action with a fault raises by itself."""

    def also(self, wanted: Mapping[str, Property]) -> Mapping[str, Property]:
        """As `PackedTarget.also`: nothing else."""
        return wanted

    def asked(self, name: str, wanted: Property) -> Asked:
        """As `PackedTarget.asked`; raises `Misuse` for a property of other targets."""
        wanted = NO_DEADLOCK if wanted == NoDeadlock() else wanted
        if isinstance(wanted, Distance | WinsParity):
            return Asked(refused=f"{ONLY}, and {wanted} needs the steps between states")
        if not isinstance(wanted, Satisfies):
            raise Misuse(f"{wanted} is asked of b-threads, and this target has none")
        parts = self.system.parts
        is_of_all = wanted is NO_DEADLOCK or name in parts.invariants
        if not is_of_all and parts.assumption is not None:
            return Asked(refused=OF_SOME_RUNS)
        try:
            if self._asks_for_the_past(wanted.formula):
                return Asked(refused=OF_THE_PAST)
            asked = asked_of(wanted.formula, self._starts, self._task.tuning)
        except Refused as error:
            return Asked(refused=error.message)
        return replace(asked, only_if=NEVER_AT_REST if parts.endless and not is_of_all else None)

    def _asks_for_the_past(self, formula: Formula) -> bool:
        """Whether a formula names steps, or what is recorded; raises `UnknownAtom`."""
        model = self.system
        labels = [*(action.label for action in model.actions), *model.parts.impossible]
        names = {record.variable.name for record in model.parts.records.values()}
        texts = {atom.text for atom in atoms_of(formula)}
        recorded = texts & (names | model.parts.records.keys())
        return bool(recorded or Question((formula,)).past(labels, model.predicate))

    def stepper(self, questions: Sequence[Any]) -> ModelStepper:
        """As `PackedTarget.stepper`."""
        return ModelStepper(self.system, questions, self._task.limits, self._task.tuning)

    def recipe(self, questions: Sequence[Any]) -> ModelRecipe:
        """As `PackedTarget.recipe`."""
        task = self._task
        return recipe_of(self.system, tuple(questions), task.limits, task.tuning)

    def broken(
        self, name: str, wanted: Property, claim: Claim, trace: Trace, auditing: Auditing
    ) -> Verdict:
        """As `PackedTarget.broken`."""
        return self.reached(Verdict(name, Answer.FAILS, "", trace), claim, auditing)

    def reached(self, verdict: Verdict, claim: Claim, auditing: Auditing) -> Verdict:
        """As `PackedTarget.reached`."""
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
        assert asked.goal is not None
        return everywhere(verdict, asked.goal, search, auditing)

    def nowhere(self, name: str, claim: Claim, search: Searched, auditing: Auditing) -> Verdict:
        """As `PackedTarget.nowhere`."""
        assert claim.goal is not None
        return nowhere(name, claim.goal, search, auditing)

    def warnings(self) -> tuple[str, ...]:
        """As `PackedTarget.warnings`."""
        return tuple(filter(None, [note_of(self.system)]))


def _few(model: Model) -> int:
    """The number of initial states, or 2 if there are more."""
    starts = iter(model.initial())
    return sum(1 for _ in (next(starts, None), next(starts, None)) if _ is not None)
