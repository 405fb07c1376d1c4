"""Functions that are applied where they are made: only the value in question is computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...errors import NoValue
from ..scope import Defined
from ..tree import Apply, Expression, Function, If, Let, Prime, Qualified
from ..values import apply, normal
from . import binding
from .compiling import Compiling
from .context import Context, Frame
from .membership import membership
from .weight import body_weight

At: TypeAlias = Callable[[Frame, Any], Any]
"""Returns the value of a function for an argument."""


def application(c: Compiling, node: Expression, cx: Context) -> At | None:
    """A closure that applies the function that an expression makes, without tabulating it.

    None if the function has to be evaluated as a whole, such as one that the state holds.
    """
    if c.watches or c.locates or c.is_constant(node, cx):
        return None
    match node:
        case Function(_, _, None):
            return _function(c, node, cx)
        case If(condition, then, otherwise):
            return _if(c, condition, then, otherwise, cx)
        case Let(_, body):
            inner, slots = binding.let(c, node, cx)
            return _forgetting(slots, application(c, body, inner))
        case Prime(body):
            return application(c, body, cx.prime())
        case Apply() | Qualified():
            return _defined(c, node, cx)
    return None


def _function(c: Compiling, node: Function, cx: Context) -> At | None:
    (bound, *others) = node.bounds
    if others or bound.pattern or bound.set is None:
        return None
    inner, (slot,) = c.binding(cx, *bound.names)
    has, value = membership(c, bound.set, inner.at(cx.scope)), c.run(node.body, inner)
    whole = c.run(node, cx)

    def at(m: Frame, argument: Any) -> Any:
        try:
            inside = has(m, argument)
        except NoValue:
            inside = False
        if not inside:  # the function itself raises the error
            return apply(whole(m), argument)
        m[slot] = normal(argument)
        return normal(value(m))

    return at


def _if(
    c: Compiling, condition: Expression, then: Expression, otherwise: Expression, cx: Context
) -> At | None:
    one, other = application(c, then, cx), application(c, otherwise, cx)
    if one is None and other is None:
        return None
    test = c.holds(condition, cx)
    first, second = one or _made(c, then, cx), other or _made(c, otherwise, cx)
    return lambda m, argument: first(m, argument) if test(m) else second(m, argument)


def _made(c: Compiling, node: Expression, cx: Context) -> At:
    run = c.run(node, cx)
    return lambda m, argument: apply(run(m), argument)


def _defined(c: Compiling, node: Apply | Qualified, cx: Context) -> At | None:
    meaning, args = c.names.applied(node, cx.scope)
    if not isinstance(meaning, Defined) or meaning.recursive or c.is_kept(meaning):
        return None
    if body_weight(meaning) >= c.tuning.heavy:  # its results are memoized
        return None
    inner, slots = binding.bind(c, meaning, args, cx)
    return _forgetting(slots, application(c, meaning.body, inner))


def _forgetting(slots: tuple[int, ...], at: At | None) -> At | None:
    if at is None or not slots:
        return at

    def forget(m: Frame, argument: Any) -> Any:
        for slot in slots:
            m[slot] = None
        return at(m, argument)

    return forget
