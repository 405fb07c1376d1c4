"""Library modules: their operators are Python functions on values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Never, TypeAlias

from ...data import dataclass
from ...errors import NoValue
from ..scope import Builtin, Value

Operator: TypeAlias = Callable[..., Any]
"""The annotation of a parameter that takes an operator: a Python function on values."""


@dataclass(frozen=True, slots=True)
class LibraryModule:
    """A library module; `operators` excludes those of the modules that it extends."""

    name: str
    operators: Mapping[str, Builtin | Value]
    extends: tuple[str, ...] = ()
    standard: bool = False
    """Whether TLC has the module built in, so that it takes precedence over a file of that name."""


def module(
    name: str, operators: Mapping[str, Any], *, extends: str = "", standard: bool = False
) -> LibraryModule:
    """The library module with these operators: Python functions, or values for constants.

    `extends` has the names of the modules that it extends, separated by spaces.

    >>> module("M", {"Twice": lambda x: x + x}).operators["Twice"].arity
    1
    """
    known = {key: _meaning(key, meaning) for key, meaning in operators.items()}
    return LibraryModule(name, known, tuple(extends.split()), standard)


def builtin(name: str, function: Callable[..., Any]) -> Builtin:
    """The operator that a Python function computes.

    Parameters annotated with `Operator` take operators; all others take values.
    """
    parameters = signature(function).parameters.values()
    takers = (n for n, one in enumerate(parameters) if one.annotation in (Operator, "Operator"))
    return Builtin(name, len(parameters), function, frozenset(takers))


def refused(name: str, arity: int, reason: str, operators: frozenset[int] = frozenset()) -> Builtin:
    """An operator that always raises `NoValue` with this reason.

    `operators` has the positions, from 0, of the parameters that take operators.
    """

    def refuse(*values: Any) -> Never:
        raise NoValue(f"{name} has no value here: {reason}")

    return Builtin(name, arity, refuse, operators)


def _meaning(name: str, meaning: Any) -> Builtin | Value:
    if isinstance(meaning, Builtin | Value):
        return meaning
    return builtin(name, meaning) if callable(meaning) else Value(meaning)
