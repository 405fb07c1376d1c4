"""Distances between sets of states: the lengths of shortest and longest runs from one to another.

Campos, Clarke, Marrero, Minea: Verus: a tool for quantitative analysis of finite-state real-time
systems. LCTES 1995.
"""

from __future__ import annotations

from typing import Any

from ...logic.core import Kind
from ...logic.formula import Const, Formula, Junction, Junctor, Not, Path, Temporal, Tense
from ...logic.lower import to_core
from ...logic.premises import always
from ...model.property import Distance
from ...verdict import Answer, Verdict
from ..formula.evaluate import Evaluator
from ..space.space import Space

INFINITE, UNDEFINED = "infinity", "undefined"


def measured(
    name: str,
    wanted: Distance,
    space: Space[Any],
    assuming: Formula | None,
    evaluator: Evaluator[Any] | None = None,
) -> Verdict:
    """The verdict with the distance; unknown if states are missing or the engine refuses.

    Only states count in which a run begins that satisfies the formula `assuming`. An evaluator of
    the space keeps what it evaluated for the next question.
    """
    if space.stopped:
        return Verdict(name, Answer.UNKNOWN, str(space.stopped))
    every = Path(True, always(Const(True)))
    goals = [
        to_core(formula, fair=space.is_fair, assuming=assuming)
        for formula in (wanted.start, wanted.goal, every)
    ]
    for goal in goals:
        if refused := space.algebra.refusal(goal):
            return Verdict(name, Answer.UNKNOWN, refused)
    evaluator = evaluator or Evaluator(space.algebra)
    start, goal, counted = (evaluator.region(each) for each in goals)
    find = longest if wanted.longest else shortest
    return Verdict(
        name, Answer.HOLDS, f"it is {find(space, start & counted, goal & counted, counted)}"
    )


def shortest(space: Space[Any], start: Any, goal: Any, within: Any) -> int | str:
    """The length of a shortest run from `start` to `goal`; infinite if there is none."""
    nothing = space.algebra.nothing
    left, fresh, length = within & ~goal, goal, 0
    while fresh & start == nothing:
        fresh = left & _before(space, fresh)
        if fresh == nothing:
            return INFINITE
        left, length = left & ~fresh, length + 1
    return length


def longest(space: Space[Any], start: Any, goal: Any, within: Any) -> int | str:
    """The greatest number of steps from `start` until `goal` is reached; infinite if it may not be.

    It is undefined if one of the sets is empty.
    """
    nothing = space.algebra.nothing
    if nothing in (start, goal):
        return UNDEFINED
    before, away, length = within, within & ~goal, 0
    while away & start != nothing:
        if away == before:
            return INFINITE
        before, away = away, away & _before(space, away)
        length += 1
    return length


def _before(space: Space[Any], region: Any) -> Any:
    return space.algebra.step(Kind.SOME, region, None, frozenset())


def bounds_of(wanted: Distance, found: str, most: int) -> tuple[Formula, ...]:
    """What a distance says, as conditions that no state may satisfy, but the last one some state.

    The last one is left out where the distance is infinite or undefined, and a distance of more
    than `most` steps is not written out: then there are none. Only `start` states count from which
    a run begins that satisfies what is assumed, as of all runs.

    >>> from counterpoint.logic.parser import parse
    >>> least = Distance(False, parse("p"), parse("q"))
    >>> [str(each) for each in bounds_of(least, "1", 8)]
    ['p & EG true & (q & EG true)', 'p & EG true & (q & EG true | EX (q & EG true))']
    """
    counted = Path(True, always(Const(True)))
    start, goal = _and(wanted.start, counted), _and(wanted.goal, counted)
    if not found.isdigit():
        if found == INFINITE and not wanted.longest:
            return (_and(start, Path(True, Temporal(Tense.FINALLY, (goal,)))), Const(False))
        return ()
    length = int(found)
    if length > most:
        return ()
    away = _and(counted, Not(wanted.goal))
    layers = [away if wanted.longest else goal]
    for _ in range(length):
        further = Path(True, Temporal(Tense.NEXT, (layers[-1],)))
        join = Junctor.AND if wanted.longest else Junctor.OR
        layers.append(Junction(join, away if wanted.longest else goal, further))
    held = [_and(start, layer) for layer in layers[-2:]]
    if length == 0:
        held = [Const(False), *held]
    return (held[1], held[0]) if wanted.longest else (held[0], held[1])


def _and(one: Formula, other: Formula) -> Formula:
    return Junction(Junctor.AND, one, other)
