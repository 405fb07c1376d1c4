"""`solve`: who wins a game, from which states, and how."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import field, fields, replace
from functools import cached_property, partial
from typing import Any, TypeAlias, Unpack

import numpy as np

from ..arguments import takes
from ..bp.thread import Thread
from ..certificate import Audited, extent_of
from ..data import dataclass
from ..engines.base.ending import on_disk_past_memory
from ..engines.base.engine import AUTO
from ..engines.base.options import SpaceOptions, space_task
from ..engines.base.task import EVERYTHING, Task
from ..engines.decide.auditing import Auditing, require_passed
from ..engines.decide.parity import priorities_of, require_parity_game
from ..engines.space.opening import Opening, may_be_stored
from ..engines.space.space import GraphSpace, Space
from ..engines.space.stateset import StateSet
from ..errors import BadFormula, Misuse, Refused
from ..figure import figure
from ..logic.formula import Formula
from ..logic.lower import to_core
from ..logic.parser import parse
from ..logic.text import show
from ..model.capabilities import declared_players, priority_of
from ..model.property import WinsParity
from ..model.system import State
from ..verdict import Verdict, system_of
from .audited import audit_of
from .goal import ParityGoal, enforced, objective_of
from .ground import Ground, require_playable
from .known import States, WinningRegion, WinningStates
from .objective import Buchi, CoBuchi, Objective, Parity
from .plan import Plan, plan_of
from .region import Win, winning
from .regionmoves import RegionMoves
from .start import Given, Position, located, opening_of, position_of
from .strategy import Strategy, counter_strategy_of, strategy_of
from .verify import verify

PARITY = "parity"
"""The goal of a player of a parity game, as users name it."""

Wish: TypeAlias = tuple[tuple[str, ...], Formula]
"""A team and its goal."""


@dataclass(frozen=True, eq=False)
class Solution:
    """A solved game: from which states `player` can enforce `goal`, and from which it cannot.

    `player` is a tuple of players, who play together. `initial` is whether they win from every
    initial state, or from `position` if one was given; it is also the truth value of the solution.
    From a state of `losing` the others can prevent the goal, whatever the player does. `audited`
    records what the reference semantics checked.

    >>> from counterpoint import solve
    >>> from counterpoint.examples.nim import model
    >>> solution = solve(model(piles=(1, 2)), player="player1", goal="p1_wins")
    >>> bool(solution), len(solution.winning), (0, 2, 2) in solution.losing
    (True, 5, True)
    >>> solution.strategy.move((1, 2, 1)), bool(solution.verify())
    ('take(1,1)', True)
    """

    player: tuple[str, ...]
    goal: str
    states: int
    winning: StateSet
    losing: StateSet
    initial: bool
    seconds: float
    engine: str
    ground: Ground
    formula: Formula
    position: State | None = None
    win: Win | None = None
    audited: Audited | None = field(default=None, repr=False)

    def __bool__(self) -> bool:
        return self.initial

    def __repr__(self) -> str:
        count = f"{figure(self.winning.count)} of {figure(self.states)} states are winning"
        return f"<{self.answer}; {count}>"

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: what was found, but no strategy, which is made of it again."""
        return {of.name: vars(self)[of.name] for of in fields(self)}

    @property
    def answer(self) -> str:
        """Whether the player can enforce the goal, as a sentence."""
        who = ", ".join(self.player)
        can = "can" if self.initial else "cannot"
        where = "the start" if self.position is None else "there"
        return f"{who} {can} enforce {self.goal} from {where}"

    @cached_property
    def strategy(self) -> Strategy:
        """The strategy that wins from every winning state.

        If the game has no graph of its steps, each move is computed when it is asked for. Raises
        `Refused` if that takes too much memory.
        """
        if self.win is not None:
            return strategy_of(self.win, self.ground.show)
        team = frozenset(self.player)
        moves = RegionMoves(self.ground.game, team, self._plan)
        return Strategy(tuple(sorted(team)), moves, self.ground.show, moves.all_options)

    @cached_property
    def counter_strategy(self) -> Strategy:
        """The strategy of the others that prevents the goal from every losing state."""
        return counter_strategy_of(self._explicit("a counter-strategy"), self.ground.show)

    @property
    def known(self) -> States:
        """The winning states in the form that `advice` takes, with their distances to the win."""
        win = self.win
        if win is None or isinstance(win.objective, Buchi | CoBuchi):
            return WinningRegion(self.winning, self._plan)
        return WinningStates(win)

    @cached_property
    def _plan(self) -> Plan:
        objective = objective_of(self.formula, self.ground.region)
        return plan_of(self.ground, frozenset(self.player), objective, self.winning.region)

    def thread(self, *, priority: float | None = None) -> Thread:
        """A b-thread that plays the strategy in the program that was solved, from its start on.

        For a model, the b-thread is for programs with events that have the texts of the model's
        labels, such as `put(0)`.
        """
        graph = self._explicit("a b-thread that plays a strategy").graph
        return self.strategy.thread(graph, priority=priority)

    def verify(self) -> Verdict:
        """Whether the strategy wins every play from every winning state.

        This is checked by following all plays, independently of how the game was solved.
        """
        win = self._explicit("to verify a strategy")
        return verify(self.strategy, win.graph, win.objective, win.region)

    def _explicit(self, what: str) -> Win:
        if self.win is None:
            raise Refused(
                f"{what} takes a graph of the steps, and the game is too large for one or was "
                "solved symbolically: it has winning states and a strategy to ask for moves"
            )
        return self.win


