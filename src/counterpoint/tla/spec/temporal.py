r"""TLA+ temporal formulas as formulas of linear time over named atoms.

An atom of states is asked of the state that a run is in, an atom of steps of the step that led
there. So an action, which TLA+ reads at the step taken next, stands under X: `[][A]_v` becomes
`G X [A]_v`, and `<>< <A> >_v` becomes `F X <<A>>_v`.
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
from .mentions import level_of
from .specification import Conjunct, Kind
from .text import shortened
from .unfold import unfolded
from .unrolled import unrolled

LONGEST = 60
"""How long the name of an atom may be."""


@dataclass(frozen=True, slots=True)
class StepAtom:
    """What an atom asks of a state or, with `of_steps`, of the step that led to it."""

    expression: Expression
    scope: Scope
    of_steps: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A formula, and what each of its atoms asks."""

    formula: Formula
    atoms: Mapping[str, StepAtom]


def to_formula(expression: Expression, scope: Scope) -> Asked:
    r"""A temporal formula as one of linear time, and its atoms; raises `Refused`.

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
    """Translates formulas that are asked together; an expression that occurs twice is one atom.

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
        """The formula as it is true of a run from the state on that it is in; raises `Refused`."""
        expression, scope = closed.expression, closed.scope
        match expression:
            case Truth(value):
                return Const(value)
            case _ if (level := level_of(closed)) <= Level.STATE:
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
        """What a conjunct says of a run, its box included; raises `Refused`."""
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
        """The atom that asks an expression; its name is its text, shortened, and nothing else's."""
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
    """What a START, ALWAYS or STEPS conjunct asks of a state or a step."""
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
    """The formula of the first arm whose condition is true, or the last one."""
    for test, then in reversed(arms):
        other = _some([_all([test, then]), _all([Not(test), other])])
    return other
