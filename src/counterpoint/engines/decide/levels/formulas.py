"""Formulas on states as claims, and the audits of what was found about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from ....audit.auditor import Answered
from ....audit.reference import Reference
from ....audit.runs import require_reached
from ....certificate import Seen, Steps
from ....logic.core import Core, Fixpoint
from ....logic.core_text import core_text
from ....logic.formula import Atom, Formula, parts
from ....logic.fragments import everything_in
from ....logic.lower import negated, to_core
from ....logic.strengthened import strengthened
from ....logic.text import show
from ....logic.vacuity import unneeded
from ....model.system import System
from ....tuning import Tuning
from ....verdict import Answer, Branch, Trace, Verdict
from ...search.levels.searched import Searched
from ..auditing import Auditing, audited
from .asked import Asked
from .claims import Claim, claims_of
from .cover import LevelCover, SameEverywhere

ONLY = "with states on disk, a formula is decided if it is of the form AG p, EF p or p"
OF_THE_PAST = f"{ONLY}, and p is about the state, not about what led to it"
OF_SOME_RUNS = f"{ONLY}, and nothing is assumed of the runs"
OF_SEVERAL = f"{ONLY}, and EF p only from a single initial state"


def asked_of(formula: Formula, starts: int, tuning: Tuning) -> Asked:
    """A formula as claims about the states that are reached from so many initial ones."""
    goal = to_core(formula)
    claims = claims_of(goal, starts=starts)
    if claims is None:
        several = starts > 1 and claims_of(goal, starts=1) is not None
        return Asked(refused=OF_SEVERAL if several else ONLY)
    return Asked(claims, hollow=tuple(_hollow(formula, starts, tuning)), goal=goal)


def _hollow(
    formula: Formula, starts: int, tuning: Tuning
) -> Iterator[tuple[str, tuple[Claim, ...]]]:
    """Sentences on parts of a formula that may not matter, with the claims that say so."""
    places = Counter(show(part) for part in parts(formula) if isinstance(part, Atom))
    if places.total() > tuning.vacuity_atoms:
        return
    for atom, goal in strengthened(formula):
        claims = claims_of(goal, starts=starts)
        if claims is not None:
            yield unneeded(show(atom), places[show(atom)]), claims


def shows(system: System, goal: Core) -> Callable[[Seen, Steps, Steps], None]:
    """What raises `Wrong` unless a run ends in a state where a formula is true."""
    reference = Reference(system)

    def require(start: Seen, stem: Steps, loop: Steps) -> None:
        require_reached(reference, goal, stem[-1][1] if stem else start)

    return require


def everywhere(verdict: Verdict, goal: Core, search: Searched, auditing: Auditing) -> Verdict:
    """The verdict that a formula is true of all states, after an audit."""
    found = (part for part in everything_in(goal) if isinstance(part, Fixpoint))
    values: dict[Core, bool] = {part: not part.least for part in found}
    claims = SameEverywhere(values, search)
    answers = [Answered(goal, claims, holds=True)]
    return audited(verdict, auditing.of_states(LevelCover(search), answers))


def nowhere(name: str, goal: Core, search: Searched, auditing: Auditing) -> Verdict:
    """The verdict that a formula fails, as no state is what some state should be."""
    start = search.stepper.state(search.row(0))
    branch = Branch(0, core_text(negated(goal)))
    verdict = Verdict(name, Answer.FAILS, "", Trace(start), branches=(branch,))
    answers = [Answered(goal, SameEverywhere({goal: False}, search), holds=False)]
    return audited(verdict, auditing.of_states(LevelCover(search), answers))
