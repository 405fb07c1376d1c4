"""Scopes that say what a quantifier or a call gave to a name.

They are scopes like all others, but what they bind is an accident of how a definition was reached:
texts show what was given instead of the name, and two places that were given the same are the same.
"""

from __future__ import annotations

from collections.abc import Hashable

from ..evaluate.context import Closed
from ..scope import Defined, Meaning, Scope, Value
from .names import names_in


class Binding(Scope):
    """A scope made by a quantifier that was unrolled, or by a call of a definition."""

    __slots__ = ()


def given(name: str, scope: Scope) -> Meaning | None:
    """What a quantifier or a call gave to a name; None if it means something else or nothing.

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
    """What is equal for two expressions only if they mean the same in every state.

    Scopes that bind the same values are told apart by nothing but the names that occur.

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
    """The innermost scope around that is no binding."""
    while isinstance(scope, Binding) and scope.outer is not None:
        scope = scope.outer
    return scope
