"""`solve`: who wins a game, from which states, and how."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..bp.thread import Thread
from ..engines.formula.evaluate import satisfying
from ..engines.opening import Opening
from ..engines.space import GraphSpace, Space
from ..engines.stateset import StateSet
from ..engines.task import EVERYTHING, Task
from ..errors import BadFormula, Refused
from ..logic.formula import Formula, Team, Temporal, Tense
from ..logic.lower import to_core
from ..logic.parser import parse
from ..logic.text import show
from ..model.system import State
from ..verdict import Verdict
from .advice import States, WinningStates
from .goal import is_state_formula, objective_of
from .ground import Ground, opening_of, require_playable
from .region import Win, winning
from .strategy import Strategy, counter_strategy_of, strategy_of
from .verify import verify


@dataclass(frozen=True, eq=False)
class Solution:
    """A solved game: the states from which `player` can enforce `goal`, and from which he cannot.

    `player` may be several, who play together; `initial` says whether they win from every initial
    state. From a state of `losing` the others can prevent the goal, whatever the player does.
    """

    player: tuple[str, ...]
    goal: str
    states: int
    winning: StateSet
    losing: StateSet
    initial: bool
    seconds: float
    engine: str
    ground: Ground | None = None
    win: Win | None = None

    def __bool__(self) -> bool:
        return self.initial

    def __repr__(self) -> str:
        who = ", ".join(self.player)
        can = "can" if self.initial else "cannot"
        count = f"{len(self.winning):,} of {self.states:,} states are winning"
        return f"<{who} {can} enforce {self.goal} from the start; {count}>"

    @cached_property
    def strategy(self) -> Strategy:
        """How the player wins from every winning state."""
        ground, win = self._explicit()
        return strategy_of(win, ground.show)

    @cached_property
    def counter_strategy(self) -> Strategy:
        """How the others prevent the goal from every losing state."""
        ground, win = self._explicit()
        return counter_strategy_of(win, ground.show)

    @property
    def known(self) -> States:
        """The winning states as advice wants them: with their distances, where these are known."""
        return self.winning if self.win is None else WinningStates(self.win)

    def thread(self, *, priority: float | None = None) -> Thread:
        """A b-thread that plays the strategy in the program that was solved, from its start on.

        Of a model it is one for programs with events such as the model's labels: `put(0)`.
        """
        ground, _ = self._explicit()
        return self.strategy.thread(ground.arena, priority=priority)

    def verify(self) -> Verdict:
        """Whether the strategy wins every play from every winning state, found by playing it."""
        ground, win = self._explicit()
        return verify(self.strategy, ground.arena, win.objective, win.region)

    def _explicit(self) -> tuple[Ground, Win]:
        if self.ground is None or self.win is None:
            raise Refused(
                "the game is too large for a graph of its steps, or was solved symbolically: that "
                "says who wins from where, and not how"
            )
        return self.ground, self.win


def solve(
    target: Any,
    *,
    player: str | Iterable[str],
    goal: str | Formula,
    start: State | None = None,
    over: str = "reachable",
    engine: str = "auto",
    task: Task = EVERYTHING,
) -> Solution:
    """Where `player`, or several together, can enforce `goal`, and how.

    `goal` is a path formula such as `F won` or `G !lost`; a state formula p means `F p`. `start` is
    a state to begin with instead of the initial ones. `over="all"` asks of every encoded state.
    Raises `NotAGame` where it is not clear whose choice a step is, `Refused` for a goal that is not
    supported, and `Undecided` when states are missing.

    >>> from counterpoint.examples.tictactoe import program
    >>> solve(program, player="O", goal="G !X_WINS")
    <O can enforce G !X_WINS from the start; 5,258 of 5,258 states are winning>
    """
    began = time.perf_counter()
    team = (player,) if isinstance(player, str) else tuple(player)
    formula = parse(goal) if isinstance(goal, str) else goal
    objective_of(formula, lambda _: np.zeros(0, bool))  # refuses what it does not support
    opening = opening_of(target, start=start, over=over, engine=engine, task=task)
    enforced = _enforced(team, formula)
    space = _space(opening, enforced, formula)
    require_playable(space)
    if isinstance(space, GraphSpace):
        return _on_a_graph(Ground(opening.system, space), team, formula, began)
    found = StateSet(space, satisfying(to_core(enforced), space.algebra))
    return _solution(space, found, team, formula, began)


def _space(opening: Opening, enforced: Formula, goal: Formula) -> Space[Any]:
    """Where to solve it: a parity objective, which no formula of a team says, needs a graph."""
    try:
        to_core(enforced)
    except BadFormula:
        return opening.graph(goal)
    return opening.space(enforced, steps=True)


def _enforced(team: tuple[str, ...], goal: Formula) -> Formula:
    """That the team can enforce the goal."""
    path = Temporal(Tense.FINALLY, (goal,)) if is_state_formula(goal) else goal
    return Team(team, True, path)


def _on_a_graph(ground: Ground, team: tuple[str, ...], goal: Formula, began: float) -> Solution:
    """The winning states, and how to win from them."""
    win = winning(ground.arena, frozenset(team), objective_of(goal, ground.where))
    found = _solution(ground.space, ground.states(win.region), team, goal, began)
    return replace(found, ground=ground, win=win)


def _solution(
    space: Space[Any], found: StateSet, team: tuple[str, ...], goal: Formula, began: float
) -> Solution:
    initial = space.initial
    return Solution(
        team,
        show(goal),
        space.states,
        found,
        ~found,
        space.count(initial & found.region) == space.count(initial),
        time.perf_counter() - began,
        space.engine,
    )
