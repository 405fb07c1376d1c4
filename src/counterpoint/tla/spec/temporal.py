r"""Translating TLA+ temporal formulas to LTL formulas over named atoms.

A state atom is evaluated on the current state of a run, a step atom on the step that led to that
state. TLA+ reads an action on the next step, so it is translated with X: `[][A]_v` becomes
`G X [A]_v`, and `<><<A>>_v` becomes `F X <<A>>_v`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import reduce

from ...data import dataclass
from ...errors import Refused
from ...logic.formula import (
    Atom,
    Const,
    Formula,
    Junction,
    Junctor,
    Not,
    Temporal,
    Tense,
)
from ..evaluate.context import Closed
from ..evaluate.reader import read_level
from ..levels import Level
from ..scope import Scope
from ..tree import (
    And,
    Angle,
    Apply,
    Case,
    Enabled,
    Expression,
    Fair,
    If,
    Or,
    Quantified,
    Truth,
)
from .binding import identity
from .specification import Conjunct, Kind
from .text import shortened
from .unfold import unfolded
from .unrolled import unrolled

LONGEST = 60
"""The most characters of the name of an atom."""


@dataclass(frozen=True, slots=True)
class StepAtom:
    """The expression of an atom, evaluated on a state or (`of_steps`) on the step leading to it."""

    expression: Expression
    scope: Scope
    of_steps: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A formula, and the expressions of its atoms by their names."""

    formula: Formula
    atoms: Mapping[str, StepAtom]


def to_formula(expression: Expression, scope: Scope) -> Asked:
    r"""A TLA+ temporal formula as an LTL formula, and its atoms; raises `Refused`.

    >>> from ..scope import Variable
    >>> from ..tree import Number, Prime, Square
    >>> scope = Scope({"x": Variable("x", 0)})
    >>> down = Apply("<", (Prime(Apply("x")), Apply("x")))
    >>> ends = Apply("=", (Apply("x"), Number(0)))
    >>> goal = Apply("=>", (Fair(False, Apply("x"), down), Apply("<>", (ends,))))
    >>> print(to_formula(goal, scope).formula)
    (F G {ENABLED <<x' < x>>_x} -> G F X {<<x' < x>>_x}) -> F (x = 0)
    """
    translation = Translation()
    formula = translation.read(Closed(expression, scope))
    return Asked(formula, translation.atoms)


