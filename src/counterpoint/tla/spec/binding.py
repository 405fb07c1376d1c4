"""Scopes that bind names to the values of unrolled quantifiers and to the arguments of calls.

These are scopes like all others, but two differences matter. Texts show the bound value instead of
the name. And two expressions with equal bindings are identical, however they were reached.
"""

from __future__ import annotations

from collections.abc import Hashable

from ..evaluate.context import Closed
from ..scope import Defined, Meaning, Scope, Value
from .names import names_in


class Binding(Scope):
    """A scope created by unrolling a quantifier or by calling a definition."""

    __slots__ = ()


def given(name: str, scope: Scope) -> Meaning | None:
    """The meaning of a name, if a `Binding` gives it; None if it is from elsewhere or undefined.

    >>> scope = Binding({"x": Value(3)}, Scope({"N": Value(2)}))
    >>> given("x", scope), given("N", scope)
    (Value(value=3), None)
    """
    here: Scope | None = scope
    while here is not None:
        if (meaning := here.names.get(name)) is not None:
            return meaning if isinstance(here, Binding) else None
        here = here.outer
    return None


def identity(closed: Closed) -> Hashable:
    """A key that is equal for two expressions only if they mean the same in every state.

    Of the bindings in a scope, only those of names that occur in the expression matter.

    >>> from ..tree import Apply
    >>> outer = Scope()
    >>> one, two = (Binding({"x": Value(1), "y": Value(n)}, outer) for n in (1, 2))
    >>> identity(Closed(Apply("x"), one)) == identity(Closed(Apply("x"), two))
    True
    >>> identity(Closed(Apply("y"), one)) == identity(Closed(Apply("y"), two))
    False
    """
    used = sorted(names_in(closed.expression))
    return (
        closed.expression,
        _firm(closed.scope),
        tuple((name, _identity(found)) for name in used if (found := given(name, closed.scope))),
    )


def _identity(meaning: Meaning) -> Hashable:
    if isinstance(meaning, Defined):
        return meaning.parameters, identity(Closed(meaning.body, meaning.scope))
    return ("value", meaning.value) if isinstance(meaning, Value) else meaning


def _firm(scope: Scope) -> Scope:
    """The innermost enclosing scope that is not a `Binding`."""
    while isinstance(scope, Binding) and scope.outer is not None:
        scope = scope.outer
    return scope
