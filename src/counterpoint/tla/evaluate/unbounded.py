r"""CHOOSE without a set: a fresh value, the same wherever the condition is the same.

`CHOOSE v : P` depends on the values that satisfy P, not on the name v or the text of P. If P is `v
\notin S`, the set S identifies the choice. Any other P is identified by its text and the values
that it reads. If two of them may choose the same value, the choice has no known value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...errors import NoValue
from ..scope import Builtin
from ..tree import And, Apply, Choose, Expression
from ..values import ModelValue, a_set, normal, show
from .context import Context, Frame, Run
from .weight import uses

if TYPE_CHECKING:
    from .compiler import Compiler

MOST_FRESH = 100
"""The limit on candidates that are tried before CHOOSE fails."""

_LONGEST = 60
"""Characters of a set that are shown in the name of a value outside of it."""


class Chosen:
    """The unbounded choices of one check."""

    def __init__(self) -> None:
        self._outside: dict[frozenset[Any], ModelValue] = {}
        self._others: dict[tuple[Any, ...], ModelValue] = {}

    def outside(self, excluded: frozenset[Any]) -> ModelValue:
        """The choice of a condition that excludes exactly the elements of a set.

        Raises `NoValue` if a choice of another condition may be the same value.
        """
        found = self._outside.get(excluded)
        if found is None:
            for other in self._others.values():
                if other not in excluded:
                    raise _unknown(other)
            found = self._outside[excluded] = ModelValue(_name_outside(excluded))
        return found

    def by(
        self, key: tuple[Any, ...], name: str, holds: Callable[[ModelValue], bool]
    ) -> ModelValue:
        """The choice of a condition that a key identifies.

        `name` becomes part of the name of the value, and `holds` is the condition. Raises `NoValue`
        if no fresh value satisfies the condition, or if another choice may be the same value.
        """
        try:
            found = self._others.get(key)
        except TypeError:  # an unlisted set in the key is not hashable
            raise NoValue("CHOOSE needs a set to choose from: its condition is too large") from None
        if found is None:
            numbered = f"{name} {len(self._others) + 1}"
            value = _fresh(numbered, holds)
            for other in (*self._outside.values(), *self._others.values()):
                if _holds(holds, other):
                    raise _unknown(other)
            found = self._others[key] = value
        return found


def unbounded(c: Compiler, node: Choose, cx: Context) -> Run:
    """A closure for the value of a CHOOSE without a set."""
    if node.bound.pattern:
        raise NoValue("CHOOSE needs a set to choose tuples from")
    chosen = c.chosen
    by_condition = _by_condition(c, node, cx, chosen)
    parts = node.body.parts if isinstance(node.body, And) else (node.body,)
    excluded = [_excluded(c, part, node.bound.names[0], cx) for part in parts]
    if None in excluded:
        return by_condition

    def outside(m: Frame) -> Any:
        try:
            sets = [run(m) for run in excluded if run is not None]
        except NoValue:  # such as for an infinite set
            return by_condition(m)
        return chosen.outside(frozenset().union(*sets))

    return outside


def _excluded(c: Compiler, part: Expression, name: str, cx: Context) -> Run | None:
    """A closure for the set that a condition excludes; None if it is not just such a condition."""
    if not (isinstance(part, Apply) and isinstance(cx.scope.get(part.name), Builtin)):
        return None
    match part:
        case Apply("\\notin", (Apply(bound, ()), values)) if bound == name:
            if not uses(values)[name]:
                elements = c.run(values, cx)
                return lambda m: a_set(elements(m))
        case Apply("#", (Apply(bound, ()), value)) | Apply("#", (value, Apply(bound, ()))):
            if bound == name and not uses(value)[name]:
                element = c.run(value, cx)
                return lambda m: frozenset({normal(element(m))})
    return None


def _by_condition(c: Compiler, node: Choose, cx: Context, chosen: Chosen) -> Run:
    inner, (slot,) = c.binding(cx, *node.bound.names)
    test = c.holds(node.body, inner)
    reads = sorted(c.footprints.of(node, cx.scope, cx.primed))
    name = f"CHOOSE {node.bound.names[0]}"

    def choose(m: Frame) -> ModelValue:
        def holds(value: ModelValue) -> bool:
            m[slot] = value
            return test(m)

        if c.layout.found in reads:
            raise NoValue("CHOOSE needs a set to choose from: its condition changes")
        return chosen.by((node, cx.scope, *[m[place] for place in reads]), name, holds)

    return choose


def _fresh(name: str, holds: Callable[[ModelValue], bool]) -> ModelValue:
    """A model value that is equal to no other value and satisfies the condition.

    Raises `NoValue` if no candidate does.
    """
    for number in range(1, MOST_FRESH):
        value = ModelValue(f"({name}.{number})" if number > 1 else f"({name})")
        if _holds(holds, value):
            return value
    raise NoValue("CHOOSE needs a set to choose from: no value is as wanted that is nothing else")


def _holds(holds: Callable[[ModelValue], bool], value: ModelValue) -> bool:
    try:
        return holds(value)
    except NoValue as error:
        raise NoValue(f"CHOOSE needs a set to choose from: {error.message}") from None


def _unknown(other: ModelValue) -> NoValue:
    return NoValue(
        f"CHOOSE needs a set to choose from: it is not known whether this value is another than "
        f"{other}; or let the configuration give one of them a value"
    )


def _name_outside(excluded: frozenset[Any]) -> str:
    """The name of a value outside of a set, which is the same in each check."""
    text = show(excluded)
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}... {hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return f"(CHOOSE v : v \\notin {text})"
