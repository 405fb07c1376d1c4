"""Instances with substituted variables."""

from __future__ import annotations

from .modules.module_scope import ModuleScope
from .scope import Scope, Variable


def module_of(scope: Scope | None) -> ModuleScope | None:
    """The module that contains the text of a scope; None if there is none."""
    while scope is not None and not isinstance(scope, ModuleScope):
        scope = scope.outer
    return scope


def family(module: ModuleScope) -> frozenset[Scope]:
    """A module and all modules that it extends, directly or not."""
    return frozenset({module}).union(*map(family, module.extends))


def declared_variables(module: ModuleScope) -> tuple[str, ...]:
    """The names of the variables of a module and of those that it extends."""
    return tuple(name for name, one in module.declared.items() if one.variable)


def is_itself(name: str, module: ModuleScope) -> bool:
    """Whether a variable of a module means the outer variable with the same name."""
    meaning = module.names.get(name)
    return isinstance(meaning, Variable) and meaning.name == name


def stands_in(name: str, scope: Scope) -> ModuleScope | None:
    """The instance in which a name is a substituted variable; None if it is no such variable.

    It may be substituted by a variable with another name, by an expression, or by a constant.
    """
    home: Scope | None = scope
    while home is not None and name not in home.names:
        home = home.outer
    if not isinstance(home, ModuleScope) or name not in home.declared:
        return None
    return home if home.declared[name].variable and not is_itself(name, home) else None


def around(module: ModuleScope) -> list[ModuleScope]:
    """The modules that were loaded or instantiated around the text of a module, itself first.

    Each argument of an operator of an instance belongs to one of these modules, or to none that was
    loaded.
    """
    found: list[ModuleScope] = []
    todo = [module.root]
    while todo:
        here = todo.pop(0)
        if here not in found:
            found.append(here)
            outer = map(module_of, (here.around, here.outer))
            todo += [one.root for one in outer if one is not None]
    return found
