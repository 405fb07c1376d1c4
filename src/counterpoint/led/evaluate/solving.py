"""Compiling plans of conditions to closures that enumerate the solutions."""

from __future__ import annotations

from collections.abc import Callable

from ..meaning.planner import Bind, Either, Plan, Test, Within
from ..tree import Expression, Name, Tuple
from ..values.operations import members_of
from ..values.trouble import Trouble
from ..values.value import Value, ordered
from .compiling import Compiling
from .machine import failed
from .scope import Ask, Frame, Read, Scope

Match = Callable[[Frame, Value], bool]
"""Binds a pattern to a value in a frame; returns whether the value matches."""

Then = Callable[[Scope], Ask]
"""Compiles what is done with each solution, in the scope with all variables bound.

The closure returns true to stop the enumeration.
"""


def solved(compiler: Compiling, plan: Plan, scope: Scope, then: Then) -> Ask:
    """A closure that enumerates the solutions of a plan; it returns whether it was stopped."""
    return _Solver(compiler, plan, then).step(0, scope)


class _Solver:
    def __init__(self, compiler: Compiling, plan: Plan, then: Then) -> None:
        self.compiler = compiler
        self.plan = plan
        self.then = then

    def step(self, number: int, scope: Scope) -> Ask:
        """A closure for the steps of the plan from this one on."""
        if number == len(self.plan.steps):
            return self.then(scope)
        step = self.plan.steps[number]
        match step:
            case Test(of):
                test, rest = self.compiler.test(of, scope), self.step(number + 1, scope)
                return lambda frame: test(frame) and rest(frame)
            case Bind(pattern, of, is_one):
                value = self.compiler.value(of, scope)
                matches, inner = matcher(self.compiler, pattern, scope)
                rest = self.step(number + 1, inner)
                return _one(value, matches, rest) if is_one else each(of, value, matches, rest)
            case Either(left, right):
                scope = scope.reserve(sorted(left.names & right.names))
                rest = self.step(number + 1, scope.bind_all(sorted(left.names & right.names)))
                one = solved(self.compiler, left, scope, lambda _: rest)
                other = solved(self.compiler, right, scope, lambda _: rest)
                return lambda frame: one(frame) or other(frame)
            case Within(binds, body):
                return self.within(number, binds, body, scope)

    def within(self, number: int, binds: tuple[Bind, ...], body: Plan, scope: Scope) -> Ask:
        """A closure for a `Within` step and the steps after it."""
        scope = scope.reserve(sorted(body.names))
        rest = self.step(number + 1, scope.bind_all(sorted(body.names)))
        return nested(
            self.compiler,
            binds,
            scope,
            lambda inner: solved(self.compiler, body, inner, lambda _: rest),
        )


def nested(
    compiler: Compiling,
    binds: tuple[Bind, ...],
    scope: Scope,
    then: Then,
    outer: Scope | None = None,
) -> Ask:
    """A closure that matches patterns with all combinations of members of their sets.

    The names in the patterns are bound again, even if `scope` has them. The sets are evaluated in
    the scope `outer`, by default `scope`.
    """
    outer = outer or scope
    if not binds:
        return then(scope)
    first, *others = binds
    value = compiler.value(first.of, outer)
    matches, inner = matcher(compiler, first.pattern, scope.without(_names(first.pattern)))
    rest = nested(compiler, tuple(others), inner, then, outer)
    return each(first.of, value, matches, rest)


def _names(pattern: Expression) -> list[str]:
    if isinstance(pattern, Name):
        return [pattern.name]
    return (
        [name for part in pattern.parts for name in _names(part)]
        if isinstance(pattern, Tuple)
        else []
    )


def each(of: Expression, value: Read, matches: Match, rest: Ask) -> Ask:
    """A closure that runs `rest` for each member of a set that matches."""

    def ask(frame: Frame) -> bool:
        among = value(frame)
        if type(among) is not frozenset:
            try:
                members = members_of(among)
            except Trouble as trouble:
                raise failed(trouble, of.at) from None
        else:
            members = ordered(among)
        for member in members:  # noqa: SIM110  # `any` would use the C stack
            if matches(frame, member) and rest(frame):
                return True
        return False

    return ask


def _one(value: Read, matches: Match, rest: Ask) -> Ask:
    return lambda frame: matches(frame, value(frame)) and rest(frame)


def matcher(compiler: Compiling, pattern: Expression, scope: Scope) -> tuple[Match, Scope]:
    """A closure that matches a pattern, and the scope with the variables that it binds."""
    if isinstance(pattern, Name) and compiler.is_free(pattern.name, scope):
        inner, place = scope.bind(pattern.name)

        def bind(frame: Frame, value: Value) -> bool:
            frame[place] = value
            return True

        return bind, inner
    if isinstance(pattern, Tuple):
        return _tuple_matcher(compiler, pattern, scope)
    wanted = compiler.value(pattern, scope)
    return (lambda frame, value: bool(wanted(frame) == value)), scope


def _tuple_matcher(compiler: Compiling, pattern: Tuple, scope: Scope) -> tuple[Match, Scope]:
    count, parts = len(pattern.parts), []
    for part in pattern.parts:
        one, scope = matcher(compiler, part, scope)
        parts.append(one)

    def match(frame: Frame, value: Value) -> bool:
        if type(value) is not tuple or len(value) != count:
            return False
        for number, one in enumerate(parts):  # noqa: SIM110  # `all` would use the C stack
            if not one(frame, value[number]):
                return False
        return True

    return match, scope
