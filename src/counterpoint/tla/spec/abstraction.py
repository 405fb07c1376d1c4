"""Expressions of an instance, read in the module by itself.

With `M == INSTANCE Abstract WITH x <- e`, where M asks ENABLED A it asks about the x of the module:
whether some next value of x satisfies A, not whether some next state of ours gives e such a value.
So an expression that asks ENABLED is read in the module as it stands, where x is a variable again,
at the state that the substitution makes of ours.
"""

from __future__ import annotations

from ...data import dataclass
from ...errors import Refused
from ..evaluate.context import Closed
from ..instances import PREFIX
from ..levels import Level
from ..modules import ModuleScope
from ..scope import Available, Defined, Meaning, Scope, Variable
from ..tree import Apply, Parameter
from .binding import Binding
from .mentions import level_of, mentions
from .standing import declared_variables, family, module_of
from .unfold import unfolded


@dataclass(frozen=True, slots=True)
class Abstract:
    """An expression over variables of its own, numbered from 0, and what their values are."""

    closed: Closed
    values: tuple[Closed, ...]
    """For each variable, what gives its value in a state of ours."""


def abstracted(closed: Closed) -> Abstract | None:
    """The expression in the module that it is an instance of; None if it needs no such care.

    It does where ENABLED is asked of an action on variables that stand for something else. Raises
    `Refused` where it is not an expression of one instance alone.
    """
    if not mentions(closed.expression, closed.scope).captured:
        return None
    here: Closed | None = closed
    while here is not None:
        module = module_of(here.scope)
        if module is not None and _stands(module):
            return _Reading(module).read(here)
        here = unfolded(here)
    raise Refused(
        "ENABLED of an instance whose variables stand for expressions is mixed with other things; "
        "define what is asked in the instantiated module",
        closed.expression.at.place(),
    )


def _stands(module: ModuleScope) -> bool:
    """Whether a variable of this module stands for something else."""
    return any(
        not isinstance(meaning := module.names.get(name), Variable) or meaning.name != name
        for name in declared_variables(module)
    )


class _Reading:
    """Reads expressions of an instance in the module by itself."""

    def __init__(self, module: ModuleScope) -> None:
        self.old = module
        self.names = declared_variables(module)
        self.scopes: dict[Scope, Scope] = {}
        available = module.get(PREFIX + module.module)
        assert isinstance(available, Available)
        new = available.instantiate(self._give)
        assert isinstance(new, ModuleScope)
        self._pair(module, new)

    def read(self, closed: Closed) -> Abstract:
        values = tuple(Closed(Apply(name), self.old) for name in self.names)
        return Abstract(Closed(closed.expression, self._scope(closed.scope)), values)

    def _pair(self, old: ModuleScope, new: ModuleScope) -> None:
        """Remember the scope of a module by itself, with what was put in place of definitions."""
        self.scopes[old] = new
        for name, meaning in old.names.items():
            if name not in old.declared and not _same(new.names.get(name), meaning):
                new.names[name] = self._meaning(meaning)
        for one, other in zip(old.extends, new.extends, strict=True):
            self._pair(one, other)

    def _give(self, parameter: Parameter) -> Meaning:
        if parameter.name in self.names:
            return Variable(parameter.name, self.names.index(parameter.name))
        return self.old.names[parameter.name]

    def _scope(self, scope: Scope) -> Scope:
        """The scope of a call, a quantifier or a LET as it is in the module by itself."""
        if scope in self.scopes:
            return self.scopes[scope]
        assert scope.outer is not None
        new = self.scopes[scope] = Binding() if isinstance(scope, Binding) else Scope()
        new.outer = self._scope(scope.outer)
        new.names = {name: self._meaning(meaning) for name, meaning in scope.names.items()}
        return new

    def _meaning(self, meaning: Meaning) -> Meaning:
        if not isinstance(meaning, Defined):
            return meaning
        module = module_of(meaning.scope)
        if module is None or module not in family(self.old):
            if level_of(Closed(meaning.body, meaning.scope)) > Level.CONSTANT:
                raise Refused(
                    f"{meaning.name} comes from outside of the instance that asks ENABLED",
                    meaning.at.place(),
                )
            return meaning
        return Defined(
            meaning.name,
            meaning.parameters,
            meaning.body,
            self._scope(meaning.scope),
            recursive=meaning.recursive,
            local=meaning.local,
            at=meaning.at,
        )


def _same(new: Meaning | None, old: Meaning) -> bool:
    """Whether nothing was put in place of a definition after its module was read."""
    if isinstance(new, Defined) and isinstance(old, Defined):
        return new.body == old.body
    return type(new) is type(old)
