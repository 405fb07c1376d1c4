"""One answer about a specification: check its claim in single states, and on all runs."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from ..certificate import Said, Seen
from ..logic.core import Both
from ..logic.formula import Formula, Not
from ..logic.lower import to_core, to_linear
from ..logic.premises import is_linear
from ..model.specified import About, Claim, Specified, StateProbe, StepProbe
from .listed import View
from .shown import probes_of, require_shown
from .wrong import Wrong

if TYPE_CHECKING:
    from .definition import Definition

NO_RUN_BREAKS = "that no run breaks it, beyond the steps and facts of the states looked at"
TOO_MANY = "that no run breaks it: there are more than {most:,} states to be told apart"
NOT_ALIKE = "what would be if states that are taken as one were told apart: they are not alike"


class TooMany(Exception):
    """More states are reachable than may be visited."""


class Answer:
    """An answer about a claim, and what could not be checked of it.

    `count` is the number of violations seen so far, and `looked` the number of states checked for
    this answer alone.
    """

    def __init__(self, system: Specified, said: Said, *, in_part: bool) -> None:
        self.said = said
        self.unchecked: dict[str, None] = {}
        self.count = self.looked = 0
        self._system, self._in_part = system, in_part

    @property
    def rests_on_all(self) -> bool:
        """Whether the answer depends on the list of all states."""
        return self.said.holds and not self._is_about(About.START)

    def _is_about(self, about: About) -> bool:
        return self.said.claim is not None and self.said.claim.about is about

    def begin(self, starts: int | None) -> None:
        """Raise `Wrong` unless the shown run, or the initial states, support the answer.

        At most `starts` initial states are checked; None checks all of them.
        """
        if not self.said.holds:
            found = require_shown(self._system, self.said, in_part=self._in_part)
            self.unchecked.update(dict.fromkeys(found))
            self.looked = len(self.said.shown.states) if self.said.shown is not None else 0
        elif self._is_about(About.START):
            for state in self._system.initial(starts):
                self.examine(View(state, True, True, ()))
                self.looked += 1
        elif self._is_about(About.RUNS):
            self.unchecked[NO_RUN_BREAKS] = None

    def examine(self, view: View) -> None:
        """Raise `Wrong` if a state violates a claim that is said to hold."""
        found = violations(self.said.claim, view)
        self.count += found
        if found and self.said.holds:
            raise Wrong(
                f"{_name(self.said.claim)} is said to hold, and is violated", Seen(view.state)
            )

    def require_count(self) -> None:
        """Raise `Wrong` unless the engine counted as many violations as were found.

        To be called after all states were examined.
        """
        counted = self.said.count
        if counted is not None and counted != self.count:
            raise Wrong(f"{counted:,} violations were counted, and there are {self.count:,}")

    def compare(self, most: int) -> None:
        """Raise `Wrong` if the answer about all runs differs from the definition.

        The answer stays unchecked if more than `most` states are reachable, or if it differs only
        because states that the system identifies are not alike.
        """
        claim = self.said.claim
        if claim is None or claim.formula is None:
            return
        try:
            whole = self._whole(claim, most)
        except TooMany:
            self.unchecked = {TOO_MANY.format(most=most): None}
            return
        is_true = self._is_true(whole, claim.formula)
        if is_true is self.said.holds and not (self.said.no_run and self._some_run(whole)):
            self.unchecked.clear()
        elif self.said.holds and self._in_part and not self._are_alike(whole, claim):
            self.unchecked[NOT_ALIKE] = None
        else:
            raise Wrong(f"{claim.name} is {str(is_true).lower()} by definition, and is not said so")

    def _is_true(self, whole: Definition, formula: Formula) -> bool:
        """Whether all runs satisfy a formula."""
        if is_linear(formula):
            return not self._some_run(whole, Not(formula))
        true = whole.region(to_core(formula))
        return all(whole.numbers[start] in true for start in whole.reference.starts())

    def _some_run(self, whole: Definition, *formulas: Formula) -> bool:
        """Whether some run satisfies all formulas, the assumptions and the promised fairness."""
        paths = tuple(map(to_linear, (*self._system.assumptions, *formulas)))
        starts = [whole.numbers[start] for start in whole.reference.starts()]
        return bool(whole.some_path(Both(paths), starts))

    def _are_alike(self, whole: Definition, claim: Claim) -> bool:
        """Whether states that the system identifies have the same facts and the same steps."""
        identity = self._system.identity
        states = [p for p in probes_of(self._system, claim).values() if isinstance(p, StateProbe)]
        looks: dict[Hashable, Hashable] = {}
        for number, seen in enumerate(whole.states):
            there = {
                (identity(step.there.state), step.there.facts) for _, step in whole.edges(number)
            }
            look = (tuple(probe.holds(seen.state) for probe in states), frozenset(there))
            if looks.setdefault(identity(seen.state), look) != look:
                return False
        return True

    def _whole(self, claim: Claim, most: int) -> Definition:
        from .definition import Definition  # loaded late: most claims are about states
        from .of_specified import Stutters

        def look(seen: Seen) -> None:
            met.add(seen.state)
            if len(met) > most:
                raise TooMany

        met: set[object] = set()
        reference = Stutters(self._system, probes_of(self._system, claim))
        return Definition(reference, reference.starts(), look)


def violations(claim: Claim | None, view: View) -> int:
    """How many times a state violates a claim; without a claim, 1 for a deadlock, else 0."""
    if claim is None:
        return int(view.inside and not view.steps)
    match claim.about:
        case About.START | About.STATES:
            assert isinstance(claim.probe, StateProbe)
            counts = view.is_start or claim.about is About.STATES
            return int(counts and not claim.probe.holds(view.state))
        case About.STEPS:
            assert isinstance(claim.probe, StepProbe)
            return sum(not claim.probe.holds(view.state, there) for _, there in view.steps)
        case About.RUNS:
            return 0


def _name(claim: Claim | None) -> str:
    return "that nothing is stuck" if claim is None else claim.name