@takes(SpaceOptions)
def solve(
    target: Any,
    *,
    player: str | Iterable[str],
    goal: str | Formula,
    start: Given | None = None,
    task: Task | None = None,
    **options: Unpack[SpaceOptions],
) -> Solution:
    """Where `player`, one or several together, can enforce `goal`, and how.

    `goal` is a path formula such as `F won` or `G !lost`; a state formula p means `F p`. `start` is
    a state to begin with instead of the initial ones, or a `Trace` or a `Session` that ends in it;
    the latter also record the events so far, for goals about events. For a program or a model it
    may also be a text: the labels of the steps from the start. A program is always explored from
    its start, so for it `start` must be a reachable state.

    The options are those of `where`. With a `task`, that says how much to explore, instead of them.
    With `disk`, the states of a model are kept in that folder; then each step of the game must lead
    from a level of states to the next, as on a board that is filled.

    In a parity game, the goal `parity` is what the player wants there.

    Raises `NotAGame` if it is not clear which player chooses a step, `Refused` for a goal that is
    not supported, and `Undecided` if states are missing or the audit did not pass.

    >>> from counterpoint.examples.tictactoe import program
    >>> solve(program, player="O", goal="G !X_WINS")
    <O can enforce G !X_WINS from the start; 5,258 of 5,258 states are winning>
    """
    team = (player,) if isinstance(player, str) else _names(player)
    if not isinstance(goal, str | Formula):
        raise Misuse(f"goal= takes a formula such as 'F won', not {goal!r}")
    formula = goal_in(goal, target) if isinstance(goal, str) else goal
    wishes = [(team, formula)]
    begin = position_of(target, start)
    over, engine = options.get("over", "reachable"), options.get("engine", AUTO)
    if task is None:
        task = space_task(options)
    elif "audit" in options:
        task = replace(task, audit=extent_of(options["audit"]))
    return solve_all(target, wishes, begin, over=over, engine=engine, task=task)[0]


def _names(players: object) -> tuple[str, ...]:
    """The names of several players; raises `Misuse` for anything else."""
    if isinstance(players, Iterable) and not isinstance(players, bytes):
        names = tuple(players)
        if all(isinstance(name, str) for name in names):
            return names
    raise Misuse(f"player= takes a player's name, or several, not {players!r}")


