"""Games solved by their definition: every strategy without memory tried, every play looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from counterpoint.engines.graph.explicit import NOBODY
from counterpoint.games.objective import Buchi, CoBuchi, Objective, Parity, Reach, Safe

from .small_games import PLAYERS, Table

Graph: TypeAlias = list[list[int]]


def won(table: Table, team: frozenset[str], objective: Objective) -> set[int]:
    """The states from which some strategy of the team wins every play."""
    return {
        s
        for graph in graphs(table, team)
        for s in range(len(graph))
        if not lost(graph, s, objective)
    }


def graphs(table: Table, team: frozenset[str]) -> Iterator[Graph]:
    """What each strategy of the team leaves of the game."""
    choices = [_choices(table, team, s) for s in range(len(table.steps))]
    yield from (list(chosen) for chosen in product(*choices))


def _choices(table: Table, team: frozenset[str], s: int) -> list[list[int]]:
    every = [t for _, t, _ in table.steps[s]]
    if table.owners[s] == NOBODY or PLAYERS[table.owners[s]] not in team:
        return [every]
    free = [t for _, t, nobody in table.steps[s] if nobody]
    owned = [t for _, t, nobody in table.steps[s] if not nobody]
    return [[*free, t] for t in owned] or [free]


def reached(graph: Graph, start: int, through: Callable[[int], Any]) -> set[int]:
    """The states on the ways from `start`, which go on from states `through` only."""
    found = {start}
    todo = [start]
    while todo:
        here = todo.pop()
        if through(here):
            todo += [t for t in graph[here] if t not in found]
            found |= set(graph[here])
    return found


def comes_back(graph: Graph, s: int, inside: Callable[[int], Any]) -> bool:
    """Whether a cycle of states inside goes through s."""
    return bool(inside(s)) and any(s in reached(graph, t, inside) for t in graph[s] if inside(t))


def lost(graph: Graph, start: int, objective: Objective) -> bool:
    """Whether some play from `start` does not meet the objective."""
    match objective:
        case Reach(goal, hold):
            before = {s for s in reached(graph, start, lambda s: not goal[s]) if not goal[s]}
            strays = hold is not None and any(not hold[s] for s in before)
            return strays or any(comes_back(graph, s, before.__contains__) for s in before)
        case Safe(stay, escape):
            ends = np.zeros_like(stay) if escape is None else escape
            met = reached(graph, start, lambda s: not ends[s])
            return any(not stay[s] and not ends[s] for s in met)
        case Buchi(often):
            return _odd(graph, start, [2 if x else 1 for x in often])
        case CoBuchi(always):
            return _odd(graph, start, [0 if x else 1 for x in always])
        case Parity(priorities):
            return _odd(graph, start, list(map(int, priorities)))


def _odd(graph: Graph, start: int, priority: list[int]) -> bool:
    def is_highest(s: int) -> bool:
        return comes_back(graph, s, lambda t: priority[t] <= priority[s])

    return any(
        priority[s] % 2 == 1 and is_highest(s) for s in reached(graph, start, lambda _: True)
    )
