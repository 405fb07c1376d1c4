"""Choices: IF, CASE and CHOOSE."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import NoValue
from ..scope import Builtin
from ..tree import And, Apply, Bound, Case, Choose, Decimal, If
from ..values import ModelValue, shortly
from .bounds import loops
from .context import Context, Frame, Run
from .makers import ValueMaker

if TYPE_CHECKING:
    from .compiler import Compiler

MOST_FRESH = 100
"""After so many values that are no others none will be as wanted."""


def _if(c: Compiler, node: If, cx: Context) -> Run:
    test = c.holds(node.condition, cx)
    then, otherwise = c.run(node.then, cx), c.run(node.otherwise, cx)
    return lambda m: then(m) if test(m) else otherwise(m)


def _case(c: Compiler, node: Case, cx: Context) -> Run:
    arms = [(c.holds(test, cx), c.run(value, cx)) for test, value in node.arms]
    other = c.run(node.other, cx) if node.other is not None else None

    def case(m: Frame) -> Any:
        for test, value in arms:
            if test(m):
                return value(m)
        if other is None:
            raise NoValue("no condition of this CASE holds, and it has no OTHER")
        return other(m)

    return case


def _choose(c: Compiler, node: Choose, cx: Context) -> Run:
    if node.bound.set is None:
        return _unbounded(c, node, cx)
    (loop,), inner = loops(c, (node.bound,), cx)
    test, values = c.holds(node.body, inner), loop.values()
    first, last, pattern = loop.slots[0], loop.slots[-1] + 1, loop.pattern
    whole = c.run(node.bound.set, cx)

    def choose(m: Frame) -> Any:
        for value in values(m):
            if pattern:
                m[first:last] = value
            else:
                m[first] = value
            if test(m):
                return value
        raise NoValue(f"CHOOSE: no element of {shortly(whole(m))} is as wanted")

    return choose


def _unbounded(c: Compiler, node: Choose, cx: Context) -> Run:
    """Bounded by a part of the condition, or a value that is nothing else."""
    bound = _bounded(node, cx)
    if bound is not None:
        return c.run(bound, cx)
    if node.bound.pattern:
        raise NoValue("CHOOSE needs a set to choose tuples from")
    inner, (slot,) = c.binding(cx, *node.bound.names)
    test = c.holds(node.body, inner)
    # What is written twice chooses the same.
    written: dict[Choose, int] = c.kept.setdefault("chosen", {})
    first = written.setdefault(node, len(written) + 1)
    name = f"CHOOSE {node.bound.names[0]} {first}"
    return lambda m: _fresh(name, test, m, slot)


def _fresh(name: str, test: Run, m: Frame, slot: int) -> ModelValue:
    """A value that is nothing else, if the condition takes one."""
    for number in range(1, MOST_FRESH):
        m[slot] = value = ModelValue(f"({name}.{number})" if number > 1 else f"({name})")
        try:
            if test(m):
                return value
        except NoValue as error:
            raise NoValue(f"CHOOSE needs a set to choose from: {error.message}") from None
    raise NoValue("CHOOSE needs a set to choose from: no value is as wanted that is nothing else")


def _bounded(node: Choose, cx: Context) -> Choose | None:
    r"""`CHOOSE x \in S : P` where `CHOOSE x : x \in S /\ P` is written."""
    parts = node.body.parts if isinstance(node.body, And) else (node.body,)
    match parts[0]:
        case Apply("\\in", (Apply(name, ()), values)) if (name,) == node.bound.names:
            if isinstance(cx.scope.get("\\in"), Builtin):
                bound = Bound(node.bound.names, values, at=node.bound.at)
                rest = And(parts[1:], at=node.at)
                return Choose(bound, rest, at=node.at)
    return None


def _decimal(c: Compiler, node: Decimal, cx: Context) -> Run:
    whole, _, rest = node.text.partition(".")
    if rest.strip("0"):
        raise NoValue(f"{node.text} is no whole number")
    value = int(whole or "0")
    return lambda m: value


VALUES: dict[type, ValueMaker] = {If: _if, Case: _case, Choose: _choose, Decimal: _decimal}
