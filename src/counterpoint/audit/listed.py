"""Check that the listed states of a specification are exactly the reachable ones.

States are checked one at a time. After all of them were checked, nothing is left to show: the list
is closed under the steps of the reference, has each state once, and each state was found from one
of the level before it, while no step leads to it from an even earlier level.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..certificate import Figures, Listing, Seen
from ..data import dataclass
from ..model.specified import Specified, anyhow
from ..model.system import Label, State
from .wrong import Wrong

Steps = Sequence[tuple[Label, State]]

MANY_STARTS = "that all initial states were found, and no others: listing them takes long"

NO_PARENTS = "that each state can be reached: from where it was found is not kept on disk"


@dataclass(frozen=True, slots=True)
class View:
    """A listed state, with the steps that leave it if it is inside the constraints."""

    state: State
    is_start: bool
    inside: bool
    steps: Steps


class Listed:
    """The claim that a list has exactly the reachable states, with true records of them.

    The steps of at most `kept` states are cached.
    """

    def __init__(self, system: Specified, listing: Listing, kept: int = 1000) -> None:
        self._system, self._listing, self._kept = system, listing, kept
        self._follows_all = system.allows is anyhow
        self._steps: dict[int, Steps] = {}
        self._starts: set[int] = set()
        self._all_starts = False
        self._inside = self._generated = self._deadlocks = 0
        self._levels: set[int] = set()
        self.unchecked: dict[str, None] = {}

    def begin(self, most: int | None) -> None:
        """Raise `Wrong` unless the initial states are listed before all others.

        At most `most` initial states are checked; None checks all of them, and 0 leaves it
        unchecked.
        """
        if most == 0:
            self.unchecked[MANY_STARTS] = None
            return
        for state in self._system.initial(most):
            number = self._listing.number(state)
            if number is None or number >= self._listing.initial:
                raise Wrong("an initial state was not found", Seen(state))
            self._starts.add(number)
            self._generated += 1
        self._all_starts = most is None or self._generated < most

    def examine(self, number: int) -> View:
        """Raise `Wrong` if the record of a state is false, or a step leads to an unlisted state."""
        listing, state = self._listing, self._listing.state(number)
        inside = listing.is_inside(number)
        if (inside or self._follows_all) and inside is not bool(self._system.within(state)):
            what = "counted that a constraint leaves out" if inside else "left out, and none does"
            raise Wrong(f"a state is {what}", Seen(state))
        if (inside or self._follows_all) and listing.number(state) != number:
            raise Wrong("a state was listed twice", Seen(state))
        steps = self._steps_of(number) if inside else ()
        targets = [self._target(number, state, step) for step in steps]
        self._require_reached(number, state)
        self._require_as_noted(number, state, steps, targets)
        self._count(number, inside, steps)
        return View(state, number < listing.initial, inside, steps)

    def _count(self, number: int, inside: bool, steps: Steps) -> None:
        if inside:
            self._inside += 1
            self._generated += len(steps)
            self._deadlocks += not steps
            self._levels.add(self._listing.level(number))

    def require(self, figures: Figures) -> None:
        """Raise `Wrong` unless these figures are right, after all states were examined."""
        true = Figures(self._inside, len(self._levels), self._generated, self._deadlocks)
        if figures != true:
            raise Wrong(f"what was counted is {figures}, and there are {true}")

    def _steps_of(self, number: int) -> Steps:
        known = self._steps.get(number)
        if known is None:
            if len(self._steps) > self._kept:
                self._steps.clear()
            state = self._listing.state(number)
            known = self._steps[number] = self._system.successors(state)
        return known

    def _target(self, number: int, state: State, step: tuple[Label, State]) -> int:
        """The number of the state that a step leads to.

        Raises `Wrong` if the list lacks the state or has it in a later level than this step
        implies.
        """
        listing, (label, there) = self._listing, step
        target = listing.number(there)
        if target is None or not self._is_same(listing.state(target), there):
            raise Wrong(f"{label} leads to a state that was not found", Seen(state))
        if self._follows_all or self._system.allows(state, there):
            if listing.level(target) > listing.level(number) + 1:
                raise Wrong(f"{label} leads to a state that was found too late", Seen(state))
            if not listing.is_inside(target) and self._system.within(listing.state(target)):
                raise Wrong(f"{label} leads to a state that was left out", Seen(state))
        return target

    def _is_same(self, found: State, there: State) -> bool:
        return found == there or self._system.identity(found) == self._system.identity(there)

    def _require_reached(self, number: int, state: State) -> None:
        listing = self._listing
        level = listing.level(number)
        if number < listing.initial:
            if level or not self._is_start(number, state):
                raise Wrong("a state is listed as an initial one, and is none", Seen(state))
            return
        if not listing.knows_parents:
            self.unchecked[NO_PARENTS] = None
            return
        parent = listing.parent(number)
        if parent is None or parent >= number or listing.level(parent) + 1 != level:
            raise Wrong("a state was found from no state of the level before", Seen(state))
        steps = self._steps_of(parent) if listing.is_inside(parent) else ()
        if all(there != state for _, there in steps):
            raise Wrong("no step leads to a state from where it was found", Seen(state))

    def _is_start(self, number: int, state: State) -> bool:
        if number in self._starts:
            return True
        if self._all_starts:
            return False
        if self._system.lists_starts:  # `begins` would list them each time
            self.unchecked[MANY_STARTS] = None
            return True
        return self._system.begins(state)

    def _require_as_noted(
        self, number: int, state: State, steps: Steps, targets: Sequence[int]
    ) -> None:
        noted = self._listing.noted(number)
        if noted is None:
            return
        probes = self._listing.state_probes
        if noted.false != _bits(not probe.holds(state) for probe in probes):
            raise Wrong("what was noted of a state is not so", Seen(state))
        asked = self._listing.step_probes
        found = {
            (label, target, _bits(not probe.holds(state, there) for probe in asked))
            for (label, there), target in zip(steps, targets, strict=True)
            if self._follows_all or self._system.allows(state, there)
        }
        if noted.steps != found:
            raise Wrong("the steps that were noted of a state are not those it has", Seen(state))


def _bits(truths: Iterable[bool]) -> int:
    return sum(1 << bit for bit, true in enumerate(truths) if true)
