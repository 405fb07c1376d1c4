r"""Weakening expressions so that they mention fewer variables.

A conjunct that mentions other variables is dropped, at any depth of `/\`, `\/`, quantifiers, IF,
CASE, LET and definitions. These constructs are monotonic: if a part is replaced by a weaker one,
the whole becomes weaker. Nothing below a negation or on the left of `=>` is changed; if a part has
to go from there, the whole negation or implication is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..evaluate.context import Closed
from ..evaluate.names import Names
from ..evaluate.reader import reading
from ..scope import Defined, Meaning, Scope, Value, Variable
from ..tree import (
    And,
    Angle,
    Apply,
    Bound,
    Case,
    Definition,
    Expression,
    If,
    Labelled,
    Let,
    Or,
    Parameter,
    Prime,
    Qualified,
    Quantified,
    Square,
    Truth,
    Tuple,
    Unchanged,
)
from .binding import Binding
from .determined import variables_in

TRUE = Truth(True)

OUTSIDE = Variable("", -1)
"""The meaning of a bound name that depends on other variables: a variable that is never allowed."""


def weakened(closed: Closed, allowed: frozenset[Variable]) -> Closed | None:
    r"""A consequence of an expression that mentions only these variables; None if none is found.

    >>> from ..tree import Number
    >>> x, y = Variable("x", 0), Variable("y", 1)
    >>> scope = Scope({"x": x, "y": y})
    >>> one, two = (Apply("=", (Prime(Apply(name)), Number(1))) for name in "xy")
    >>> from .text import text
    >>> text(weakened(Closed(And((one, two)), scope), frozenset({x})).expression)
    "x' = 1"
    >>> weakened(Closed(Or((one, two)), scope), frozenset({x})) is None
    True
    """
    weakening = _Weakening(allowed)
    found = weakening.weak(closed.expression, closed.scope)
    return None if found is None else Closed(found, weakening.scope(closed.scope))


class _Weakening:
    """Weakens expressions. Weakened definitions get new, unique names.

    The resulting trees are to be read in the scope of the original. `names` has the weakened
    definitions of modules. Those of a LET are added to that LET, since their bodies may mention
    names that are bound around it.
    """

    def __init__(self, allowed: frozenset[Variable]) -> None:
        self.allowed = allowed
        self.names: dict[str, Meaning] = {}
        self.known: dict[tuple[Defined, tuple[bool, ...]], str | None] = {}
        self.local: dict[Defined, list[Definition]] = {}
        self.lookup = Names()

    def scope(self, outer: Scope) -> Scope:
        """A scope with the weakened definitions in front of `outer`."""
        inner = Binding({}, outer)
        inner.names = self.names
        return inner

    def weak(self, node: Expression, scope: Scope) -> Expression | None:
        """The weakened expression; None if only TRUE is left."""
        if self.is_allowed(node, scope):
            return node
        match node:
            case And(parts):
                kept = [weak for part in parts if (weak := self.weak(part, scope)) is not None]
                return _one(kept, And) if kept else None
            case Or(parts):
                return self._either(parts, scope)
            case If(condition, then, otherwise):
                return self._if(node, condition, then, otherwise, scope)
            case Case():
                return self._case(node, scope)
            case Quantified("A" | "E"):
                return self._quantified(node, scope)
            case Let():
                return self._let(node, scope)
            case Labelled(_, _, body):
                return self.weak(body, scope)
            case Unchanged(body):
                return self._unchanged(body, scope)
            case Square(action, subscript):
                weak = self.weak(action, scope)
                same = self._unchanged(subscript, scope)
                return None if weak is None or same is None else Or((weak, same))
            case Angle(action, _):
                return self.weak(action, scope)
            case _:
                return self._applied(node, scope)

    def is_allowed(self, node: Expression, scope: Scope) -> bool:
        return reading(node, scope).variables <= self.allowed

    def _either(self, parts: Sequence[Expression], scope: Scope) -> Expression | None:
        weak = [found for part in parts if (found := self.weak(part, scope)) is not None]
        return _one(weak, Or) if len(weak) == len(parts) else None

    def _if(
        self, node: If, condition: Expression, then: Expression, other: Expression, scope: Scope
    ) -> Expression | None:
        if not self.is_allowed(condition, scope):
            return self._either((then, other), scope)
        one, two = self.weak(then, scope), self.weak(other, scope)
        if one is None and two is None:
            return None
        return If(condition, one or TRUE, two or TRUE, at=node.at)

    def _case(self, node: Case, scope: Scope) -> Expression | None:
        if node.other is None or not all(self.is_allowed(test, scope) for test, _ in node.arms):
            return None
        weak = [self.weak(value, scope) for _, value in node.arms]
        other = self.weak(node.other, scope)
        if other is None and all(value is None for value in weak):
            return None
        tests = (test for test, _ in node.arms)
        arms = tuple((test, value or TRUE) for test, value in zip(tests, weak, strict=True))
        return Case(arms, other or TRUE, at=node.at)

    def _quantified(self, node: Quantified, scope: Scope) -> Expression | None:
        kept, names = [], dict[str, Meaning]()
        for bound in node.bounds:
            fits = bound.set is None or self.is_allowed(bound.set, scope)
            names.update(dict.fromkeys(bound.names, Value(None) if fits else OUTSIDE))
            if fits:
                kept.append(bound)
        if node.kind == "A" and len(kept) < len(node.bounds):
            return None
        body = self.weak(node.body, scope.within(names))
        return None if body is None else _quantified(node, kept, body)

    def _let(self, node: Let, scope: Scope) -> Expression | None:
        inner = self.lookup.let(node, scope)
        made: list[Definition] = []
        self.local.update(
            (meaning, made) for meaning in inner.names.values() if isinstance(meaning, Defined)
        )
        body = self.weak(node.body, inner)
        return None if body is None else Let((*node.units, *made), body, at=node.at)

    def _unchanged(self, body: Expression, scope: Scope) -> Expression | None:
        """UNCHANGED of the allowed variables in a tuple; None if there are none."""
        kept = sorted(variables_in(Closed(body, scope)) & self.allowed, key=lambda v: v.number)
        if not kept:
            return None
        self.names.update((f"{variable.name}|", variable) for variable in kept)
        return Unchanged(Tuple(tuple(Apply(f"{variable.name}|") for variable in kept)))

    def _applied(self, node: Expression, scope: Scope) -> Expression | None:
        match node:
            case Apply("=", (Prime(body), again)) if body == again:
                return self._unchanged(body, scope)
            case Apply("=>", (condition, then)):
                weak = self.weak(then, scope) if self.is_allowed(condition, scope) else None
                return None if weak is None else Apply("=>", (condition, weak), at=node.at)
            case Qualified(path) if any(step.args for step in path):
                return None
            case Apply() | Qualified():
                meaning, args = self.lookup.applied(node, scope)
                if not isinstance(meaning, Defined) or meaning.recursive:
                    return None
                return self._called(node, meaning, args, scope)
            case _:
                return None

    def _called(
        self, node: Expression, meaning: Defined, args: tuple[Expression, ...], scope: Scope
    ) -> Expression | None:
        """A call of the weakened definition, without the arguments that are not allowed."""
        fits = tuple(self.is_allowed(arg, scope) for arg in args)
        if (meaning, fits) not in self.known:
            self.known[meaning, fits] = self._define(meaning, fits)
        name = self.known[meaning, fits]
        if name is None:
            return None
        return Apply(
            name, tuple(arg for arg, fit in zip(args, fits, strict=True) if fit), at=node.at
        )

    def _define(self, meaning: Defined, fits: tuple[bool, ...]) -> str | None:
        """The name of the weakened definition; None if nothing is left of it.

        It keeps the parameters that `fits` marks, and is weaker for all values of the others.
        """
        given = {
            parameter.name: Value(None) if fit else OUTSIDE
            for parameter, fit in zip(meaning.parameters, fits, strict=True)
        }
        body = self.weak(meaning.body, meaning.scope.within(given))
        if body is None:
            return None
        kept = tuple(p for p, fit in zip(meaning.parameters, fits, strict=True) if fit)
        name = f"{meaning.name}|{len(self.known)}"
        self._put(name, kept, body, meaning)
        return name

    def _put(
        self, name: str, kept: tuple[Parameter, ...], body: Expression, meaning: Defined
    ) -> None:
        if (units := self.local.get(meaning)) is not None:
            units.append(Definition(name, kept, body, at=meaning.at))
        else:
            scope = self.scope(meaning.scope)
            made = Defined(meaning.name, kept, body, scope, module=meaning.module, at=meaning.at)
            self.names[name] = made


def _quantified(node: Quantified, kept: Sequence[Bound], body: Expression) -> Expression:
    return Quantified(node.kind, tuple(kept), body, at=node.at) if kept else body


def _one(parts: list[Expression], junction: type[And] | type[Or]) -> Expression:
    return parts[0] if len(parts) == 1 else junction(tuple(parts))
