"""Functions: restricting, inverting and folding functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import NoValue
from ..values import (
    Filtered,
    FunctionSet,
    Injections,
    Truth,
    a_set,
    apply,
    domain,
    elements,
    equal,
    is_injective,
    is_subset,
    items,
    make,
    members,
    normal,
    shortly,
    size,
    truth,
    values_of,
)
from .checks import function, holds
from .finitesets import folded
from .module import LibraryModule, Operator, module
from .numbers import plus


def restricted(f: Any, arguments: Any) -> Any:
    """Restrict(f, arguments).

    >>> restricted(("a", "b"), frozenset({1}))
    ('a',)
    """
    return make(arguments, [apply(f, argument) for argument in members(arguments)])


def _restricted_domain(f: Any, test: Operator) -> Any:
    kept = [x for x in elements(domain(f)) if holds(test(x), "RestrictDomain")]
    return restricted(f, frozenset(kept))


def _restricted_values(f: Any, test: Operator) -> Any:
    kept = [x for x, value in items(f) if holds(test(value), "RestrictValues")]
    return restricted(f, frozenset(kept))


def _is_restriction(narrow: Any, wide: Any) -> Truth:
    return truth(
        is_subset(domain(narrow), domain(wide))
        and all(equal(value, apply(wide, x)) for x, value in items(narrow))
    )


def values(f: Any) -> frozenset[Any]:
    """Range(f): the set of the values of `f`.

    >>> values(("a", "a"))
    frozenset({'a'})
    """
    return frozenset(values_of(function(f, "Range")))


def _pointwise(f: Any, g: Any, op: Operator) -> Any:
    return make(domain(f), [normal(op(value, apply(g, x))) for x, value in items(f)])


def _inverse(f: Any, sources: Any, targets: Any) -> Any:
    found: dict[Any, Any] = {}
    for source in members(sources):
        if source in a_set(domain(f)):
            found.setdefault(apply(f, source), source)
    taken = values(f)
    return make(targets, [_source(found, sources, taken, t) for t in members(targets)])


def _source(found: dict[Any, Any], sources: Any, taken: frozenset[Any], target: Any) -> Any:
    """An element of `sources` that the function maps to `target`.

    `found` has one such element for each target. If `target` is no value of the function at all
    (`taken`), the first element of `sources` is returned, as CHOOSE may pick any. Raises `NoValue`
    if only arguments outside of `sources` are mapped to `target`, or if `sources` is empty.
    """
    if target in found:
        return found[target]
    if target in taken or not size(sources):
        raise NoValue(f"Inverse: nothing in {shortly(sources)} is taken to {shortly(target)}")
    return members(sources)[0]


def _antifunction(f: Any) -> Any:
    return _inverse(f, domain(f), values(f))


def _is_injective(f: Any) -> Truth:
    return truth(is_injective(function(f, "IsInjective")))


def _surjections(sources: Any, targets: Any) -> Any:
    goal = a_set(targets)
    return Filtered(FunctionSet(sources, targets), lambda f: goal <= values(f))


def _bijections(sources: Any, targets: Any) -> Any:
    if size(sources) != size(targets):
        return frozenset()
    return Injections(sources, targets)


def _exists(kind: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Truth]:
    def exists(sources: Any, targets: Any) -> Truth:
        return truth(any(True for _ in elements(kind(sources, targets))))

    return exists


def folded_over(op: Operator, base: Any, f: Any, arguments: Any) -> Any:
    """FoldFunctionOnSet(op, base, f, arguments): as in TLC, the smallest argument comes first."""
    return folded(lambda x, rest: op(apply(f, x), rest), base, arguments)


def folded_function(op: Operator, base: Any, f: Any) -> Any:
    """FoldFunction(op, base, f).

    >>> folded_function(plus, 0, (1, 2, 3))
    6
    """
    for value in values_of(function(f, "FoldFunction")):
        base = op(value, base)
    return base


def _sum_over(f: Any, arguments: Any) -> Any:
    return folded_over(plus, 0, f, arguments)


def _sum(f: Any) -> Any:
    return folded_function(plus, 0, f)


FUNCTIONS: LibraryModule = module(
    "Functions",
    {
        "Restrict": restricted,
        "RestrictDomain": _restricted_domain,
        "RestrictValues": _restricted_values,
        "IsRestriction": _is_restriction,
        "Range": values,
        "Pointwise": _pointwise,
        "Inverse": _inverse,
        "AntiFunction": _antifunction,
        "IsInjective": _is_injective,
        "Injection": Injections,
        "Surjection": _surjections,
        "Bijection": _bijections,
        "ExistsInjection": _exists(Injections),
        "ExistsSurjection": _exists(_surjections),
        "ExistsBijection": _exists(_bijections),
        "FoldFunctionOnSet": folded_over,
        "FoldFunction": folded_function,
        "SumFunctionOnSet": _sum_over,
        "SumFunction": _sum,
    },
    extends="Integers Folds",
)

MODULES = (FUNCTIONS,)
