"""Counsel: advice for a position, from solved games or from looking ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..engines.arena.making import atoms_of
from ..engines.task import EVERYTHING, Task
from ..errors import Misuse, NothingToCheck, UnknownAtom
from ..logic.formula import Atom, Const, Formula, Junction, Junctor, Not
from ..logic.parser import parse
from ..model.model import Model
from ..model.network import Network
from ..model.system import State
from ..terms.evaluate import meaning
from ..verdict import system_of
from .advice import Advice, advice
from .minmax import USUAL, Found, minmax
from .solve import solve

Test = Callable[[Any], bool]


def counsel(
    target: Any,
    state: State | None,
    goals: Mapping[str, str],
    *,
    depth: int | None = None,
    nodes: int = USUAL.nodes,
    task: Task = EVERYTHING,
) -> Advice | Found:
    """What to do in `state`, the initial one if None, where each player wants his goal.

    The game is solved, and the moves are judged by what the players can enforce; with `depth` it is
    searched only so far ahead, for games that are too large, looking at about `nodes` states. In a
    program `state` is one that is reached.

    >>> from counterpoint.examples.nim import model
    >>> print(counsel(model(), None, {"player1": "p1_wins", "player2": "p2_wins"}).best.label)
    take(0,1)
    """
    system: Any = system_of(target)
    here = _first(system) if state is None else state
    start = None if isinstance(system, Network) else state
    if depth is None:
        solved = {
            player: solve(target, player=player, goal=goal, start=start, task=task).known
            for player, goal in goals.items()
        }
        return advice(target, here, solved)
    tests = {player: predicate_of(parse(goal), system) for player, goal in goals.items()}
    return minmax(target, here, tests, budget=replace(USUAL, depth=depth, nodes=nodes))


def _first(system: Any) -> State:
    state: State = next(iter(system.initial()), None)
    if state is None:
        raise NothingToCheck("there is no initial state")
    return state


def predicate_of(formula: Formula, system: Any) -> Test:
    """A test of one state; raises `Misuse` for a formula that asks about more than one state."""
    match formula:
        case Const(value):
            return lambda _: value
        case Atom(text):
            return _atom(text, system)
        case Not(of):
            test = predicate_of(of, system)
            return lambda state: not test(state)
        case Junction(junctor, left, right):
            return _joined(junctor, predicate_of(left, system), predicate_of(right, system))
        case _:
            raise Misuse("a search that looks ahead judges single states: give goals without time")


def _joined(junctor: Junctor, left: Test, right: Test) -> Test:
    match junctor:
        case Junctor.AND:
            return lambda state: left(state) and right(state)
        case Junctor.OR:
            return lambda state: left(state) or right(state)
        case Junctor.IMPLIES:
            return lambda state: not left(state) or right(state)
        case Junctor.IFF:
            return lambda state: left(state) == right(state)


def _atom(text: str, system: Any) -> Test:
    if isinstance(system, Model):
        holds = meaning(system.predicate(text))
        names = [variable.name for variable in system.variables]
        return lambda state: bool(holds(dict(zip(names, state, strict=True))))
    atoms = atoms_of(system)
    if text not in atoms:
        raise UnknownAtom(f"there is no atom {text!r}; there are {', '.join(atoms) or 'none'}")
    return atoms[text]
