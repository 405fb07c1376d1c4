"""Functions: tabulated if their domains are small sets, else computed where they are applied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import NoValue
from ..tree import Function, FunctionSet
from ..values import Domain, LazyFunction, Product, domain_of, shortly, size
from ..values import FunctionSet as SetOfFunctions
from .bounds import check_sets, fits
from .compiling import Compiling, ValueMaker
from .context import Context, Frame, Run
from .operators import normalised


def _function(c: Compiling, node: Function, cx: Context) -> Run:
    if any(bound.set is None for bound in node.bounds):
        raise NoValue("a function needs a set of arguments")
    domain = _arguments(c, node, cx)
    names = [name for bound in node.bounds for name in bound.names]
    inner, slots = c.binding(cx, *names)
    unpack = _unpacking(node, slots)
    if node.name is not None:
        return _recursive(c, node, inner, domain, unpack)
    value = normalised(c, node.body, inner)
    is_plain = len(node.bounds) == 1 and not node.bounds[0].pattern
    return _listing(domain, value, unpack, slots[0] if is_plain else None)


def _arguments(c: Compiling, node: Function, cx: Context) -> Run:
    """A closure for the `Domain` of a function, or for its set of arguments if that is large."""
    most = c.tuning.arguments_listed
    sets = [bound.set for bound in node.bounds if bound.set is not None]
    runs = [c.run(each, cx) for each in sets]
    if all(c.is_constant(each, cx) for each in sets):
        return _once(lambda m: _listed(_product([run(m) for run in runs]), most))
    if len(runs) > 1:
        return lambda m: _listed(_product([run(m) for run in runs]), most)
    (run,) = runs
    known = Domain.known

    def domain(m: Frame) -> Any:
        arguments = run(m)
        if type(arguments) is frozenset and arguments in known:
            return known[arguments]
        return _listed(arguments, most)

    return domain


def _once(run: Run) -> Run:
    """A closure that computes the value when it is first needed, and keeps it."""
    kept: list[Any] = []

    def value(m: Frame) -> Any:
        if not kept:
            kept.append(run(m))
        return kept[0]

    return value


def _product(sets: list[Any]) -> Any:
    return sets[0] if len(sets) == 1 else Product(*sets)


def _listed(arguments: Any, most: int) -> Any:
    count = size(arguments)
    return arguments if count is None or count > most else domain_of(arguments)


Unpack = Callable[[Frame, Any], None]


def _unpacking(node: Function, slots: tuple[int, ...]) -> Unpack:
    """A function that stores the parts of an argument in the slots of the identifiers."""
    first, last = slots[0], slots[-1] + 1
    if len(slots) == 1 and not node.bounds[0].pattern:

        def put(m: Frame, argument: Any) -> None:
            m[first] = argument

        return put
    widths = [len(bound.names) if bound.pattern else 0 for bound in node.bounds]
    alone = len(widths) == 1

    def put_parts(m: Frame, argument: Any) -> None:
        parts = [argument] if alone else argument
        found: list[Any] = []
        for part, width in zip(parts, widths, strict=True):
            if not width:
                found.append(part)
            elif fits(part, width):
                found.extend(part)
            else:
                raise NoValue(f"{shortly(part)} is no tuple of {width} items")
        m[first:last] = found

    def put_tuple(m: Frame, argument: Any) -> None:
        m[first:last] = argument

    return put_parts if any(widths) else put_tuple


def _listing(domain: Run, value: Run, unpack: Unpack, slot: int | None) -> Run:
    def lazily(m: Frame, arguments: Any) -> LazyFunction:
        frame = m.copy()

        def rule(argument: Any) -> Any:
            inner = frame.copy()
            unpack(inner, argument)
            return value(inner)

        return LazyFunction(arguments, rule)

    def function(m: Frame) -> Any:
        arguments = domain(m)
        if type(arguments) is not Domain:
            return lazily(m, arguments)
        values: list[Any] = [] if arguments.is_sequence else [arguments]
        add = values.append
        try:
            if slot is None:
                for key in arguments.keys:
                    unpack(m, key)
                    add(value(m))
            else:
                for m[slot] in arguments.keys:
                    add(value(m))
        except NoValue:  # an error only if this value is needed
            return lazily(m, arguments.set)
        return tuple(values)

    return function


def _recursive(c: Compiling, node: Function, inner: Context, domain: Run, unpack: Unpack) -> Run:
    """A closure for a function that refers to itself: each value is computed when it is needed."""
    name = node.name
    assert name is not None
    own, (itself,) = c.binding(inner, name)
    value = normalised(c, node.body, own)
    level = c.layout.level

    def function(m: Frame) -> LazyFunction:
        frame = m.copy()

        def rule(argument: Any) -> Any:
            here = frame.copy()
            unpack(here, argument)
            return m[level].deeper(name, lambda: value(here))

        arguments = domain(m)
        if type(arguments) is Domain:
            arguments = arguments.set
        frame[itself] = made = LazyFunction(arguments, rule, name)
        return made

    return function


def _set(c: Compiling, node: FunctionSet, cx: Context) -> Run:
    domain, range_ = c.run(node.domain, cx), c.run(node.range, cx)

    def functions(m: Frame) -> SetOfFunctions:
        arguments, values = domain(m), range_(m)
        check_sets(arguments, values)
        return SetOfFunctions(arguments, values)

    return functions


VALUES: dict[type, ValueMaker] = {Function: _function, FunctionSet: _set}
