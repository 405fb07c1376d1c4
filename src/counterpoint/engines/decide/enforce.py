"""How players achieve a claim about a team: the response to a state, and the whole plan.

A claim of kind FORCE is achieved by the team. A claim of kind ALLOW says that the team cannot
prevent something: the others achieve it, and steps that no player chooses are on their side. A
least claim is achieved in the end: each step leads nearer to its goal. A greatest claim is
maintained, by steps that stay in the region where it holds, until something releases the players.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from ...data import dataclass
from ...logic.boolean import all_of, some_of
from ...logic.core import Core, Fixpoint, Kind
from ...model.players import called_alike, is_clear
from ...model.system import Label
from ...verdict import Position
from ..formula.evaluate import Attractor, Evaluator
from ..space.ground import Choice, Distance, Ground, Handle


@dataclass(frozen=True, slots=True)
class Response:
    """The steps that may happen in a state, all of them good, and the move that is chosen.

    The move is `clear` if its label identifies its step.
    """

    steps: Sequence[Choice]
    move: Label | None = None
    clear: bool = True


@dataclass(frozen=True)
class Enforced:
    """A claim about a team, with a strategy for the states where the claim holds."""

    claim: Fixpoint
    reach: Attractor
    evaluator: Evaluator[Any] = field(repr=False)
    ground: Ground = field(repr=False)

    @property
    def doers(self) -> tuple[str, ...]:
        """The players who achieve the claim."""
        team, by_team = self.reach.team, self.reach.kind is Kind.FORCE
        return tuple(player for player in self.ground.players if (player in team) is by_team)

    @property
    def end(self) -> Core:
        """The formula of the end: the goal of a least claim, or the release from a greatest one."""
        return some_of(self.reach.goal if self.claim.least else self.reach.hold)

    @property
    def meanwhile(self) -> Core:
        """The formula that must be true until the end."""
        return all_of(self.reach.hold if self.claim.least else self.reach.goal)

    def is_over(self, at: Handle) -> bool:
        """Whether nothing more must be done in a state."""
        return self.ground.holds(self._end, at)

    def is_kept(self, at: Handle) -> bool:
        """Whether a state may occur before the end."""
        return self.ground.holds(self._meanwhile, at)

    @cached_property
    def _end(self) -> Any:
        return self.evaluator.region(self.end)

    @cached_property
    def _meanwhile(self) -> Any:
        return self.evaluator.region(self.meanwhile)

    @cached_property
    def _region(self) -> Any:
        return self.evaluator.region(self.claim)

    @cached_property
    def distance(self) -> Distance:
        """The distances of states to the goal of a least claim, against the longest defence."""
        reach = self.reach
        return self.ground.distance(reach.kind, reach.team, self._meanwhile, self._end)

    def response(self, at: Handle) -> Response:
        """The response in a state where the claim holds and is not over: one of the best moves."""
        choices = self.ground.choices(at)
        if len(choices) == 1:
            return Response(choices)
        ours = [step for step in choices if step.owner in self.reach.team]
        free = [step for step in choices if step.owner is None]
        if self.reach.kind is Kind.FORCE:
            move = self._best(at, ours)
            return Response(choices) if move is None else _moving(move, free, choices)
        move = self._best(at, free if ours else choices)
        return Response(ours) if move is None else _moving(move, (), choices)

    def _best(self, at: Handle, among: Sequence[Choice]) -> Choice | None:
        """The first of the best clear steps, or else of the best steps; None if no step is good."""
        good = [
            (not label_identifies(step, among), far, n)
            for n, (step, far) in enumerate(zip(among, self._worth(at, among), strict=True))
            if far is not None
        ]
        return among[min(good)[-1]] if good else None

    def _worth(self, at: Handle, among: Sequence[Choice]) -> list[int | None]:
        """The worth of each step; None if the step is not good.

        For a least claim, the distance of its target, if less than that of `at`. For a greatest
        claim, 0 if the target is in the region of the claim.
        """
        if self.claim.least:
            far = self.distance.of(at)
            assert far is not None, "the claim holds where it is brought about"
            return [self.distance.below(step.there, far) for step in among]
        return [0 if self.ground.holds(self._region, step.there) else None for step in among]

    def plan(self, starts: Iterable[Handle], most: int) -> tuple[Position, ...]:
        """All positions that can occur from `starts` on, whatever the others do.

        Their states are handles. Empty if there are more than `most` positions. Raises `NotAGame`
        if the label of a move does not identify its step.
        """
        numbers = {start: number for number, start in enumerate(starts)}
        order = list(numbers)
        found: list[Position] = []
        for at in order:
            response = Response(()) if self.is_over(at) else self.response(at)
            if not response.clear:
                raise called_alike(repr(self.ground.plain(at)), response.move)
            for step in response.steps:
                if step.there not in numbers:
                    numbers[step.there] = len(order)
                    order.append(step.there)
            if len(order) > most:
                return ()
            steps = ((step.label, numbers[step.there]) for step in response.steps)
            found.append(Position(at, response.move, tuple(dict.fromkeys(steps))))
        return tuple(found)


def _moving(move: Choice, free: Sequence[Choice], choices: Sequence[Choice]) -> Response:
    return Response([*free, move], move.label, label_identifies(move, choices))


def label_identifies(step: Choice, among: Sequence[Choice]) -> bool:
    """Whether the label of a step identifies it in `among`.

    Always true for a step that no player chooses, since no player has to name it.
    """
    if step.owner is None:
        return True
    return is_clear(step.label, [(s.label, s.there) for s in among if s.owner is not None])
