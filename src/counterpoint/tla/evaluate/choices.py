"""Choices: IF, CASE and CHOOSE, and numbers with a decimal point."""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from ..scope import Builtin
from ..tree import And, Apply, Bound, Case, Choose, Decimal, If
from ..values import shortly
from .bounds import loops
from .compiling import Compiling, ValueMaker
from .context import Context, Frame, Run
from .unbounded import unbounded


def _if(c: Compiling, node: If, cx: Context) -> Run:
    test = c.holds(node.condition, cx)
    then, otherwise = c.run(node.then, cx), c.run(node.otherwise, cx)
    return lambda m: then(m) if test(m) else otherwise(m)


def _case(c: Compiling, node: Case, cx: Context) -> Run:
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


def _choose(c: Compiling, node: Choose, cx: Context) -> Run:
    if node.bound.set is None:
        bounded = _bounded(node, cx)
        return unbounded(c, node, cx) if bounded is None else c.run(bounded, cx)
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


def _bounded(node: Choose, cx: Context) -> Choose | None:
    r"""`CHOOSE x \in S : P` for an expression of the form `CHOOSE x : x \in S /\ P`; else None."""
    parts = node.body.parts if isinstance(node.body, And) else (node.body,)
    match parts[0]:
        case Apply("\\in", (Apply(name, ()), values)) if (name,) == node.bound.names:
            if isinstance(cx.scope.get("\\in"), Builtin):
                bound = Bound(node.bound.names, values, at=node.bound.at)
                rest = And(parts[1:], at=node.at)
                return Choose(bound, rest, at=node.at)
    return None


def _decimal(c: Compiling, node: Decimal, cx: Context) -> Run:
    whole, _, rest = node.text.partition(".")
    if rest.strip("0"):
        raise NoValue(f"{node.text} is no whole number")
    value = int(whole or "0")
    return lambda m: value


VALUES: dict[type, ValueMaker] = {If: _if, Case: _case, Choose: _choose, Decimal: _decimal}
