"""Models in which each step leads from a level to the next, with players, made at random."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

from counterpoint import Model, any_of, step

PLAYERS = ("A", "B")


def layered(random: Random, *, by_turns: bool) -> Model:
    """A game with up to a dozen states in levels; who chooses depends on the turn, or the action.

    With owners of actions, there are also steps that no player chooses. The atoms are p and q.
    """
    levels, first = [], 0
    for _ in range(random.randint(1, 5)):
        count = random.randint(1, 4)
        levels.append(range(first, first + count))
        first += count
    model = Model("layered")
    s = model.var("s", range(first), init=levels[0])
    owners = [random.choice(PLAYERS) for _ in range(first)]
    turns = {
        player: any_of(s == n for n in range(first) if by_turns and owners[n] == player)
        for player in PLAYERS
    }
    model.turns(turns)
    for name in "pq":
        members = [n for n in range(first) if random.random() < 0.4]
        model.atom(name, any_of(s == n for n in members))
    for here, there in itertools.pairwise(levels):
        for source in here:
            for number in range(random.randint(0, 3)):
                owned = not by_turns and random.random() < 0.6
                _add(
                    model,
                    f"m{source}_{number}",
                    s,
                    source,
                    random.choice(there),
                    owners[source] if owned else None,
                )
    _add(model, "never", s, 0, 0, None)
    return model


def _add(model: Model, name: str, s: Any, source: int, target: int, owner: str | None) -> None:
    def move() -> Any:
        return step(when=(s == source, source != target), set={s: target})

    move.__name__ = name
    model.action(owner=owner)(move)
