"""Advice for a position, from solved games or from looking ahead."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..arguments import says_what_it_takes
from ..engines.base.ending import in_time
from ..engines.base.task import EVERYTHING, Task
from ..errors import Misuse
from ..logic.formula import Formula
from ..model.players import players_of
from ..verdict import system_of
from .advice import Advice, Advisor
from .budget import USUAL, Budget
from .known import States
from .lookahead import look_ahead
from .minmax import Found
from .race import first, others_first
from .solve import Solution, Wish, goal_in, solve_all
from .start import Given, Position, located, position_of, way_text

Goals = Mapping[str, str | Formula]
"""For each player, the goal."""


@says_what_it_takes
def counsel(
    target: Any,
    state: Given | None,
    goals: Goals,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    task: Task = EVERYTHING,
) -> Advice | Found:
    """The advice for `state`, by default the initial state, where each player wants its goal.

    Goals to reach something (`p` or `F p`) form a race that begins in the position: the player who
    reaches its goal first wins, and no player wins if several goals are met at once. In a parity
    game, the goal `parity` is what the player wants there.

    `state` may also be a `Trace` that ends in the position, or a `Session`; goals about events need
    one of these. A state of a program must be reachable.

    By default the game is solved, and moves are judged by what the players can enforce. For a game
    that is too large, give a budget for looking ahead: about `nodes` states to visit (20,000 unless
    `seconds` is given), `seconds`, and `depth` in steps. The task's limit of states is then
    respected too.

    >>> from counterpoint.examples.nim import model
    >>> goals = {"player1": "p1_wins", "player2": "p2_wins"}
    >>> print(counsel(model(), None, goals).best.label)
    take(0,1)
    >>> found = counsel(model(), None, goals, nodes=2000)
    >>> print(found.move, found.value, found.proven)
    take(0,1) win True
    """
    wanted, position = _parsed(goals, target), position_of(target, state)
    if depth is None and nodes is None and seconds is None:
        return _Solved(target, position, wanted, task).advice()
    if task.limits.memory is not None:
        raise Misuse(
            "limit_memory is for games that are solved: bound a search that looks ahead by its "
            "depth, nodes or seconds, or by limit_states"
        )
    if nodes is None and seconds is None:
        nodes = USUAL.nodes
    far = USUAL.depth if depth is None else depth
    budget = Budget(nodes, seconds, far, states=task.limits.states)
    return in_time(task, lambda: look_ahead(target, position, wanted, budget, task))


def advisor(
    target: Any,
    goals: Goals,
    state: Given | None = None,
    *,
    chance: random.Random | None = None,
    task: Task = EVERYTHING,
) -> Advisor:
    """A player for the whole game from `state` on, which is solved once for all goals.

    >>> from counterpoint import Session
    >>> from counterpoint.examples.nim import model
    >>> game = model()
    >>> expert = advisor(game, {"player1": "p1_wins", "player2": "p2_wins"})
    >>> Session(game, seed=4).play({"player1": expert}).events[0]
    'take(0,1)'
    """
    return _Solved(target, position_of(target, state), _parsed(goals, target), task).advisor(chance)


def _parsed(goals: Goals, target: Any) -> dict[str, Formula]:
    if not isinstance(goals, Mapping):
        raise Misuse(f"goals map players to formulas, such as {{'X': 'X_WINS'}}, not {goals!r}")
    if not goals:
        raise Misuse("advice needs a goal of at least one player")
    return {player: _formula(player, goal, target) for player, goal in goals.items()}


def _formula(player: str, goal: object, target: Any) -> Formula:
    if isinstance(goal, str):
        return goal_in(goal, target)
    if not isinstance(goal, Formula):
        raise Misuse(f"the goal of {player} is a formula or its text, not {goal!r}")
    return goal


class _Solved:
    """A game solved for the goals of all players, from a position on."""

    def __init__(
        self, target: Any, position: Position | None, goals: Mapping[str, Formula], task: Task
    ) -> None:
        self.position = position
        against = others_first(goals, players_of(system_of(target)))
        wishes: list[Wish] = [((player,), goal) for player, goal in first(goals).items()]
        found = solve_all(target, [*wishes, *against.values()], position, task=task)
        self.ground = found[0].ground
        self.known = dict(zip(goals, _known(found), strict=False))
        self.against = dict(zip(against, _known(found[len(goals) :]), strict=True))

    def advisor(self, chance: random.Random | None = None) -> Advisor:
        """An `Advisor` that knows who wins where."""
        ground = self.ground
        return Advisor(ground.game, self.known, chance, ground.after, self.against)

    def advice(self) -> Advice:
        """The advice in the position, with states in the form of the system."""
        ground, state = self.ground, located(self.ground.space, self.position)
        ground.game.mover(state, way_text(self.position))
        found = self.advisor().advice(state)
        return replace(
            found, moves=tuple(replace(m, state=ground.plain(m.state)) for m in found.moves)
        )


def _known(solutions: list[Solution]) -> list[States]:
    return [solution.known for solution in solutions]
