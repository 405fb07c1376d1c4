"""Our side of the rows of `formulas.py`: `python -m peers.ours CASE`, which prints JSON.

`counts` are numbers of states. `seconds` are CPU seconds inside of the process, the least of a few
goes: each begins with a new model, but all after the first find the search compiled and loaded.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from counterpoint import Model, StateSpace, all_of, step

from .ttt_kripke import LABELS, QUESTIONS, fingerprint

Answer = dict[str, Any]


def document() -> Answer:
    """The winning states of both players in three formulations, among all encoded states."""
    from counterpoint.examples import ttt_model

    space = StateSpace(ttt_model.model(), over="all")
    asked = [
        form[player]
        for form in (ttt_model.ATL, ttt_model.MU, ttt_model.BOUNDED)
        for player in (1, 2)
    ]
    return {"counts": [len(space.where(formula)) for formula in asked]}


def board(size: str, engine: str) -> StateSpace:
    """The states of an m,n,k game; `size` is such as `4x4x4`, k last."""
    from counterpoint.examples import mnk

    rows, columns, k = map(int, size.split("x"))
    return StateSpace(mnk.model(rows=rows, columns=columns, k=k), engine=engine)


def reach(size: str, engine: str, goes: str) -> Answer:
    """How many states are reached."""
    return _least(lambda: [len(board(size, engine).where("true"))], int(goes))


def regions(size: str, engine: str, goes: str) -> Answer:
    """The states that are reached, and from which of them each player can force a line."""

    def go() -> list[int]:
        space = board(size, engine)
        asked = ("true", "<<player1>> F p1_wins", "<<player2>> F p2_wins")
        return [len(space.where(formula)) for formula in asked]

    return _least(go, int(goes))


def dining(count: int) -> Model:
    """The table of `philosophers.py`, fork by fork."""
    table = Model(f"{count} philosophers")
    p, taken = [], []
    for i in range(count):
        p.append(table.var(f"p{i}", ("thinking", "left", "eating"), init="thinking"))
        taken.append(table.var(f"taken{i}", bool, init=False))
    table.atom("starving", all_of(each == "left" for each in p))

    @table.action(i=range(count))
    def take_left(i: int) -> object:
        return step(when=(p[i] == "thinking", ~taken[i]), set={p[i]: "left", taken[i]: True})

    @table.action(i=range(count))
    def take_right(i: int) -> object:
        right = taken[(i + 1) % count]
        return step(when=(p[i] == "left", ~right), set={p[i]: "eating", right: True})

    @table.action(i=range(count))
    def put_down(i: int) -> object:
        right = taken[(i + 1) % count]
        return step(when=p[i] == "eating", set={p[i]: "thinking", taken[i]: False, right: False})

    return table


def ending() -> Answer:
    """The positions of king and rook against king, and those from which White can mate."""
    from counterpoint import solve
    from counterpoint.examples import krk

    solution = solve(krk.model(), player="white", goal="white_wins")
    return {"counts": [solution.states, len(solution.winning)]}


def philosophers(count: str, engine: str, goes: str) -> Answer:
    """How many states there are, and how many satisfy each specification of the peer."""

    def go() -> list[int]:
        space = StateSpace(dining(int(count)), engine=engine)
        asked = ("true", "AG !starving", "AG ({p0 = left} -> EF {p0 = eating})")
        return [len(space.where(formula)) for formula in asked]

    return _least(go, int(goes))


def questions(logic: str, goes: str) -> Answer:
    """What pyModelChecking is asked too; states and labels are known already, as they are there."""
    from counterpoint.examples import ttt_model

    seconds = []
    for _ in range(int(goes)):
        space = StateSpace(ttt_model.model())
        for label in LABELS:
            space.where(label)
        start = time.process_time()
        found = [space.where(each.ours) for each in QUESTIONS if each.logic == logic]
        seconds.append(time.process_time() - start)
    return {"answers": [fingerprint(states) for states in found], "seconds": min(seconds)}


def _least(go: Callable[[], list[int]], goes: int) -> Answer:
    seconds = []
    for _ in range(goes):
        start = time.process_time()
        counts = go()
        seconds.append(time.process_time() - start)
    return {"counts": counts, "seconds": min(seconds)}


CASES = {
    case.__name__: case for case in (document, reach, regions, ending, philosophers, questions)
}

if __name__ == "__main__":
    name, *details = sys.argv[1].split(":")
    print(json.dumps(CASES[name](*details)))
