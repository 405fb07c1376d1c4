"""Formulas as objectives: which formulas a game can be played for, and what they ask of a play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import Any, TypeAlias

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Bools, Ints
from ..errors import Refused
from ..logic.formula import Atom, Formula, Junction, Junctor, Not, Team, Temporal, Tense
from .objective import Buchi, CoBuchi, Objective, Parity, Reach, Safe

Where: TypeAlias = Callable[[Formula], Any]
"""Evaluates a state formula: a bool for each state, or a region in the form of the engine."""

SUPPORTED = (
    "p (the same as F p)", "F p", "p U q", "p M q", "G p", "p W q", "p R q", "G F p", "F G p",
    "G F p | ... where all but one of the parts are of the form G F p",
    "F G p & ... where all but one of the parts are of the form F G p",
)  # fmt: skip
"""The supported objectives; p and q are state formulas."""


@dataclass(frozen=True, slots=True)
class ParityGoal(Atom):
    """What each player of a parity game wants; the parser never makes it.

    The first player wants the greatest priority that recurs for ever to be even, the other one
    wants it to be odd.
    """

    text: str = "parity"


def objective_of(formula: Formula, where: Where) -> Objective:
    """The objective that `formula` asks of every play; a state formula p asks for F p.

    `where` evaluates state formulas. Raises `Refused` for a formula that no objective expresses.

    >>> from counterpoint.logic.parser import parse
    >>> where = lambda formula: np.array([True, False])
    >>> objective_of(parse("p"), where), objective_of(parse("!G F p"), where)
    (Reach(goal=array([ True, False]), hold=None), CoBuchi(always=array([ True, False])))
    """
    positive = pushed(formula)
    if is_state_formula(positive):
        return Reach(where(positive))
    found = _simple(positive, where) or _recurring(positive, where)
    if found is None:
        raise Refused(
            "a strategy that looks at the present state alone is not known to be enough for this "
            f"formula. A game can be played for: {'; '.join(SUPPORTED)}"
        )
    return found


def pushed(formula: Formula) -> Formula:
    """An equivalent formula with negations only in state formulas.

    >>> from counterpoint.logic.parser import parse
    >>> str(pushed(parse("!(p U G q)")))
    '!p R F !q'
    """
    return _pushed(formula, True)


def is_state_formula(formula: Formula) -> bool:
    """Whether `formula` depends on a state alone, not on the path that follows it."""
    match formula:
        case Temporal():
            return False
        case Not(of):
            return is_state_formula(of)
        case Junction(_, left, right):
            return is_state_formula(left) and is_state_formula(right)
        case _:
            return True


_DUAL = {
    Tense.NEXT: Tense.NEXT,
    Tense.FINALLY: Tense.GLOBALLY,
    Tense.GLOBALLY: Tense.FINALLY,
    Tense.UNTIL: Tense.RELEASE,
    Tense.RELEASE: Tense.UNTIL,
    Tense.WEAK_UNTIL: Tense.STRONG_RELEASE,
    Tense.STRONG_RELEASE: Tense.WEAK_UNTIL,
}


def _pushed(formula: Formula, positive: bool) -> Formula:
    """The formula, or its negation, with negations only in state formulas."""
    if is_state_formula(formula):
        return formula if positive else Not(formula)
    match formula:
        case Not(of):
            return _pushed(of, not positive)
        case Temporal(tense, parts):
            pushed = tuple(_pushed(part, positive) for part in parts)
            return Temporal(tense if positive else _DUAL[tense], pushed)
        case Junction(Junctor.IMPLIES, left, right):
            return _pushed(Junction(Junctor.OR, Not(left), right), positive)
        case Junction(Junctor.IFF, left, right):
            both = Junction(Junctor.AND, left, right)
            neither = Junction(Junctor.AND, Not(left), Not(right))
            return _pushed(Junction(Junctor.OR, both, neither), positive)
        case Junction(junctor, left, right):
            swapped = Junctor.OR if junctor is Junctor.AND else Junctor.AND
            joined = junctor if positive else swapped
            return Junction(joined, _pushed(left, positive), _pushed(right, positive))
        case _:
            return formula


def _simple(formula: Formula, where: Where) -> Objective | None:
    """The objective of one temporal operator over state formulas; None for any other formula."""
    if not isinstance(formula, Temporal) or not all(map(is_state_formula, formula.parts)):
        return None
    regions = [where(part) for part in formula.parts]
    match formula.tense:
        case Tense.FINALLY:
            return Reach(regions[0])
        case Tense.GLOBALLY:
            return Safe(regions[0])
        case Tense.UNTIL:
            return Reach(regions[1], regions[0])
        case Tense.STRONG_RELEASE:
            return Reach(regions[0] & regions[1], regions[1])
        case Tense.WEAK_UNTIL:
            return Safe(regions[0], regions[1])
        case Tense.RELEASE:
            return Safe(regions[1], regions[0] & regions[1])
        case _:
            return None


@dataclass(frozen=True, slots=True)
class _Layer:
    """States that decide a play that visits them infinitely often, unless an earlier layer does.

    The play is won if `good`, else lost.
    """

    good: bool
    states: Bools


def _recurring(formula: Formula, where: Where) -> Objective | None:
    if (limit := _limit(formula)) is not None:
        good, of = limit
        return Buchi(where(of)) if good else CoBuchi(where(of))
    layers = _layers(formula, where)
    match layers:
        case None:
            return None
        case [_Layer(True, states), _]:
            return Buchi(states)
        case [_Layer(False, states), _]:
            return CoBuchi(~states)
        case _:
            return Parity(_priorities(layers))


def _layers(formula: Formula, where: Where) -> list[_Layer] | None:
    """The layers of a formula of limits, the decisive one first; None for any other formula."""
    if (limit := _limit(formula)) is not None:
        good, of = limit
        states = where(of)
        first = _Layer(good, states if good else ~states)
        return [first, _Layer(not good, states | ~states)]
    if not isinstance(formula, Junction):
        return None
    return _joined(formula, where)


def _joined(formula: Junction, where: Where) -> list[_Layer] | None:
    """The layers of `G F p | rest`, or of `F G p & rest`; None for any other formula."""
    good = formula.junctor is Junctor.OR
    parts = list(_parts(formula, formula.junctor))
    limits = [_limit(part) for part in parts]
    alike = [where(limit[1]) for limit in limits if limit is not None and limit[0] == good]
    rest = [
        part for part, limit in zip(parts, limits, strict=True) if limit is None or limit[0] != good
    ]
    if len(rest) > 1 or not alike:
        return None
    first = _Layer(good, reduce(or_, (r if good else ~r for r in alike)))
    if not rest:
        return [first, _Layer(not good, first.states | ~first.states)]
    inner = _layers(rest[0], where)
    return None if inner is None else [first, *inner]


def _parts(formula: Formula, junctor: Junctor) -> Iterator[Formula]:
    if isinstance(formula, Junction) and formula.junctor is junctor:
        yield from _parts(formula.left, junctor)
        yield from _parts(formula.right, junctor)
    else:
        yield formula


def _limit(formula: Formula) -> tuple[bool, Formula] | None:
    """(True, p) for G F p, (False, p) for F G p, None for any other formula."""
    match formula:
        case Temporal(Tense.GLOBALLY, (Temporal(Tense.FINALLY, (of,)),)) if is_state_formula(of):
            return True, of
        case Temporal(Tense.FINALLY, (Temporal(Tense.GLOBALLY, (of,)),)) if is_state_formula(of):
            return False, of
        case _:
            return None


def _priorities(layers: list[_Layer]) -> Ints:
    """The priority of each state, from its first layer; array of int.

    The first layer has the greatest priority; good layers have even ones.
    """
    number = 0 if layers[-1].good else 1
    found = np.full(len(layers[-1].states), number)
    for above, layer in zip(reversed(layers), reversed(layers[:-1]), strict=False):
        number += above.good != layer.good
        found = np.where(layer.states, number, found)
    return found


def enforced(team: tuple[str, ...], goal: Formula) -> Formula:
    """The formula that the team can enforce the goal."""
    return Team(team, True, played_for(goal))


def played_for(goal: Formula) -> Formula:
    """The path formula that a play has to satisfy; a state formula p becomes F p."""
    return Temporal(Tense.FINALLY, (goal,)) if is_state_formula(goal) else pushed(goal)
