"""Operators of the language and the standard modules, applied to the values of their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import NoValue
from ..scope import Builtin
from ..tree import And, Apply, Expression, Map, Or, Qualified, SetOf
from ..values import (
    LISTED,
    TRUE,
    Product,
    is_subset,
    normal,
    too_many,
    union,
    unwatched,
)
from . import comparison, membership, numbers
from .bounds import check_sets, each, loops
from .compiling import Compiling
from .context import Context, Frame, Run, Test
from .plain import is_plain


def test(c: Compiling, node: Apply | Qualified, cx: Context) -> Test | None:
    """A closure that returns whether a known predicate holds; None for all other operators."""
    meaning, args = c.names.applied(node, cx.scope)
    if not isinstance(meaning, Builtin) or len(args) != meaning.arity:
        return None
    if meaning.name in numbers.ORDERS:
        return numbers.order(c, meaning, args, cx)
    maker = TESTS.get(meaning.name)
    return maker(c, args, cx) if maker else None


def builtin(c: Compiling, meaning: Builtin, args: tuple[Expression, ...], cx: Context) -> Run:
    """A closure that applies a built-in operator.

    Raises `NoValue` for an operator without a value in a state.
    """
    if meaning.name == "\\X":
        return _product(c, args, cx)
    if meaning.name == "UNION" and isinstance(args[0], SetOf | Map):
        return _union(c, args[0], cx)
    if meaning.name == "AssertError":
        return _expected_failure(c, args, cx)
    if meaning.name == "\\cdot":
        raise NoValue(r"whether a given step is one of A \cdot B is not decided, only what follows")
    if meaning.function is None:
        raise NoValue(f"{meaning.name} has no value in a state")
    if meaning.name in numbers.MAKERS:
        return numbers.MAKERS[meaning.name](c, meaning, args, cx)
    if meaning.operators:
        return _taking_operators(c, meaning, args, cx)
    return _strict(meaning.function, [_given(c, arg, cx) for arg in args])


def _given(c: Compiling, arg: Expression, cx: Context) -> Run:
    """An argument for a library function, which assumes that functions have normal values only."""
    run = c.run(arg, cx)
    return (lambda m: unwatched(run(m))) if c.watches else run


def _strict(function: Callable[..., Any], runs: list[Run]) -> Run:
    if len(runs) == 0:
        return lambda m: function()
    if len(runs) == 1:
        (a,) = runs
        return lambda m: function(a(m))
    if len(runs) == 2:
        a, b = runs
        return lambda m: function(a(m), b(m))
    return lambda m: function(*[run(m) for run in runs])


def _taking_operators(
    c: Compiling, meaning: Builtin, args: tuple[Expression, ...], cx: Context
) -> Run:
    from .calls import callable_of  # operators and calls need each other

    function = meaning.function
    assert function is not None
    runs = [
        callable_of(c, arg, cx) if number in meaning.operators else _given(c, arg, cx)
        for number, arg in enumerate(args)
    ]
    return _strict(function, runs)


def _product(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Run:
    runs = [c.run(arg, cx) for arg in args]

    def product(m: Frame) -> Product:
        sets = [run(m) for run in runs]
        check_sets(*sets)
        return Product(*sets)

    return product


def _union(c: Compiling, node: SetOf | Map, cx: Context) -> Run:
    """The union of a set of sets, without making the outer set."""
    if isinstance(node, SetOf):
        runs = [c.run(item, cx) for item in node.items]
        return lambda m: _united([run(m) for run in runs])
    behind, kept = c.slot(cx)
    done, inner = loops(c, node.bounds, behind)
    value = c.run(node.value, inner)

    def add(m: Frame) -> None:
        found = m[kept]
        found.append(value(m))
        if len(found) > LISTED:
            raise too_many(f"this is the union of more than {LISTED:,} sets")

    every = each(done, add)

    def united(m: Frame) -> Any:
        m[kept] = []
        every(m)
        return _united(m[kept])

    return united


def _united(sets: list[Any]) -> Any:
    check_sets(*sets)
    return union(*sets)


def _expected_failure(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Run:
    """A closure for `AssertError(message, expression)`, which is TRUE if `expression` fails.

    Raises `NoValue` unless the error contains `message`.
    """
    message, run = c.run(args[0], cx), c.run(args[1], cx)

    def fails(m: Frame) -> Any:
        wanted = message(m)
        try:
            run(m)
        except NoValue as error:
            if str(wanted) in error.message:
                return TRUE
            raise NoValue(f"this fails as {error.message!r}, not as {wanted!r}") from None
        raise NoValue(f"this has a value, but should fail as {wanted!r}")

    return fails


def _conjunction(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Test:
    return c.holds(And(args), cx)


def _disjunction(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Test:
    return c.holds(Or(args), cx)


def _implication(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Test:
    a, b = (c.holds(arg, cx) for arg in args)
    return lambda m: not a(m) or b(m)


def _equivalence(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Test:
    a, b = (c.holds(arg, cx) for arg in args)
    return lambda m: a(m) is b(m)


def _negation(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Test:
    (a,) = (c.holds(arg, cx) for arg in args)
    return lambda m: not a(m)


def _subset(c: Compiling, args: tuple[Expression, ...], cx: Context) -> Test:
    a, b = (c.run(arg, cx) for arg in args)
    return lambda m: is_subset(a(m), b(m))


TESTS: dict[str, Callable[[Compiling, tuple[Expression, ...], Context], Test]] = {
    "/\\": _conjunction,
    "\\/": _disjunction,
    "=>": _implication,
    "<=>": _equivalence,
    "~": _negation,
    "\\subseteq": _subset,
    **comparison.TESTS,
    **membership.TESTS,
}


def normalised(c: Compiling, node: Expression, cx: Context) -> Run:
    """A closure for the normal value of an expression: one that states and sets can hold."""
    run = c.run(node, cx)
    if not c.watches and is_plain(c.names, node, cx.scope):
        return run
    return c.located_at(node, lambda m: normal(run(m)))
