"""Combining expressions of several scopes into one expression."""

from __future__ import annotations

from collections.abc import Iterable

from ..evaluate.context import Closed
from ..modules.language import language
from ..scope import Defined
from ..tree import And, Apply, Expression, Prime, Truth
from .binding import Binding
from .specification import Conjunct, Kind, Specification


class Assembly:
    """A scope in which expressions of other scopes are given names.

    >>> from ..scope import Scope
    >>> assembly, true = Assembly(), Closed(Truth(True), Scope())
    >>> assembly.put("P", true), assembly.put("P", true)
    (Apply(name='P', args=()), Apply(name='P#2', args=()))
    """

    def __init__(self) -> None:
        self.scope = Binding({}, language())

    def put(self, name: str, closed: Closed) -> Apply:
        """Define a name for an expression and return a call of it; `#n` is added if it is taken."""
        key, count = name, 1
        while key in self.scope.names:
            count += 1
            key = f"{name}#{count}"
        at = closed.expression.at
        self.scope.names[key] = Defined(key, (), closed.expression, closed.scope, at=at)
        return Apply(key, at=at)

    def closed(self, expression: Expression) -> Closed:
        """An expression over the names that were put in."""
        return Closed(expression, self.scope)


def start_of(specification: Specification) -> Closed:
    """The conjunction of all that a specification requires of the first state, as a predicate.

    >>> from ..scope import Scope, Value
    >>> start = Conjunct(Kind.START, "Rule", Apply("Init"), Scope({"Init": Value(None)}))
    >>> start_of(Specification("Spec", (start, start))).expression
    And(parts=(Apply(name='Rule', args=()), Apply(name='Rule#2', args=())))
    """
    assembly = Assembly()
    wanted = specification.of(Kind.START, Kind.ALWAYS)
    return assembly.closed(_all(assembly.put(each.rule, each.closed) for each in wanted))


def step_of(specification: Specification) -> Closed:
    """The conjunction of all that a specification requires of every step, as one action.

    This is `[A]_v` of each box and `P'` of each `[]P`, in the order of the specification. Each
    conjunct is a call of a definition with the name of its rule.
    """
    assembly = Assembly()
    wanted = specification.of(Kind.STEPS, Kind.ALWAYS)
    return assembly.closed(_all(_stepwise(assembly, each) for each in wanted))


def _stepwise(assembly: Assembly, conjunct: Conjunct) -> Expression:
    name = assembly.put(conjunct.rule, conjunct.closed)
    return Prime(name) if conjunct.kind is Kind.ALWAYS else name


def _all(parts: Iterable[Expression]) -> Expression:
    """The conjunction of some expressions."""
    listed = tuple(parts)
    if len(listed) == 1:
        return listed[0]
    return And(listed) if listed else Truth(True)
