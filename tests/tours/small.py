"""Small systems, drawn at random, and the fewest events that cover them, by exhaustive search."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from random import Random

from counterpoint.model.system import REST, Label

Step = tuple[Label, int]


@dataclass(frozen=True)
class Small:
    """A system with few states."""

    starts: tuple[int, ...]
    steps: tuple[tuple[Step, ...], ...]
    marked: frozenset[int] = frozenset()

    def initial(self) -> tuple[int, ...]:
        return self.starts

    def successors(self, state: int) -> tuple[Step, ...]:
        return self.steps[state]

    def show(self, state: int) -> str:
        return str(state)

    def atoms(self) -> dict[str, Callable[[int], bool]]:
        return {"marked": lambda state: state in self.marked}

    def reached(self) -> set[int]:
        """The states that runs get to."""
        found, todo = set(self.starts), list(self.starts)
        for state in todo:
            new = {there for _, there in self.steps[state]} - found
            found |= new
            todo += new
        return found

    def transitions(self) -> set[tuple[int, Label, int]]:
        """The transitions of these states, without rests and steps that change nothing."""
        return {
            (state, label, there)
            for state in self.reached()
            for label, there in self.steps[state]
            if label is not REST and there != state
        }


def drawn(seed: int, most: int = 7) -> Small:
    """A system with up to four states and so many steps, some of them rests or loops."""
    chance = Random(seed)
    states = chance.randint(1, 4)
    steps: list[list[Step]] = [[] for _ in range(states)]
    for _ in range(chance.randint(0, most)):
        label = chance.choice(["a", "b", "c(1)", "c(2)"])
        steps[chance.randrange(states)].append((label, chance.randrange(states)))
    for state, each in enumerate(steps):
        if not each or chance.random() < 0.2:
            each.append((REST, state))
    starts = chance.sample(range(states), chance.randint(1, min(2, states)))
    marked = frozenset(state for state in range(states) if chance.random() < 0.5)
    return Small(tuple(starts), tuple(map(tuple, steps)), marked)


Things = frozenset[Hashable]


def fewest(
    system: Small,
    at: Callable[[int], Iterable[Hashable]],
    by: Callable[[Label | None, int, Label, int], Iterable[Hashable]],
) -> tuple[int, int]:
    """The fewest events of runs that cover all that runs can cover, and how few runs have these.

    `at` says what a state covers, and `by` what a step does, given the label before it.
    """
    costs: dict[tuple[int, Label | None, Things], tuple[int, int]] = {}
    todo: list[tuple[tuple[int, int], int, tuple[int, Label | None, Things]]] = [
        ((0, 1), number, (start, None, frozenset(at(start))))
        for number, start in enumerate(system.starts)
    ]
    count = len(todo)
    while todo:
        cost, _, node = heapq.heappop(todo)
        if node in costs:
            continue
        costs[node] = cost
        state, last, things = node
        for label, there in system.steps[state]:
            if label is not REST and there != state:
                more = things | {*by(last, state, label, there), *at(there)}
                heapq.heappush(todo, ((cost[0] + 1, cost[1]), count, (there, label, more)))
                count += 1
        for start in system.starts:
            afresh = (start, None, things | {*at(start)})
            heapq.heappush(todo, ((cost[0], cost[1] + 1), count, afresh))
            count += 1
    everything = frozenset[Hashable]().union(*(things for _, _, things in costs))
    best = min(cost for (_, _, things), cost in costs.items() if things == everything)
    return best if everything else (0, 0)
