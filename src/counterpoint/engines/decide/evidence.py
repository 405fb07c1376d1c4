"""Evidence that a formula holds in a state: a run that shows it, as far as one run can.

The run for a least claim about some path ends where the goal is reached; for a greatest claim, it
ends in a loop. One run cannot show what is claimed of all paths, so that is listed as a claim. In a
conjunction, one run is followed, and the runs of the parts that it does not show branch off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ...data import dataclass
from ...errors import Refused
from ...logic.core import (
    All,
    Core,
    Fixpoint,
    Kind,
    Linear,
    Paths,
    Prop,
    Some,
    Step,
    Truth,
)
from ...logic.fragments import free_variables, state_formulas
from ...model.system import Label
from ..formula.evaluate import Attractor, Evaluator, attractor_of
from ..formula.linear import path_holds
from ..space.ground import STAYING, Ground, Handle, Steps
from .enforce import Enforced


@dataclass(frozen=True, slots=True)
class Strand:
    """The steps of a run from a state on; an infinite run returns to its state number `loop`.

    `claims` are formulas that hold in a state of the run, but no run shows it. `branches` are other
    runs that start in a state of the run, each with its claim. `paths` are path formulas that the
    run satisfies from a state on. All of them come with the number of that state in the run.
    """

    steps: Steps = ()
    loop: int | None = None
    claims: tuple[tuple[int, Core], ...] = ()
    branches: tuple[tuple[int, Core, Strand], ...] = ()
    paths: tuple[tuple[int, Linear], ...] = ()

    @property
    def claims_on_the_way(self) -> tuple[tuple[int, Core], ...]:
        """The claims about states of the run, including the claims at the start of branches."""
        aside = (
            (at, claim)
            for at, _, strand in self.branches
            for place, claim in strand.claims
            if place == 0
        )
        return (*self.claims, *aside)

    def after(self, steps: Steps) -> Strand:
        """The same strand, preceded by these steps."""
        by = len(steps)
        return Strand(
            (*steps, *self.steps),
            None if self.loop is None else self.loop + by,
            tuple((at + by, claim) for at, claim in self.claims),
            tuple((at + by, claim, strand) for at, claim, strand in self.branches),
            tuple((at + by, path) for at, path in self.paths),
        )


def _is_part_of(strand: Strand, other: Strand) -> bool:
    """Whether a strand is the same run as another one and says nothing else of it."""
    same = (strand.steps, strand.loop) == (other.steps, other.loop)
    return same and not strand.branches and set(strand.claims) <= set(other.claims)


def claimed(goal: Core) -> Strand:
    """The strand for a formula that no run shows: it has only the claim."""
    return Strand(claims=((0, goal),))


class Witness:
    """Shows why formulas hold in states of one space."""

    def __init__(self, evaluator: Evaluator[Any], ground: Ground) -> None:
        self._evaluator = evaluator
        self._ground = ground
        self._enforced: dict[Core, Enforced | None] = {}

    def start(self, goal: Core, among: Any) -> Handle | None:
        """The state in `among`, where `goal` holds, from which the shortest run shows it.

        None if `goal` does not claim that some path reaches a state.
        """
        reach = attractor_of(goal) if isinstance(goal, Fixpoint) and goal.least else None
        if free_variables(goal) or reach is None or reach.kind is not Kind.SOME:
            return None
        hold, aim = self._region(All(reach.hold)), self._region(Some(reach.goal))
        return self._ground.nearest(hold, aim, among)

    def strand(self, goal: Core, at: Handle) -> Strand:
        """The evidence that `goal` holds in the state `at`, where it must hold."""
        if free_variables(goal):
            return claimed(goal)
        match goal:
            case Truth() | Prop():
                return Strand()
            case Some(parts):
                return self.strand(self._plainest(parts, at), at)
            case All(parts):
                return self._all(parts, at)
            case Step(kind=Kind.SOME):
                return self._step(goal, at)
            case Paths(some=True):
                return self._path(goal, at)
            case Fixpoint() if (reach := attractor_of(goal)) and reach.kind is Kind.SOME:
                return self._reach(reach, at) if goal.least else self._stay(goal, reach, at)
            case Fixpoint() if (enforced := self.enforced(goal)) is not None:
                return _believing(((0, goal),), self._play(enforced, at))
            case _:
                return claimed(goal)

    def enforced(self, goal: Core) -> Enforced | None:
        """A claim about a team with its strategy; None for any other formula."""
        if goal not in self._enforced:
            reach = attractor_of(goal) if isinstance(goal, Fixpoint) else None
            found = None
            if isinstance(goal, Fixpoint) and reach is not None and reach.team_chooses is not None:
                found = Enforced(goal, reach, self._evaluator, self._ground)
            self._enforced[goal] = found
        return self._enforced[goal]

    def _holds(self, goal: Core, at: Handle) -> bool:
        return self._ground.holds(self._evaluator.region(goal), at)

    def _plainest(self, parts: Sequence[Core], at: Handle) -> Core:
        """Of the parts that hold, the first that the state alone shows, or else the first."""
        true = [part for part in parts if self._holds(part, at)]
        return next((part for part in true if not self._unseen(part, at)), true[0])

    def _unseen(self, goal: Core, at: Handle) -> tuple[Core, ...]:
        """The parts that the state alone does not show, of a formula that holds in it."""
        match goal:
            case Truth() | Prop():
                return ()
            case All(parts):
                return tuple(unseen for part in parts for unseen in self._unseen(part, at))
            case Some(parts):
                return self._unseen(self._plainest(parts, at), at)
            case _:
                return (goal,)

    def _kept(self, goal: Core, states: Iterable[Handle]) -> tuple[tuple[int, Core], ...]:
        """The claims that remain about the states of a run, in each of which `goal` holds."""
        return tuple((n, part) for n, at in enumerate(states) for part in self._unseen(goal, at))

    def _all(self, parts: Sequence[Core], at: Handle) -> Strand:
        """All parts: the run of one is followed, and those of parts that it does not show branch
        off. It is the run of the first part, or of a later one that shows this part too.
        """
        strands = [(part, self.strand(part, at)) for part in parts]
        claims = tuple(c for _, strand in strands if not strand.steps for c in strand.claims)
        running = [(part, strand) for part, strand in strands if strand.steps]
        if not running:
            return Strand(claims=claims)
        shown, main = running[0]
        for part, strand in running[1:]:
            if self._is_on(strand, shown, at):
                shown, main = part, strand
        branches = tuple(
            (0, part, strand)
            for part, strand in running
            if not (strand is main or _is_part_of(strand, main) or self._is_on(main, part, at))
        )
        return replace(main, claims=claims + main.claims, branches=branches + main.branches)

    def _is_on(self, strand: Strand, goal: Core, at: Handle) -> bool:
        """Whether the run of a strand, which counts, also satisfies the path of a formula.

        The states of the run must show it: what they do not show would have to be claimed of them.
        """
        if not (isinstance(goal, Paths) and goal.some and strand.paths):
            return False
        assert strand.loop is not None
        states = _states(at, strand.steps[:-1])
        if any(
            self._unseen(of, here)
            for of in state_formulas(goal.path)
            for here in states
            if self._holds(of, here)
        ):
            return False
        return path_holds(
            goal.path, len(states), strand.loop, lambda of, place: self._holds(of, states[place])
        )

    def _step(self, goal: Step, at: Handle) -> Strand:
        taken = self._ground.step_into(self._region(goal.of), at, goal.label)
        return self.strand(goal.of, taken[1]).after((taken,))

    def _path(self, goal: Paths, at: Handle) -> Strand:
        automaton = self._evaluator.automaton(goal.path)
        letters = [self._evaluator.region(of) for of in automaton.letters]
        found = self._ground.lasso(automaton, letters, at)
        if found is None:
            return claimed(goal)
        stem, loop = found
        steps = (*stem, *loop)
        claims = tuple(
            (n, part)
            for of in dict.fromkeys(state_formulas(goal.path))
            for n, state in enumerate(_states(at, steps[:-1]))
            if self._holds(of, state)
            for part in self._unseen(of, state)
        )
        return Strand(steps, len(stem), claims, paths=((0, goal.path),))

    def _reach(self, reach: Attractor, at: Handle) -> Strand:
        hold, goal = All(reach.hold), Some(reach.goal)
        steps = self._ground.way(self._region(hold), self._region(goal), at)
        assert steps is not None, "a state of the region has a way to the goal"
        kept = self._kept(hold, _states(at, steps)[:-1])
        return _believing(kept, self.strand(goal, _end(at, steps)).after(steps))

    def _region(self, goal: Core) -> Any:
        return self._evaluator.region(goal)

    def _stay(self, goal: Fixpoint, reach: Attractor, at: Handle) -> Strand:
        """A run inside the region to a state that releases it, or else to a loop."""
        region, stay = self._region(goal), All(reach.goal)
        if reach.hold:
            release = Some(reach.hold)
            steps = self._ground.way(region, region & self._region(release), at)
            if steps is not None:
                kept = self._kept(stay, _states(at, steps))
                return _believing(kept, self.strand(release, _end(at, steps)).after(steps))
        found = self._ground.lasso(STAYING, [region], at)
        if found is None:
            return claimed(goal)
        steps = (*found[0], *found[1])
        return Strand(steps, len(found[0]), self._kept(stay, _states(at, steps[:-1])))

    def _play(self, enforced: Enforced, at: Handle) -> Strand:
        """One play in which the players achieve the claim; no steps if finding one is refused."""
        try:
            steps, loop = (_to_the_end if enforced.claim.least else _for_good)(enforced, at)
        except Refused:
            return Strand()
        if loop is not None:
            return Strand(steps, loop)
        return self.strand(enforced.end, _end(at, steps)).after(steps)


def _to_the_end(enforced: Enforced, at: Handle) -> tuple[Steps, None]:
    """A play to the goal against the longest defence."""
    distance = enforced.distance
    steps: list[tuple[Label, Handle]] = []
    while far := distance.of(at):
        best = max(
            enforced.response(at).steps, key=lambda step: distance.below(step.there, far) or 0
        )
        steps.append((best.label, best.there))
        at = best.there
    return tuple(steps), None


def _for_good(enforced: Enforced, at: Handle) -> tuple[Steps, int | None]:
    """A play that ends where the players are released, or else in a loop."""
    steps: list[tuple[Label, Handle]] = []
    place = {at: 0}
    while not enforced.is_over(at):
        step = enforced.response(at).steps[0]
        steps.append((step.label, step.there))
        if step.there in place:
            return tuple(steps), place[step.there]
        at = step.there
        place[at] = len(steps)
    return tuple(steps), None


def _believing(claims: tuple[tuple[int, Core], ...], strand: Strand) -> Strand:
    return replace(strand, claims=claims + strand.claims)


def _states(at: Handle, steps: Steps) -> tuple[Handle, ...]:
    return at, *(there for _, there in steps)


def _end(at: Handle, steps: Steps) -> Handle:
    return steps[-1][1] if steps else at
