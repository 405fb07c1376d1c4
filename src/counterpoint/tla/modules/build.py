"""Building the scopes of modules; each unit adds its names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from ...data import dataclass
from ...errors import BadMeaning
from ...identity import Identity, identity
from ..instances import PREFIX, definition, instantiated
from ..scope import (
    Available,
    Constant,
    Defined,
    Instantiated,
    Meaning,
    Scope,
    Variable,
)
from ..tree import (
    Assume,
    Constants,
    Definition,
    Expression,
    Instance,
    Module,
    Parameter,
    Recursive,
    Span,
    Theorem,
    Unit,
    Variables,
)  # fmt: skip
from .checks import Checks
from .finder import Finder
from .module_scope import Declaration, ModuleScope
from .replace import Replacements


@dataclass(slots=True, eq=False)
class Context:
    """The meanings of the constants and variables of a module and of the modules it extends."""

    constant: Callable[[Parameter], Meaning]
    variable: Callable[[Parameter], Meaning]
    declares: bool = False
    """Whether constants and variables are declared, rather than given a meaning by an instance."""
    around: Scope | None = None
    """The scope in which the module is instantiated, if it is."""
    root: ModuleScope | None = None
    """The scope of the module that extends all the others."""
    built: dict[Identity, ModuleScope] = field(default_factory=dict)
    """The scopes built so far, by the identity of the module."""


class Declared:
    """The constants and variables of a module that is not an instance, in order of declaration."""

    def __init__(self) -> None:
        self.constants: dict[str, Constant] = {}
        self.variables: dict[str, Variable] = {}

    def context(self) -> Context:
        """A context in which constants have no value yet and variables are numbered from 0."""
        return Context(self._constant, self._variable, declares=True)

    def _constant(self, parameter: Parameter) -> Constant:
        made = Constant(parameter.name, parameter.arity, parameter.at)
        return self.constants.setdefault(parameter.name, made)

    def _variable(self, parameter: Parameter) -> Variable:
        made = Variable(parameter.name, len(self.variables))
        return self.variables.setdefault(parameter.name, made)


class Builder:
    """Builds the scopes of modules, and keeps all of them so that meanings can be replaced."""

    def __init__(self, finder: Finder, base: Scope) -> None:
        self._finder = finder
        self._base = base
        self._library: dict[str, ModuleScope] = {}
        self._open: list[str] = []
        self._checked: set[Identity] = set()
        self._scopes: list[ModuleScope] = []
        self._replacements: Replacements | None = None

    def root(self, module: Module, context: Context) -> ModuleScope:
        """The scope of the root module."""
        self._base.names[PREFIX + module.name] = self._read(module, self._base)
        return self.build(module, context, self._base)

    def build(self, module: Module, context: Context, outer: Scope) -> ModuleScope:
        """The scope of a module; the context gives the meaning of its constants and variables.

        Raises `BadMeaning` if a unit is wrong or if the module is a part of itself.
        """
        if (known := context.built.get(identity(module))) is not None:
            return known
        self._check_apart(module, module.at)
        scope = ModuleScope(module.name, outer, instance=not context.declares)
        context.root = scope.root = context.root or scope
        scope.around = context.around
        self._open.append(module.name)
        for name, at in zip(module.extends, module.extends_at, strict=True):
            self._extend(scope, name, context, at)
        checks = self._checks(module, scope, context)
        for unit in module.units:
            self._add(unit, scope, context, checks)
        if checks is not None:
            checks.end()
        self._open.pop()
        context.built[identity(module)] = scope
        self._made(scope)
        return scope

    def _made(self, scope: ModuleScope) -> None:
        self._scopes.append(scope)
        if self._replacements is not None:
            self._replacements.apply(scope)

    def replace(self, replacements: Replacements) -> None:
        """Apply replacements to all scopes, including those of instances that are opened later."""
        for scope in self._scopes:
            replacements.apply(scope)
        replacements.require(self._scopes)
        self._replacements = replacements

    def _checks(self, module: Module, scope: ModuleScope, context: Context) -> Checks | None:
        """The checks for the units of a module; None for instances and modules checked before."""
        if not context.declares or identity(module) in self._checked:
            return None
        self._checked.add(identity(module))
        return Checks(scope, self._instantiated)

    def _instantiated(self, unit: Instance, scope: Scope) -> Instantiated:
        found = self.available(unit.module, scope, unit.at)
        if found.module is not None:
            self._check_apart(found.module, unit.at)
            self._look_at(found.module, found.outer)
        return instantiated(unit, scope)

    def _check_apart(self, module: Module, at: Span) -> None:
        if module.name in self._open:
            around = " in ".join([module.name, *reversed(self._open)])
            raise BadMeaning(f"a module cannot be a part of itself: {around}", at.place())

    # Other modules --------------------------------------------------------------------------------

    def available(self, name: str, scope: Scope, at: Span) -> Available:
        """The module with a name: an inner module of an enclosing one, or a separate module."""
        known = scope.get(PREFIX + name)
        if not isinstance(known, Available):
            known = self._standing_alone(name, at)
            self._base.names[PREFIX + name] = known
        return known

    def _standing_alone(self, name: str, at: Span) -> Available:
        if (found := self._finder.find(name, at)) is not None:
            return self._read(found.module, self._base)
        return Available(name, None, self._base, lambda *_: self._of_library(name))

    def _read(self, module: Module, outer: Scope) -> Available:
        def instantiate(give: Callable[[Parameter], Meaning], around: Scope) -> ModuleScope:
            return self.build(module, Context(give, give, around=around), outer)

        return Available(module.name, module, outer, instantiate)

    def _extend(self, scope: ModuleScope, name: str, context: Context, at: Span) -> None:
        found = self.available(name, scope, at)
        if found.module is None:
            extended = self._of_library(name)
        else:
            extended = self.build(found.module, context, found.outer)
        scope.extends.append(extended)
        scope.declared.update(extended.declared)
        for one, meaning in extended.exported():
            scope.bring(one, meaning, at)
        scope.inherit_clashes(extended)

    def _of_library(self, name: str) -> ModuleScope:
        if (known := self._library.get(name)) is not None:
            return known
        scope = self._library[name] = ModuleScope(name, self._base)
        for one in self._finder.library[name].extends:
            scope.names.update(self._of_library(one).names)
        scope.names.update(self._finder.library[name].operators)
        self._made(scope)
        return scope

    # Units ----------------------------------------------------------------------------------------

    def _add(self, unit: Unit, scope: ModuleScope, context: Context, checks: Checks | None) -> None:
        match unit:
            case Definition():
                if checks is not None:
                    checks.definition(unit)
                made = definition(unit, scope, unit.name in scope.promised, scope.module)
                scope.define(unit.name, made, unit.at, local=unit.local)
            case Instance():
                self._instance(unit, scope, checks)
            case Variables(names, places):
                for name, at in zip(names, places, strict=True):
                    declared = Declaration(Parameter(name, at=at), variable=True)
                    scope.declare(declared, context.variable(declared.parameter))
            case Constants(parameters):
                for one in parameters:
                    scope.declare(Declaration(one), context.constant(one))
            case Recursive(promised):
                scope.promised.update((one.name, one) for one in promised)
            case Assume(_, fact):
                if checks is not None:
                    checks.assume(unit)
                self._state(unit, fact, scope)
                scope.assumes.append(unit)
            case Theorem(_, statement):
                if checks is not None:
                    checks.theorem(unit)
                self._state(unit, None if unit.assumptions else statement, scope)
                scope.theorems.append(unit)
            case Module():
                self._inner(unit, scope, context)

    def _state(
        self, unit: Assume | Theorem, statement: Expression | None, scope: ModuleScope
    ) -> None:
        """Define the name of an assumption or a theorem, if it has one, as its statement."""
        if unit.name is not None and statement is not None:
            made = Defined(unit.name, (), statement, scope, module=scope.module, at=unit.at)
            scope.define(unit.name, made, unit.at)

    def _inner(self, module: Module, scope: ModuleScope, context: Context) -> None:
        scope.define(PREFIX + module.name, self._read(module, scope), module.at)
        if context.declares:
            self._look_at(module, scope)

    def _look_at(self, module: Module, outer: Scope) -> None:
        """Check a module that is only instantiated, by building it as a root module once."""
        if identity(module) not in self._checked:
            self.build(module, Declared().context(), outer)

    def _instance(self, unit: Instance, scope: ModuleScope, checks: Checks | None) -> None:
        made = self._instantiated(unit, scope)
        if checks is not None:
            checks.instance(unit, scope)
        if unit.name is not None:
            scope.define(unit.name, made, unit.at, local=unit.local)
            return
        opened = made.open(())
        assert isinstance(opened, ModuleScope)
        for name, meaning in opened.definitions():
            scope.bring(name, meaning, unit.at, local=unit.local)
        scope.inherit_clashes(opened)