def goal_in(text: str, target: Any) -> Formula:
    """The goal in a text: a formula, or what each player of a parity game wants, `parity`."""
    if text.strip() == PARITY and priority_of(system_of(target)) is not None:
        return ParityGoal()
    return parse(text)


def solve_all(
    target: Any,
    wishes: Sequence[Wish],
    start: Position | None = None,
    *,
    over: str = "reachable",
    engine: str = "auto",
    task: Task = EVERYTHING,
) -> list[Solution]:
    """The solutions for several teams and their goals, all on the same states."""
    goes_on = over == "reachable" and may_be_stored(system_of(target), engine)
    solved = partial(_solved, target, wishes, start, over, engine)
    return on_disk_past_memory(task, solved, goes_on=goes_on)


def _solved(
    target: Any,
    wishes: Sequence[Wish],
    start: Position | None,
    over: str,
    engine: str,
    task: Task,
) -> list[Solution]:
    began = time.perf_counter()
    for _, goal in wishes:
        if not isinstance(goal, ParityGoal):
            objective_of(goal, lambda _: np.zeros(0, bool))  # refuse unsupported goals early
    goals = [goal for _, goal in wishes if not isinstance(goal, ParityGoal)]
    opening = opening_of(target, goals, start, over=over, engine=engine, task=task)
    found = opening.asked(partial(_solutions, wishes, start, over, task, began))
    opening.warn(*goals)
    return found


def _solutions(
    wishes: Sequence[Wish],
    start: Position | None,
    over: str,
    task: Task,
    began: float,
    opening: Opening,
) -> list[Solution]:
    space = _space(opening, wishes)
    require_playable(space)
    opening.require_trusted()
    position = None if start is None else located(space, start)
    ground = Ground(opening.system, space, task.limits)
    auditing = Auditing(opening.system, task, began)
    found = []
    for team, goal in wishes:
        solution = _solution(ground, team, goal, position, began)
        looked_at = audit_of(solution, auditing, reached=over != "all")
        require_passed(looked_at)
        found.append(replace(solution, audited=looked_at))
        began = time.perf_counter()
    return found


def _space(opening: Opening, wishes: Sequence[Wish]) -> Space[Any]:
    """The space to solve the game on.

    A graph is needed if the goal of some team is a parity objective, which the logic cannot express
    as a formula.
    """
    goals = [goal for _, goal in wishes if not isinstance(goal, ParityGoal)]
    if len(goals) < len(wishes):
        return opening.graph(*goals)
    formulas = [enforced(team, goal) for team, goal in wishes]
    try:
        for formula in formulas:
            to_core(formula)
    except BadFormula:
        return opening.graph(*(goal for _, goal in wishes))
    return opening.space(*formulas, steps=True)


def _solution(
    ground: Ground, team: tuple[str, ...], goal: Formula, position: State | None, began: float
) -> Solution:
    space, win = ground.space, None
    if isinstance(space, GraphSpace):
        win = winning(ground.graph, frozenset(team), _objective(ground, team, goal))
        found = ground.states(win.region)
    else:
        found = StateSet(space, ground.evaluator.region(to_core(enforced(team, goal))))
    return Solution(
        player=team,
        goal=show(goal),
        states=space.states,
        winning=found,
        losing=~found,
        initial=_all_in(space, space.initial, found) if position is None else position in found,
        seconds=time.perf_counter() - began,
        engine=space.engine,
        ground=ground,
        formula=goal,
        position=position,
        win=win,
    )


def _objective(ground: Ground, team: tuple[str, ...], goal: Formula) -> Objective:
    if not isinstance(goal, ParityGoal):
        return objective_of(goal, ground.where)
    if len(team) != 1:
        raise Misuse("the goal parity is that of one player, and several are named")
    (player,) = team
    require_parity_game(WinsParity(player), ground.system)
    is_first = player == declared_players(ground.system)[0]
    return Parity(priorities_of(ground.graph, ground.system) + (0 if is_first else 1))


def _all_in(space: Space[Any], region: Any, found: StateSet) -> bool:
    return space.count(region & found.region) == space.count(region)
