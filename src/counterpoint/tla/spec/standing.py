"""Instances whose variables stand for something else."""

from __future__ import annotations

from ..modules import ModuleScope
from ..scope import Scope, Variable


def module_of(scope: Scope | None) -> ModuleScope | None:
    """The module whose text a scope belongs to; None if there is none."""
    while scope is not None and not isinstance(scope, ModuleScope):
        scope = scope.outer
    return scope


def family(module: ModuleScope) -> frozenset[Scope]:
    """A module and all that it extends."""
    return frozenset({module}).union(*map(family, module.extends))


def declared_variables(module: ModuleScope) -> tuple[str, ...]:
    """The names of the variables of a module and of those that it extends."""
    return tuple(name for name, one in module.declared.items() if one.variable)


def stands_in(name: str, scope: Scope) -> ModuleScope | None:
    """The instance in which a name is a variable that stands for something else; None if none is.

    It may stand for a variable of another name, for an expression, or for a constant.
    """
    home: Scope | None = scope
    while home is not None and name not in home.names:
        home = home.outer
    if not isinstance(home, ModuleScope) or name not in home.declared:
        return None
    meaning = home.names[name]
    is_itself = isinstance(meaning, Variable) and meaning.name == name
    return home if home.declared[name].variable and not is_itself else None
