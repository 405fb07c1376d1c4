"""Games as tables: winning regions and strategies against every strategy that there is."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from counterpoint.engines.graph.explicit import NOBODY
from counterpoint.games.objective import Buchi, CoBuchi, Objective, Parity, Reach, Safe, opposite
from counterpoint.games.region import winning
from counterpoint.games.strategy import strategy_of
from counterpoint.games.verify import verify
from tests.games.brute_force import lost, won
from tests.games.small_games import Table
from tests.games.test_region import TEAMS, left_by, left_by_others, states

from ..compare import Tally
from ..formula import some


@dataclass(frozen=True)
class Case:
    table: Table
    asked: tuple[tuple[frozenset[str], Objective], ...]


def draw(random: Random) -> Case:
    table = a_table(random)
    count = len(table.steps)
    asked = some(random, 12, lambda: (random.choice(TEAMS), objective(random, count)))
    return Case(table, asked)


def a_table(random: Random, largest: int = 6) -> Table:
    """A game of few states; some states are nobody's and some steps too."""
    count, free = random.randint(1, largest), random.randrange(2)
    owners = tuple(random.choice([0, 1, 0, 1, NOBODY]) for _ in range(count))
    forward = random.randrange(2)
    steps = []
    for s in range(count):
        row = []
        for k in range(random.randint(1, 3)):
            nobodys = bool(free and owners[s] != NOBODY and random.randrange(2))
            row.append((f"m{k}", random.randrange(s if forward else 0, count), nobodys))
        steps.append(tuple(row))
    return Table(owners, tuple(steps))


def objective(random: Random, count: int) -> Objective:
    def region() -> Any:
        return np.array([random.randrange(2) for _ in range(count)], bool)

    match random.randrange(5):
        case 0:
            return Reach(region(), region() if random.randrange(2) else None)
        case 1:
            return Safe(region(), region() if random.randrange(2) else None)
        case 2:
            return Buchi(region())
        case 3:
            return CoBuchi(region())
    most = random.randint(0, 5)
    return Parity(np.array([random.randint(0, most) for _ in range(count)]))


def compare(case: Case, tally: Tally) -> None:
    explicit = case.table.graph()
    for team, wanted in case.asked:
        question = f"{sorted(team)}: {wanted}"
        with tally.answering("region", question):
            win = winning(explicit, team, wanted)
            by_definition = won(case.table, team, wanted)
            tally.same("region", question, states(win.region), by_definition)
            graph = left_by(case.table, win, win.moves, ~win.region)
            beaten = [s for s in states(win.region) if lost(graph, s, wanted)]
            tally.same("strategy", question, beaten, [])
            strategy = strategy_of(win, str)
            verdict = verify(strategy, explicit, wanted, win.region)
            tally.true("verify", question, bool(verdict), verdict)
            beaten = [
                s
                for graph in left_by_others(case.table, team, win)
                for s in states(win.losing)
                if lost(graph, s, opposite(wanted))
            ]
            tally.same("counter-strategy", question, beaten, [])


def show(case: Case) -> str:
    rows = "\n".join(f"    {row}," for row in case.table.steps)
    asked = "\n".join(f"# {sorted(team)}: {wanted}" for team, wanted in case.asked)
    return f"Table({case.table.owners}, (\n{rows}\n))\n{asked}"
