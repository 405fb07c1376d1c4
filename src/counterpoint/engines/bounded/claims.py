"""What a formula asks, in the terms of bounded search: is something reached, is there a run?

A formula about all runs fails if a run shows its negation; one about some run holds if a run does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from ...data import dataclass
from ...errors import Refused
from ...logic.core import All, Core, Fixpoint, Kind, Linear, Some
from ...logic.formula import (
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Team,
    Temporal,
    Tense,
    parts,
)
from ...logic.fragments import state_formulas
from ...logic.lower import negated, to_core, to_linear
from ...logic.well_formed import is_path
from ...verdict import Answer
from ..formula.evaluate import attractor_of
from .states import is_of_states, is_plain


@dataclass(frozen=True, slots=True)
class AtFirst:
    """The formula asks something of initial states only."""

    of: Core


class _ByRuns:
    """A claim that a run shows or refutes: with `shows`, the formula asks for such a run."""

    __slots__ = ()
    shows: bool

    @property
    def answer_shown(self) -> Answer:
        """The answer if there is such a run."""
        return Answer.HOLDS if self.shows else Answer.FAILS

    @property
    def answer_refuted(self) -> Answer:
        """The answer if there is none."""
        return Answer.FAILS if self.shows else Answer.HOLDS


@dataclass(frozen=True, slots=True)
class Reaches(_ByRuns):
    """A run on which `via` is true reaches a state with `goal`.

    With `shows`, the formula asks for such a run from each initial state; else that there is none.
    """

    shows: bool
    via: Core
    goal: Core


@dataclass(frozen=True, slots=True)
class Runs(_ByRuns):
    """A run that satisfies `path` shows the formula, or refutes it; as in `Reaches`.

    With `endless`, only runs count that never come to rest. With `counted`, only such initial
    states are asked in which a run begins that satisfies it.
    """

    shows: bool
    path: Linear
    endless: bool = False
    counted: Linear | None = None


Claim: TypeAlias = AtFirst | Reaches | Runs

REFUSAL = (
    "the bounded engine decides invariants, what can be reached, linear-time formulas, and "
    "formulas about a fixed number of steps; this is none of them: ask it of another engine"
)


def claim_of(
    formula: Formula, assumption: Formula | None = None, *, counted: bool = False
) -> Claim:
    """What a formula asks; raises `BadFormula`, and `Refused` if runs cannot show it.

    With an assumption, which is a linear-time formula, only runs count that satisfy it; if such
    initial states are `counted` only in which a run begins that does, others are not asked.

    >>> from ...logic.parser import parse
    >>> claim_of(parse("AG p")).shows, claim_of(parse("EF p")).goal.parts
    (False, (Prop(text='p', positive=True),))
    """
    goal = to_core(formula)
    if assumption is not None:
        if _is_at_first(formula) and not counted:
            return AtFirst(goal)
        under = _under(assumption, formula)
        return replace(under, counted=to_linear(assumption)) if counted else under
    if is_of_states(goal):
        return AtFirst(goal)
    if isinstance(goal, Fixpoint) and (found := _as_reaches(goal)) is not None:
        return found
    some, path = _as_path(formula)
    linear = to_linear(path if some else Not(path))
    if not all(map(is_of_states, state_formulas(linear))):
        raise Refused(REFUSAL)
    return Runs(some, linear)


def _under(assumption: Formula, formula: Formula) -> Runs:
    """What a formula asks of runs that satisfy an assumption.

    A quantifier before single steps is about such runs too, so it cannot stay where it is.
    """
    some, path = (False, formula) if _is_at_first(formula) else _as_path(formula)
    linear = to_linear(Junction(Junctor.AND, assumption, path if some else Not(path)))
    if not all(map(is_plain, state_formulas(linear))):
        raise Refused(REFUSAL)
    return Runs(some, linear)


def _is_at_first(formula: Formula) -> bool:
    """Whether a formula asks of a state alone, as it is written.

    `G false` does not: it is true where no run counts, although no state satisfies it.
    """
    return not any(isinstance(p, Path | Temporal | Team | Modal | Fix) for p in parts(formula))


def _as_reaches(goal: Fixpoint) -> Reaches | None:
    """A fixpoint as a question about reaching states; None if it is another one."""
    found = attractor_of(goal)
    if found is None or found.kind is not (Kind.SOME if goal.least else Kind.ALL):
        return None
    if not all(map(is_of_states, (*found.hold, *found.goal))):
        return None
    if goal.least:
        return Reaches(True, All(found.hold), Some(found.goal))
    via = All(tuple(map(negated, found.hold)))
    return Reaches(False, via, Some(tuple(map(negated, found.goal))))


def _as_path(formula: Formula) -> tuple[bool, Formula]:
    """Whether some path is asked for, not all; and the path formula, without quantifiers."""
    if is_path(formula):
        return False, _without(formula, False)
    some, of = _quantified(formula, True)
    return some, _without(of, some)


def _quantified(formula: Formula, positive: bool) -> tuple[bool, Formula]:
    """A formula as a quantifier and what it is about, with the negations before it moved inside."""
    match formula:
        case Not(of):
            return _quantified(of, not positive)
        case Path(some, of):
            return some is positive, of if positive else Not(of)
        case Junction() if not any(isinstance(p, Team | Modal | Fix) for p in parts(formula)):
            return False, formula if positive else Not(formula)
    raise Refused(REFUSAL)


def _without(formula: Formula, some: bool) -> Formula:
    """A path formula without quantifiers, which means the same behind its own quantifier.

    `A G (p -> A F q)` is `A G (p -> F q)`: what is asked of all paths that go on from a state of
    all paths is asked of all paths. Raises `Refused` where that is not so, as in `A F A G p`.
    """
    if not any(isinstance(part, Path | Team | Modal | Fix) for part in parts(formula)):
        return formula
    if not is_path(formula) and _is_flat(formula):
        return formula
    match formula:
        case Path(kind, of) if kind is some:
            return _without(of, some)
        case Not(Path(kind, of)) if kind is not some:
            return _without(Not(of), some)
        case Not(Not(of)):
            return _without(of, some)
        case Not(Junction(Junctor.AND | Junctor.OR as junctor, left, right)):
            other = Junctor.OR if junctor is Junctor.AND else Junctor.AND
            return _without(Junction(other, Not(left), Not(right)), some)
        case Not(Junction(Junctor.IMPLIES, left, right)):
            return _without(Junction(Junctor.AND, left, Not(right)), some)
        case Not(Temporal(Tense.NEXT | Tense.FINALLY | Tense.GLOBALLY as tense, (of,))):
            return _without(Temporal(_DUAL[tense], (Not(of),)), some)
        case Temporal(tense, (of,)) if tense in (Tense.NEXT, _SAFE[some]):
            return Temporal(tense, (_without(of, some),))
        case Junction(Junctor.IMPLIES, left, right):
            return _without(Junction(Junctor.OR, Not(left), right), some)
        case Junction(Junctor.AND | Junctor.OR as junctor, left, right):
            shared = junctor is (Junctor.OR if some else Junctor.AND)
            if shared or _is_flat(left) or _is_flat(right):
                return Junction(junctor, _without(left, some), _without(right, some))
    raise Refused(REFUSAL)


def _is_flat(formula: Formula) -> bool:
    """Whether a formula asks of a state, and of a fixed number of steps from it, only."""
    return not is_path(formula) and is_of_states(to_core(formula))


_DUAL = {
    Tense.NEXT: Tense.NEXT,
    Tense.FINALLY: Tense.GLOBALLY,
    Tense.GLOBALLY: Tense.FINALLY,
}

_SAFE = {False: Tense.GLOBALLY, True: Tense.FINALLY}
"""For paths that are all or some: the operator behind which a quantifier of the same kind is free.
"""
