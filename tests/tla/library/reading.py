"""A plain evaluator of constant expressions, to write tests of the library in TLA+.

It knows nothing of the evaluator of the package: each kind of expression is computed as its
definition says, by the functions on values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from counterpoint.tla import tree
from counterpoint.tla.library import LANGUAGE, Library
from counterpoint.tla.scope import Builtin
from counterpoint.tla.syntax import read_expression
from counterpoint.tla.values import (
    FALSE,
    TRUE,
    Filtered,
    FunctionSet,
    LazyFunction,
    ModelValue,
    RecordSet,
    apply,
    elements,
    field,
    function,
    is_finite,
    normal,
    truth,
    updated,
)

Names = Mapping[str, Any]


def names_of(library: Library, *modules: str) -> dict[str, Any]:
    """What the names of the language and of these modules mean: values, and Python functions."""
    meanings = dict(LANGUAGE)
    waiting = list(modules)
    while waiting:
        module = library[waiting.pop()]
        meanings.update(module.operators)
        waiting.extend(module.extends)
    return {name: _plain(meaning) for name, meaning in meanings.items()}


def _plain(meaning: Any) -> Any:
    return meaning.function if isinstance(meaning, Builtin) else meaning.value


def value_of(text: str, names: Names) -> Any:
    """The normal value of an expression, or a set that is infinite."""
    value = evaluate(read_expression(text), names)
    is_endless = hasattr(value, "is_finite") and not value.is_finite()
    return value if is_endless else normal(value)


def evaluate(node: Any, names: Names) -> Any:
    """The value of an expression."""
    return _KINDS[type(node)](node, names)


def _number(node: tree.Number, names: Names) -> Any:
    return node.value


def _truth(node: tree.Truth, names: Names) -> Any:
    return truth(node.value)


def _applied(node: tree.Apply, names: Names) -> Any:
    if node.name == "=>":
        condition, claim = node.args
        return TRUE if evaluate(condition, names) is FALSE else evaluate(claim, names)
    if node.name not in names:
        return ModelValue(node.name)
    meaning = names[node.name]
    if not callable(meaning):
        return meaning
    return meaning(*(_argument(one, names) for one in node.args))


def _argument(node: Any, names: Names) -> Any:
    """An argument: an operator where one is named, else a value."""
    if isinstance(node, tree.Lambda):
        return _operator(node.parameters, node.body, names)
    if isinstance(node, tree.Apply) and not node.args and callable(names.get(node.name)):
        meaning = names[node.name]
        return meaning() if node.name in ("JavaTime", "IOEnv") else meaning
    return evaluate(node, names)


def _operator(parameters: Any, body: Any, names: Names) -> Callable[..., Any]:
    return lambda *args: evaluate(body, {**names, **dict(zip(parameters, args, strict=True))})


def _bindings(bounds: Any, names: Names) -> Iterator[dict[str, Any]]:
    """All ways to bind names to elements of sets."""
    ways = [
        [_bound(bound, element) for element in elements(evaluate(bound.set, names))]
        for bound in bounds
    ]
    for way in product(*ways):
        yield {name: value for part in way for name, value in part.items()}


def _bound(bound: Any, element: Any) -> dict[str, Any]:
    if bound.pattern:
        return dict(zip(bound.names, element, strict=True))
    return dict.fromkeys(bound.names, element)


def _quantified(node: tree.Quantified, names: Names) -> Any:
    tests = (evaluate(node.body, {**names, **way}) is TRUE for way in _bindings(node.bounds, names))
    return truth(all(tests) if node.kind == "A" else any(tests))


def _chosen(node: tree.Choose, names: Names) -> Any:
    ways = _bindings([node.bound], names)
    found = (way for way in ways if evaluate(node.body, {**names, **way}) is TRUE)
    (value,) = next(found).values()
    return value


def _filtered(node: tree.Filter, names: Names) -> Any:
    def holds(element: Any) -> bool:
        return evaluate(node.condition, {**names, **_bound(node.bound, element)}) is TRUE

    base = evaluate(node.bound.set, names)
    if not is_finite(base):
        return Filtered(base, holds)
    return frozenset(filter(holds, elements(base)))


def _mapped(node: tree.Map, names: Names) -> Any:
    ways = _bindings(node.bounds, names)
    return frozenset(normal(evaluate(node.value, {**names, **way})) for way in ways)


def _function(node: tree.Function, names: Names) -> Any:
    def at(argument: Any) -> Any:
        bound = dict(names)
        if node.name is not None:
            bound[node.name] = f
        arguments = (argument,) if len(node.bounds) == 1 else argument
        for one, value in zip(node.bounds, arguments, strict=True):
            bound.update(_bound(one, value))
        return evaluate(node.body, bound)

    sets = [evaluate(bound.set, names) for bound in node.bounds]
    f = LazyFunction(sets[0] if len(sets) == 1 else frozenset(product(*map(elements, sets))), at)
    return f


def _record(node: tree.Record, names: Names) -> Any:
    return function({name: normal(evaluate(value, names)) for name, value in node.fields})


def _except(node: tree.Except, names: Names) -> Any:
    f = evaluate(node.function, names)
    for update in node.updates:
        path = [_index(args, names) for args in update.path]
        f = updated(f, path, _change(update.value, names))
    return f


def _change(to: tree.Expression, names: Names) -> Callable[[Any], Any]:
    return lambda old: evaluate(to, {**names, "@": old})


def _index(args: Any, names: Names) -> Any:
    values = tuple(normal(evaluate(one, names)) for one in args)
    return values[0] if len(values) == 1 else values


def _case(node: tree.Case, names: Names) -> Any:
    for condition, value in node.arms:
        if evaluate(condition, names) is TRUE:
            return evaluate(value, names)
    return evaluate(node.other, names)


def _let(node: tree.Let, names: Names) -> Any:
    inner = dict(names)
    for unit in node.units:
        if isinstance(unit, tree.Definition) and unit.parameters:
            parameters = [one.name for one in unit.parameters]
            inner[unit.name] = _operator(parameters, unit.body, inner)
        elif isinstance(unit, tree.Definition):
            inner[unit.name] = evaluate(unit.body, inner)
    return evaluate(node.body, inner)


_KINDS: dict[type, Callable[[Any, Names], Any]] = {
    tree.Number: _number,
    tree.String: _number,
    tree.Truth: _truth,
    tree.Apply: _applied,
    tree.And: lambda n, s: truth(all(evaluate(part, s) is TRUE for part in n.parts)),
    tree.Or: lambda n, s: truth(any(evaluate(part, s) is TRUE for part in n.parts)),
    tree.Quantified: _quantified,
    tree.Choose: _chosen,
    tree.SetOf: lambda n, s: frozenset(normal(evaluate(item, s)) for item in n.items),
    tree.Filter: _filtered,
    tree.Map: _mapped,
    tree.Function: _function,
    tree.FunctionSet: lambda n, s: FunctionSet(evaluate(n.domain, s), evaluate(n.range, s)),
    tree.Index: lambda n, s: apply(evaluate(n.function, s), _index(n.args, s)),
    tree.Record: _record,
    tree.RecordSet: lambda n, s: RecordSet({name: evaluate(one, s) for name, one in n.fields}),
    tree.Field: lambda n, s: field(evaluate(n.record, s), n.name),
    tree.Except: _except,
    tree.Old: lambda n, s: s["@"],
    tree.Tuple: lambda n, s: tuple(normal(evaluate(item, s)) for item in n.items),
    tree.If: lambda n, s: evaluate(n.then if evaluate(n.condition, s) is TRUE else n.otherwise, s),
    tree.Case: _case,
    tree.Let: _let,
}
