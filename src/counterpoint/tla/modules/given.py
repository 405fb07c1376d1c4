"""The constants and replacements of a configuration, in the form that `load` takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from ...data import dataclass
from ...errors import BadConfig, NoValue, Place
from ..scope import Builtin
from ..syntax import Config
from ..syntax.config import Assigned, Replaced
from ..tree import Apply, Expression, Number, SetOf, String
from ..tree import Truth as Literal
from ..values import ModelValue, normal, show, truth


@dataclass(frozen=True, slots=True)
class Given:
    """The values of constants, and the definitions that replace others.

    Keys are names; for a statement that is limited to a module M they are `M!Name`.
    """

    constants: Mapping[str, Any] = field(default_factory=dict)
    replaced: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)
    """The place in the configuration for each key."""


def given(config: Config) -> Given:
    """The constants and replacements of a configuration: `load(path, constants=..., replaced=...)`.

    Raises `BadConfig` if a constant is given two values.

    >>> from ..syntax import read_config
    >>> given(read_config("CONSTANTS N = 3 Nodes = {a} Nat <- Small Max <- [M] Least"))
    Given(constants={'N': 3, 'Nodes': frozenset({a})}, replaced={'Nat': 'Small', 'M!Max': 'Least'})
    """
    constants: dict[str, Any] = {}
    tables: dict[str, dict[tuple[Any, ...], Any]] = {}
    for one in config.assigned:
        key = _key(one.name, one.module)
        if key in constants:
            raise BadConfig(f"{one.name} is given a value twice", one.at.place())
        if one.args:
            args = tuple(value(arg) for arg in one.args)
            tables.setdefault(key, {})[args] = value(one.value)
        else:
            constants[key] = value(one.value)
    constants |= {key: _operator(key, table) for key, table in tables.items()}
    every: list[Assigned | Replaced] = [*config.assigned, *config.replaced]
    places = {_key(one.name, one.module): one.at.place() for one in every}
    replaced = {_key(one.name, one.module): one.other for one in config.replaced}
    return Given(constants, replaced, places)


def _key(name: str, module: str | None) -> str:
    return name if module is None else f"{module}!{name}"


def value(expression: Expression) -> Any:
    """The value that an expression denotes in a configuration, where names are model values.

    Raises `BadConfig` for expressions that are not allowed there.

    >>> value(Apply("p1")), value(Apply("-.", (Number(2),)))
    (p1, -2)
    """
    match expression:
        case Number(number):
            return number
        case String(text):
            return text
        case Literal(holds):
            return truth(holds)
        case SetOf(items):
            return frozenset(map(value, items))
        case Apply("-.", (Number(number),)):
            return -number
        case Apply(name, ()):
            return ModelValue(name)
    raise BadConfig("this is no value of a configuration", expression.at.place())


def _operator(name: str, table: Mapping[tuple[Any, ...], Any]) -> Builtin:
    """The operator with these values; it raises `NoValue` for other arguments."""

    def look_up(*args: Any) -> Any:
        found = tuple(map(normal, args))
        if found not in table:
            raise NoValue(f"{name}({', '.join(map(show, found))}) is given no value")
        return table[found]

    return Builtin(name, len(next(iter(table))), look_up)
