"""Instances: modules with substituted constants and variables."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import BadMeaning
from .scope import (
    Available,
    Builtin,
    Constant,
    Defined,
    Instantiated,
    Meaning,
    Scope,
    Value,
    Variable,
)
from .tree import (
    Apply,
    Definition,
    Expression,
    Instance,
    Lambda,
    Parameter,
    Recursive,
    Span,
    Truth,
    Unit,
)

PREFIX = "MODULE "
"""The prefix of module names in scopes; no identifier begins with it."""


def available(name: str, scope: Scope, at: Span) -> Available:
    """The module of that name that can be instantiated in a scope; raises `BadMeaning` if none."""
    found = scope.get(PREFIX + name)
    if not isinstance(found, Available):
        raise BadMeaning(f"module {name} is not known here", at.place())
    return found


def instantiated(unit: Instance, scope: Scope) -> Instantiated:
    """The meaning of an instance in a scope, in which its module must be available."""
    module = available(unit.module, scope, unit.at)
    opened: list[Scope] = []

    def open_(args: tuple[Defined, ...]) -> Scope:
        if unit.parameters:
            names = (parameter.name for parameter in unit.parameters)
            bound = scope.within(dict(zip(names, args, strict=True)))
            return module.instantiate(_giver(unit, bound), bound)
        if not opened:
            opened.append(module.instantiate(_giver(unit, scope), scope))
        return opened[0]

    return Instantiated(unit, module, scope, open_)


def _giver(unit: Instance, scope: Scope) -> Callable[[Parameter], Meaning]:
    """A function that gives the meaning of a parameter: its substitution, or the same name."""
    explicit = dict(unit.substitutions)

    def give(parameter: Parameter) -> Meaning:
        if parameter.name in explicit:
            return stands_for(parameter.name, explicit[parameter.name], scope)
        if (found := scope.get(parameter.name)) is None:
            raise BadMeaning(
                f"{parameter.name} of module {unit.module} is given no value: nothing here has "
                f"its name, and WITH does not mention it",
                unit.at.place(),
            )
        return found

    return give


def stands_for(name: str, expression: Expression, scope: Scope) -> Meaning:
    """The meaning of a name for which an expression is substituted."""
    if isinstance(expression, Lambda):
        parameters = tuple(Parameter(one, at=expression.at) for one in expression.parameters)
        return Defined(name, parameters, expression.body, scope, at=expression.at)
    if isinstance(expression, Apply) and not expression.args:
        found = scope.get(expression.name)
        if isinstance(found, (Variable, Constant, Value, Builtin, Defined)):
            return found
    return Defined(name, (), expression, scope, at=expression.at)


def let_scope(units: tuple[Unit, ...], scope: Scope) -> Scope:
    """A scope with the definitions of a LET inside another scope."""
    inner = scope.within({})
    promised: set[str] = set()
    for unit in units:
        match unit:
            case Recursive(names):
                promised.update(parameter.name for parameter in names)
            case Definition(name):
                inner.names[name] = definition(unit, inner, name in promised)
            case Instance(str(name)):
                inner.names[name] = instantiated(unit, inner)
            case _:
                raise BadMeaning("only definitions stand in LET", unit.at.place())
    return inner


def definition(unit: Definition, scope: Scope, recursive: bool, module: str = "") -> Defined:
    """The meaning of a definition in a scope."""
    return Defined(
        unit.name,
        unit.parameters,
        unit.body,
        scope,
        recursive=recursive,
        local=unit.local,
        module=module,
        at=unit.at,
    )


def opened(instance: Instantiated, args: tuple[Expression, ...], scope: Scope) -> Scope:
    """The scope of an instance with expressions as its arguments."""
    pairs = zip(instance.unit.parameters, args, strict=False)
    return instance.open(tuple(_as_defined(parameter, arg, scope) for parameter, arg in pairs))


def unspecified(instance: Instantiated) -> Scope:
    """The scope of an instance with placeholder arguments: for its names, not their values."""
    parameters = instance.unit.parameters
    return instance.open(tuple(_anything(one, instance.scope) for one in parameters))


def _anything(parameter: Parameter, scope: Scope) -> Defined:
    names = tuple(Parameter(f"_{number}") for number in range(parameter.arity))
    return Defined(parameter.name, names, Truth(True), scope, at=parameter.at)


def given_for(parameter: Parameter, arg: Expression, scope: Scope) -> Meaning:
    """The meaning of a parameter with an expression as its argument."""
    if isinstance(arg, Lambda):
        names = tuple(Parameter(name) for name in arg.parameters)
        return Defined(parameter.name, names, arg.body, scope, at=arg.at)
    if parameter.arity and isinstance(arg, Apply) and (found := scope.get(arg.name)) is not None:
        return found
    return Defined(parameter.name, (), arg, scope, at=arg.at)


def _as_defined(parameter: Parameter, arg: Expression, scope: Scope) -> Defined:
    meaning = given_for(parameter, arg, scope)
    if isinstance(meaning, Defined):
        return meaning
    names = tuple(Parameter(f"_{number}") for number in range(parameter.arity))
    body = Apply("_", tuple(Apply(one.name) for one in names), at=arg.at)
    return Defined(parameter.name, names, body, scope.within({"_": meaning}), at=arg.at)
