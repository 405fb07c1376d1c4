"""Distances between sets of states: the lengths of shortest and longest runs from one to another.

Campos, Clarke, Marrero, Minea: Verus: a tool for quantitative analysis of finite-state real-time
systems. LCTES 1995.
"""

from __future__ import annotations

from typing import Any

from ...logic.core import Kind
from ...logic.formula import Const, Formula, Path
from ...logic.lower import to_core
from ...logic.premises import always
from ...model.property import Distance
from ...verdict import Answer, Verdict
from ..formula.evaluate import Evaluator
from ..space.space import Space

INFINITE, UNDEFINED = "infinity", "undefined"


def measured(name: str, wanted: Distance, space: Space[Any], assuming: Formula | None) -> Verdict:
    """The verdict with the distance; unknown if states are missing or the engine refuses.

    Only states count in which a run begins that satisfies the formula `assuming`.
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
    evaluator = Evaluator(space.algebra)
    start, goal, counted = (evaluator.region(each) for each in goals)
    find = longest if wanted.longest else shortest
    return Verdict(
        name, Answer.HOLDS, f"it is {find(space, start & counted, goal & counted, counted)}"
    )


def shortest(space: Space[Any], start: Any, goal: Any, within: Any) -> int | str:
    """The length of a shortest run from `start` to `goal`; infinite if there is none."""
    reached, length = goal, 0
    while not space.count(reached & start):
        more = reached | (within & _before(space, reached))
        if more == reached:
            return INFINITE
        reached, length = more, length + 1
    return length


def longest(space: Space[Any], start: Any, goal: Any, within: Any) -> int | str:
    """The greatest number of steps from `start` until `goal` is reached; infinite if it may not be.

    It is undefined if one of the sets is empty.
    """
    if not space.count(start) or not space.count(goal):
        return UNDEFINED
    before, away, length = within, within & ~goal, 0
    while space.count(away & start):
        if away == before:
            return INFINITE
        before, away = away, away & _before(space, away)
        length += 1
    return length


def _before(space: Space[Any], region: Any) -> Any:
    return space.algebra.step(Kind.SOME, region, None, frozenset())