class Translation:
    """Translates formulas that share atoms: an expression that occurs twice is one atom.

    >>> from ..scope import Variable
    >>> scope, both = Scope({"x": Variable("x", 0)}), Translation()
    >>> [str(both.read(Closed(Apply(sign, (Apply("x"),)), scope))) for sign in ("[]", "<>")]
    ['G x', 'F x']
    >>> list(both.atoms)
    ['x']
    """

    def __init__(self) -> None:
        self.atoms: dict[str, StepAtom] = {}
        self._names: dict[Hashable, str] = {}

    def read(self, closed: Closed) -> Formula:
        """The LTL formula for a TLA+ formula; raises `Refused` if it cannot be translated."""
        expression, scope = closed.expression, closed.scope
        match expression:
            case Truth(value):
                return Const(value)
            case _ if (level := read_level(closed)) <= Level.STATE:
                return self.atom(closed, of_steps=False)
            case _ if level is Level.ACTION:
                return _next(self.atom(closed, of_steps=True))
            case Fair(strong, subscript, action):
                taken = Closed(Angle(action, subscript, at=expression.at), scope)
                return self._fair(strong, taken)
            case Quantified("A" | "E", bounds, body):
                each = unrolled(bounds, body, scope)
                if each is None:
                    raise _refused(closed, "its set is not constant, not finite or too large")
                parts = list(map(self.read, each))
                return _all(parts) if expression.kind == "A" else _some(parts)
            case _:
                return self._junction(closed)

    def said(self, conjunct: Conjunct) -> Formula:
        """The LTL formula for a conjunct, including its `[]`; raises `Refused`."""
        of = self.read(conjunct.closed)
        return _globally(of) if conjunct.kind in {Kind.ALWAYS, Kind.STEPS} else of

    def _junction(self, closed: Closed) -> Formula:
        expression, scope = closed.expression, closed.scope

        def read(part: Expression) -> Formula:
            return self.read(Closed(part, scope))

        match expression:
            case And(parts):
                return _all(list(map(read, parts)))
            case Or(parts):
                return _some(list(map(read, parts)))
            case Apply("~", (of,)):
                return Not(read(of))
            case Apply("=>", (left, right)):
                return Junction(Junctor.IMPLIES, read(left), read(right))
            case Apply("<=>", (left, right)):
                return Junction(Junctor.IFF, read(left), read(right))
            case If(condition, then, otherwise):
                return _chosen([(read(condition), read(then))], read(otherwise))
            case Case(arms, other) if other is not None:
                return _chosen([(read(test), read(value)) for test, value in arms], read(other))
            case _:
                return self._tense(closed)

    def _tense(self, closed: Closed) -> Formula:
        expression, scope = closed.expression, closed.scope
        match expression:
            case Apply("[]", (of,)):
                return _globally(self.read(Closed(of, scope)))
            case Apply("<>", (of,)):
                return _finally(self.read(Closed(of, scope)))
            case Apply("~>", (left, right)):
                first, then = (self.read(Closed(side, scope)) for side in (left, right))
                return _globally(Junction(Junctor.IMPLIES, first, _finally(then)))
            case Apply("-+->"):
                raise _refused(closed, "-+-> is not decided")
            case Quantified():
                raise _refused(closed, "it hides variables")
        inner = unfolded(closed)
        if inner is None:
            raise _refused(closed, "this has no meaning as a formula of runs")
        return self.read(inner)

    def _fair(self, strong: bool, action: Closed) -> Formula:
        enabled = Closed(Enabled(action.expression, at=action.expression.at), action.scope)
        possible: Formula = self.atom(enabled, of_steps=False)
        possible = _globally(_finally(possible)) if strong else _finally(_globally(possible))
        taken = _globally(_finally(_next(self.atom(action, of_steps=True))))
        return Junction(Junctor.IMPLIES, possible, taken)

    def atom(self, closed: Closed, *, of_steps: bool) -> Atom:
        """The atom for an expression. Its name is the shortened text, made unique."""
        key = identity(closed)
        if key not in self._names:
            name = self._names[key] = self._name(closed)
            self.atoms[name] = StepAtom(closed.expression, closed.scope, of_steps)
        return Atom(self._names[key])

    def _name(self, closed: Closed) -> str:
        name = shortened(closed.expression, closed.scope, LONGEST)
        if name not in self.atoms:
            return name
        number = 2
        while f"{name} #{number}" in self.atoms:
            number += 1
        return f"{name} #{number}"


def atom_of(conjunct: Conjunct) -> StepAtom:
    """The expression of a START, ALWAYS or STEPS conjunct, to evaluate on a state or a step."""
    assert conjunct.kind in {Kind.START, Kind.ALWAYS, Kind.STEPS}
    return StepAtom(conjunct.expression, conjunct.scope, conjunct.kind is Kind.STEPS)


def _refused(closed: Closed, why: str) -> Refused:
    shown = shortened(closed.expression, closed.scope)
    return Refused(f"{shown} cannot be checked: {why}", closed.expression.at.place())


def _next(of: Formula) -> Formula:
    return Temporal(Tense.NEXT, (of,))


def _finally(of: Formula) -> Formula:
    return Temporal(Tense.FINALLY, (of,))


def _globally(of: Formula) -> Formula:
    return Temporal(Tense.GLOBALLY, (of,))


def _all(parts: list[Formula]) -> Formula:
    return reduce(lambda a, b: Junction(Junctor.AND, a, b), parts) if parts else Const(True)


def _some(parts: list[Formula]) -> Formula:
    return reduce(lambda a, b: Junction(Junctor.OR, a, b), parts) if parts else Const(False)


def _chosen(arms: list[tuple[Formula, Formula]], other: Formula) -> Formula:
    """The formula that chooses the first arm with a true condition, or else `other`."""
    for test, then in reversed(arms):
        other = _some([_all([test, then]), _all([Not(test), other])])
    return other
