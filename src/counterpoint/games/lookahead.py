"""Look ahead in a game that is too large to be solved: prepare the input of min-max search."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from ..alarm import ended
from ..engines.base.arrays import Bools
from ..engines.base.task import EVERYTHING, Task
from ..engines.space.opening import Opening
from ..errors import Misuse, NothingToCheck, Refused
from ..logic.core import Prop
from ..logic.formula import Formula
from ..logic.fragments import everything_in, is_of_steps
from ..logic.lower import to_core
from ..model.model import Model
from ..model.network import Network
from ..model.system import State
from ..verdict import Trace, system_of
from .atoms import atom_of, past_of, predicate_of
from .budget import Budget
from .game import game_of
from .goal import ParityGoal
from .ground import Ground
from .known import States, WinningStates
from .minmax import Found, minmax
from .objective import Reach
from .race import reached
from .region import reach
from .remembering import Remembering
from .start import NEEDS_A_RUN, Position, require_all_runs, require_run, started, way_text
from .umpire import Test


def look_ahead(
    target: Any,
    position: Position | None,
    goals: Mapping[str, Formula],
    budget: Budget,
    task: Task = EVERYTHING,
) -> Found:
    """Run a min-max search from `position`, where each player wants to reach its goal first.

    Without a `position`, the search begins in the first initial state. For a program, or for a
    model with goals that do not ask about past events, a small part of the game is solved first,
    and its sure wins are passed to the search.

    Raises `Refused` under fairness and for the goal of a parity game, `NothingToCheck` without an
    initial state, and `Misuse` if goals ask about events and the position lacks the run to it.
    """
    system: Any = system_of(target)
    _require_no_fairness(system)
    if any(isinstance(goal, ParityGoal) for goal in goals.values()):
        raise Refused(
            "who wins a parity game is decided by all of an endless play, so looking ahead finds "
            "no winner: ask without a depth, nodes or seconds, and the game is solved"
        )
    wanted = {player: reached(goal) or goal for player, goal in goals.items()}
    way = _way(system, position)
    game, here = game_of(system), way.states[-1]
    game.mover(here, way_text(position))
    game.require_players(goals, here, task.tuning)
    past = past_of(wanted.values(), system)
    if past and isinstance(system, Network) and way.start not in system.initial():
        raise Misuse(NEEDS_A_RUN)
    began = time.monotonic()
    known: Mapping[str, States] = {}
    if isinstance(system, Network) or (isinstance(system, Model) and not past):
        known = sure_wins(system, way.states[-1], wanted, _cheap(system, budget, task))
    budget = _less(budget, time.monotonic() - began)
    atom: Callable[[str], Test] = partial(atom_of, system=system)
    if past:
        remembering = Remembering(system, past)
        game, here, atom = remembering.game(game), remembering.after(way), remembering.atom
    tests = {player: predicate_of(goal, atom) for player, goal in wanted.items()}
    return minmax(game, here, tests, known=known, budget=budget, tuning=task.tuning)


def _require_no_fairness(system: Any) -> None:
    require_all_runs(system)
    fair = isinstance(system, Model) and system.fairness
    if fair or (isinstance(system, Network) and (system.weak or system.strong)):
        raise Refused(
            "what a player can enforce is not decided under fairness, which timeouts bring too: "
            "leave it out"
        )


def _way(system: Any, position: Position | None) -> Trace:
    """The run to a position; a run without steps if only a state, or nothing, was given."""
    if isinstance(position, Trace):
        require_run(system, position)
        return position
    if position is not None:
        return Trace(position)
    for state in system.initial():
        return Trace(state)
    raise NothingToCheck("there is no initial state")


def _cheap(system: Any, budget: Budget, task: Task) -> Task:
    """The task, with a limit of states that are explored fast compared with the search."""
    nodes = budget.nodes if budget.nodes is not None else 0
    seconds = budget.seconds if budget.seconds is not None else 0
    tuning = task.tuning
    most = [int(seconds * tuning.ahead_states_a_second) + nodes * tuning.ahead_states_a_node]
    most += [limit for limit in (task.limits.states, budget.states) if limit is not None]
    most += [tuning.ahead_of_a_program] if isinstance(system, Network) else []
    return replace(task, limits=replace(task.limits, states=max(1, min(most))))


def _less(budget: Budget, seconds: float) -> Budget:
    """The budget that is left after `seconds` were spent: at least half of it."""
    if budget.seconds is None:
        return budget
    return replace(budget, seconds=max(budget.seconds - seconds, budget.seconds / 2))


def sure_wins(
    system: Model | Network, state: State, goals: Mapping[str, Formula], task: Task
) -> Mapping[str, States]:
    """For each player, states from which it can surely reach its goal first.

    They are found by exploring from `state`, or for a program from its start, up to the limit of
    states of `task`. A state that meets several goals at once is a win for no player. A player
    without such states has no entry.
    """
    begun = started(system, state) if isinstance(system, Model) else system
    try:
        space = Opening(begun, "reachable", "explicit", task).graph(*goals.values())
    except Refused:
        return {}
    if space.stopped.ends_everything:
        raise ended(space.stopped)
    met = _met(Ground(begun, space, task.limits), goals)
    count = np.add.reduce([states.astype(np.uint32) for states in met.values()])
    graph = replace(space.graph, number=lru_cache(task.tuning.looked_up)(space.graph.number))
    known: dict[str, States] = {}
    for player, mine in met.items():
        win = reach(graph, frozenset({player}), Reach(mine & (count == 1), count == 0))
        if win.region.any():
            known[player] = WinningStates(win, whole=False)
    return known


def _met(ground: Ground, goals: Mapping[str, Formula]) -> dict[str, Bools]:
    """For each player, the states known to meet the goal: array of bool, one per state.

    If a goal asks about the steps of a state, states with unknown steps are left out.
    """
    met = {player: ground.where(goal) for player, goal in goals.items()}
    frontier = ground.graph.frontier
    if frontier is None or not any(map(_asks_about_steps, goals.values())):
        return met
    return {player: states & ~frontier for player, states in met.items()}


def _asks_about_steps(goal: Formula) -> bool:
    """Whether the goal depends on the steps that leave a state."""
    return any(
        isinstance(part, Prop) and is_of_steps(part) for part in everything_in(to_core(goal))
    )
