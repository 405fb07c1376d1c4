"""Models for a check level by level: formulas on states, and deadlock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ....audit.auditor import Answered
from ....audit.reference import Reference
from ....audit.runs import require_reached
from ....certificate import Seen, Steps
from ....errors import Misuse, Refused
from ....logic.core import Core, Fixpoint, Prop
from ....logic.core_text import core_text
from ....logic.formula import Atom, Formula, atoms_of, parts
from ....logic.fragments import AT_REST, everything_in
from ....logic.lower import negated, to_core
from ....logic.strengthened import strengthened
from ....logic.text import show
from ....logic.vacuity import unneeded
from ....model.capabilities import note_of
from ....model.model import Model
from ....model.property import Distance, NoDeadlock, Property, Satisfies, WinsParity
from ....verdict import Answer, Branch, Trace, Verdict
from ...base.task import Task
from ...formula.question import Question
from ...search.levels.of_model import ModelStepper
from ...search.levels.search import LevelSearch
from ..auditing import Auditing, audited
from ..system_check import NO_DEADLOCK
from .check import Asked
from .claims import Claim, Shape, claims_of
from .cover import LevelCover, SameEverywhere

ONLY = "with states on disk, a formula is decided if it is of the form AG p, EF p or p"
OF_THE_PAST = f"{ONLY}, and p is about the state, not about what led to it"
OF_SOME_RUNS = f"{ONLY}, and nothing is assumed of the runs"
OF_SEVERAL = f"{ONLY}, and EF p only from a single initial state"


NEVER_AT_REST = (
    Claim(Shape.NOWHERE, Prop(AT_REST)),
    (
        "some states have no successor, and only endless runs count: what counts needs the steps "
        "between states, which are not kept on disk"
    ),
)
"""The claim that no state rests, and what to say of a property that is decided only if so."""


class ModelSubject:
    """A model, with properties that are claims about all reached states.

    Fairness of actions does not matter to them: each state that is reached lies on a fair run, as
    from any state on the actions that are neglected can be taken in turn.
    """

    def __init__(self, model: Model, task: Task) -> None:
        self.system = model
        self._task = task
        self._starts = _few(model)

    def asked(self, name: str, wanted: Property) -> Asked:
        """As `Subject.asked`; raises `Misuse` for a property of other targets."""
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
            asked = self._claimed(wanted.formula)
        except Refused as error:
            return Asked(refused=error.message)
        return replace(asked, only_if=NEVER_AT_REST if parts.endless and not is_of_all else None)

    def _claimed(self, formula: Formula) -> Asked:
        """A formula as claims."""
        if self._asks_for_the_past(formula):
            return Asked(refused=OF_THE_PAST)
        goal = to_core(formula)
        claims = claims_of(goal, starts=self._starts)
        if claims is None:
            several = self._starts > 1 and claims_of(goal, starts=1) is not None
            return Asked(refused=OF_SEVERAL if several else ONLY)
        return Asked(claims, hollow=tuple(self._hollow(formula)), goal=goal)

    def _asks_for_the_past(self, formula: Formula) -> bool:
        """Whether a formula names steps, or what is recorded; raises `UnknownAtom`."""
        model = self.system
        labels = [*(action.label for action in model.actions), *model.parts.impossible]
        names = {record.variable.name for record in model.parts.records.values()}
        recorded = any(
            atom.text in model.parts.records or atom.text in names for atom in atoms_of(formula)
        )
        return recorded or bool(Question((formula,)).past(labels, model.predicate))

    def _hollow(self, formula: Formula) -> list[tuple[str, tuple[Claim, ...]]]:
        """Sentences on parts of a formula that may not matter, with the claims that say so."""
        places = Counter(show(part) for part in parts(formula) if isinstance(part, Atom))
        if places.total() > self._task.tuning.vacuity_atoms:
            return []
        found = []
        for atom, goal in strengthened(formula):
            claims = claims_of(goal, starts=self._starts)
            if claims is not None:
                found.append((unneeded(show(atom), places[show(atom)]), claims))
        return found

    def stepper(self, questions: Sequence[Any]) -> ModelStepper:
        """As `Subject.stepper`."""
        return ModelStepper(self.system, questions, self._task.limits, self._task.tuning)

    def reason(self, wanted: Property, state: Any) -> str:
        """As `Subject.reason`: the run says it all."""
        return ""

    def warnings(self) -> tuple[str, ...]:
        """As `Subject.warnings`."""
        return tuple(filter(None, [note_of(self.system)]))

    def shows(self, wanted: Property | None, claim: Claim) -> Callable[[Seen, Steps, Steps], None]:
        """As `Subject.shows`."""
        reference, goal = Reference(self.system), claim.question

        def require(start: Seen, stem: Steps, loop: Steps) -> None:
            require_reached(reference, goal, stem[-1][1] if stem else start)  # type: ignore[arg-type]

        return require

    def everywhere(
        self, verdict: Verdict, asked: Asked, search: LevelSearch, auditing: Auditing
    ) -> Verdict:
        """As `Subject.everywhere`."""
        assert asked.goal is not None
        values: dict[Core, bool] = {
            part: not part.least for part in everything_in(asked.goal) if isinstance(part, Fixpoint)
        }
        return self._audited(verdict, asked.goal, values, search, auditing, holds=True)

    def nowhere(self, name: str, asked: Asked, search: LevelSearch, auditing: Auditing) -> Verdict:
        """As `Subject.nowhere`."""
        assert asked.goal is not None
        start = search.stepper.state(search.row(0))
        branch = Branch(0, core_text(negated(asked.goal)))
        verdict = Verdict(name, Answer.FAILS, "", Trace(start), branches=(branch,))
        if not isinstance(asked.goal, Fixpoint):
            return verdict
        return self._audited(
            verdict, asked.goal, {asked.goal: False}, search, auditing, holds=False
        )

    def _audited(
        self,
        verdict: Verdict,
        goal: Core,
        values: dict[Core, bool],
        search: LevelSearch,
        auditing: Auditing,
        *,
        holds: bool,
    ) -> Verdict:
        claims = SameEverywhere(values, search)
        answers = [Answered(goal, claims, holds)]
        return audited(verdict, auditing.of_states(LevelCover(search), answers))


def _few(model: Model) -> int:
    """The number of initial states, or 2 if there are more."""
    starts = iter(model.initial())
    return sum(1 for _ in (next(starts, None), next(starts, None)) if _ is not None)
