"""Names and definitions: values held by the frame, and bodies in place of the names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import NoValue
from ..scope import Builtin, Constant, Defined, Local, Meaning, Value, Variable
from ..tree import Apply, Expression, Let, Old, Qualified
from . import binding, memory, recursion
from .compiling import Compiling, ValueMaker
from .context import NEED, Context, Frame, Need, Run, Test
from .errors import called, not_known
from .footprint import OLD
from .operators import builtin


def _applied(c: Compiling, node: Apply | Qualified, cx: Context) -> Run:
    meaning, args = c.names.applied(node, cx.scope)
    match meaning:
        case Variable(_, number):
            place = number + (c.layout.next if cx.primed else c.layout.now)
            return lambda m: m[place]
        case Local(_, slot):
            return _local(c, slot, args, cx)
        case Value(None):
            return not_known
        case Value(value):
            return lambda m: value
        case Builtin():
            return builtin(c, meaning, args, cx)
        case Defined():
            return _defined(c, node, meaning, args, cx)
        case Constant(name):
            raise NoValue(f"the constant {name} was given no value")
    name = node.name if isinstance(node, Apply) else node.operator.name
    raise NoValue(f"{name} has no value in a state")


def _local(c: Compiling, slot: int, args: tuple[Expression, ...], cx: Context) -> Run:
    if not args:
        return lambda m: m[slot]
    runs = [c.run(arg, cx) for arg in args]
    return lambda m: m[slot](*[run(m) for run in runs])


def _defined(
    c: Compiling, node: Expression, defined: Defined, args: tuple[Expression, ...], cx: Context
) -> Run:
    need: Need | None = defined.notes.get(NEED)
    if need is not None:
        if need.serves(cx):
            return _needed(c, defined, need.slot, cx)
        recursion.check_state(defined)
    if defined.recursive:
        run = recursion.call(c, defined, args, cx)
        return called(run, defined.name, [], node.at) if c.locates else run
    kept = memory.remembered(c, node, defined, args, cx, "value")
    if kept is not None:
        return kept(lambda: _body(c, node, defined, args, cx, c.run))
    return _body(c, node, defined, args, cx, c.run)


def test(c: Compiling, node: Apply | Qualified, cx: Context) -> Test | None:
    """A closure that returns whether a definition holds; None if its body cannot be inlined."""
    meaning, args = c.names.applied(node, cx.scope)
    if not isinstance(meaning, Defined) or meaning.recursive or NEED in meaning.notes:
        return None
    kept = memory.remembered(c, node, meaning, args, cx, "test")
    if kept is not None:
        return kept(lambda: _body(c, node, meaning, args, cx, c.holds))
    return _body(c, node, meaning, args, cx, c.holds)


def _needed(c: Compiling, defined: Defined, slot: int, cx: Context) -> Run:
    """A closure for the value of a definition, which is computed once and kept in a slot."""
    run = recursion.stand_in(defined) or c.run(defined.body, cx.at(defined.scope))

    def needed(m: Frame) -> Any:
        value = m[slot]
        if value is None:
            value = m[slot] = run(m)
        return value

    return needed


def _body(
    c: Compiling,
    node: Expression,
    defined: Defined,
    args: tuple[Expression, ...],
    cx: Context,
    compile_: Callable[[Expression, Context], Run],
) -> Run:
    inner, slots = binding.bind(c, defined, args, cx)
    run = forgetting(slots, compile_(defined.body, inner))
    if not c.locates or not (defined.parameters or defined.module):
        return run
    given = [
        (parameter.name, c.run(Apply(parameter.name), inner))
        for parameter in defined.parameters
        if not parameter.arity
    ]
    return called(run, defined.name, given, node.at)


def forgetting(slots: tuple[int, ...], run: Run) -> Run:
    """A closure that first clears these consecutive slots and then does what `run` does."""
    if not slots:
        return run
    if len(slots) == 1:
        (slot,) = slots

        def forget(m: Frame) -> Any:
            m[slot] = None
            return run(m)

        return forget
    first, last = slots[0], slots[-1] + 1
    if last - first == len(slots):
        nothing = (None,) * len(slots)

        def forget_all(m: Frame) -> Any:
            m[first:last] = nothing
            return run(m)

        return forget_all
    raise AssertionError("slots are given one after the other")


def _let(c: Compiling, node: Let, cx: Context) -> Run:
    inner, slots = binding.let(c, node, cx)
    return forgetting(slots, c.run(node.body, inner))


def _old(c: Compiling, node: Old, cx: Context) -> Run:
    return _applied(c, Apply(OLD), cx)


def callable_of(c: Compiling, arg: Expression, cx: Context) -> Run:
    """A closure that gives, for an operator argument, a Python function on values."""
    return _callable(c, c.names.operator(arg, cx.scope), cx)


def _callable(c: Compiling, meaning: Meaning, cx: Context) -> Run:
    match meaning:
        case Local(_, slot):
            return lambda m: m[slot]
        case Builtin(_, _, function) if function is not None:
            return lambda m: function
        case Defined():
            return _closure(c, meaning, cx)
    raise NoValue("an operator is needed here")


def _closure(c: Compiling, defined: Defined, cx: Context) -> Run:
    """A closure that gives a Python function: it puts its arguments in slots and runs the body."""
    names = tuple(f"_{number}" for number in range(len(defined.parameters)))
    inner, slots = c.binding(cx, *names)
    call = Apply(defined.name, tuple(Apply(name) for name in names))
    run = c.run(call, inner.within({defined.name: defined}))
    first, last = slots[0], slots[-1] + 1

    def function(m: Frame) -> Callable[..., Any]:
        def apply(*values: Any) -> Any:
            m[first:last] = values
            return run(m)

        return apply

    return function


VALUES: dict[type, ValueMaker] = {Apply: _applied, Qualified: _applied, Let: _let, Old: _old}
