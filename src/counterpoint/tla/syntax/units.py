"""Lowering units, such as definitions and declarations, of modules and of LET."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..tree import (
    Apply,
    Assume,
    Constants,
    Definition,
    Expression,
    Function,
    Instance,
    Let,
    Module,
    Parameter,
    Recursive,
    Theorem,
    Unit,
    Variables,
)  # fmt: skip
from .applications import SYMBOLS
from .cst import Cst
from .expressions import SETS, bounds
from .lower import identifier, lower, lowers
from .operators import spelled


def module(cst: Cst) -> Module:
    """The module for a node."""
    name, *rest = cst.parts
    extends = [part for part in rest if part.kind == "extends"]
    names = tuple(identifier(part) for part in extends[0].parts) if extends else ()
    units = tuple(unit for part in rest if part.kind != "extends" for unit in [_unit(part)])
    places = tuple(part.at for part in extends[0].parts) if extends else ()
    return Module(identifier(name), names, units, extends_at=places, at=name.at)


def _unit(cst: Cst) -> Unit:
    return _UNITS[cst.kind](cst)


def _local(cst: Cst) -> Unit:
    unit = _unit(cst.parts[0])
    assert isinstance(unit, (Definition, Instance))
    return replace(unit, local=True)


def _definition(cst: Cst) -> Unit:
    *head, body = cst.parts
    symbol = next((part for part in head if part.kind in SYMBOLS), None)
    if symbol is not None:
        parameters = tuple(_parameter(part) for part in head if part is not symbol)
        return Definition(spelled(symbol.text), parameters, lower(body), at=cst.at)
    name, *rest = head
    spelling = identifier(name) if name.kind == "identifier" else SETS.get(name.text, name.text)
    return Definition(spelling, tuple(map(_parameter, rest)), lower(body), at=cst.at)


def _function_definition(cst: Cst) -> Unit:
    head, *bound, body = cst.parts
    name = identifier(head)
    function = Function(bounds(bound), lower(body), name, at=cst.at)
    return Definition(name, (), function, at=cst.at)


def _parameter(cst: Cst) -> Parameter:
    if cst.kind == "identifier":
        return Parameter(identifier(cst), at=cst.at)
    name = next(part for part in cst.parts if part.kind != "placeholder")
    spelling = spelled(name.text) if name.kind in SYMBOLS else identifier(name)
    return Parameter(spelling, len(cst.parts) - 1, at=cst.at)


def _instance(cst: Cst) -> Instance:
    name, *substitutions = cst.parts
    pairs = tuple(map(_substitution, substitutions))
    return Instance(None, (), identifier(name), pairs, at=cst.at)


def _substitution(cst: Cst) -> tuple[str, Expression]:
    name, value = cst.parts
    return spelled(name.text) if name.kind in SYMBOLS else identifier(name), lower(value)


def _named_instance(cst: Cst) -> Unit:
    name, *parameters, instance = cst.parts
    return replace(
        _instance(instance),
        name=identifier(name),
        parameters=tuple(map(_parameter, parameters)),
        at=cst.at,
    )


def _variables(cst: Cst) -> Unit:
    places = tuple(part.at for part in cst.parts)
    return Variables(tuple(map(identifier, cst.parts)), places, at=cst.at)


def _assume(cst: Cst) -> Unit:
    *name, fact = cst.parts
    return Assume(identifier(name[0]) if name else None, lower(fact), at=cst.at)


def _theorem(cst: Cst) -> Unit:
    *name, statement = cst.parts
    called = identifier(name[0]) if name else None
    if statement.kind != "assume_prove":
        return Theorem(called, lower(statement), at=cst.at)
    *assumptions, conclusion = statement.parts
    given = tuple(one for part in assumptions for one in _assumption(part))
    return Theorem(called, lower(conclusion), given, at=cst.at)


def _assumption(cst: Cst) -> Iterator[Expression | Parameter]:
    match cst.kind:
        case "new":
            parts = [part for part in cst.parts if part.kind != "statement_level"]
            new = _parameter(parts[0])
            yield new
            if len(parts) > 1:
                yield Apply("\\in", (Apply(new.name, at=new.at), lower(parts[1])), at=cst.at)
        case "inner_assume_prove":
            pass
        case _:
            yield lower(cst)


_UNITS: dict[str, Callable[[Cst], Unit]] = {
    "operator_definition": _definition,
    "function_definition": _function_definition,
    "module_definition": _named_instance,
    "instance": _instance,
    "local_definition": _local,
    "variable_declaration": _variables,
    "constant_declaration": lambda cst: Constants(tuple(map(_parameter, cst.parts)), at=cst.at),
    "recursive_declaration": lambda cst: Recursive(tuple(map(_parameter, cst.parts)), at=cst.at),
    "assumption": _assume,
    "theorem": _theorem,
    "module": module,
}


@lowers("let_in")
def _let(cst: Cst) -> Expression:
    *units, body = cst.parts
    return Let(tuple(map(_unit, units)), lower(body), at=cst.at)
