"""Checks of the units of a module: names, numbers of arguments, levels, RECURSIVE declarations."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import BadMeaning
from ..instances import stands_for, unspecified
from ..levels import Level, level_of, reach_of, reach_of_definition
from ..scope import Constant, Defined, Instantiated, Local, Meaning, Scope
from ..tree import (
    Apply,
    Assume,
    Definition,
    Expression,
    Instance,
    Parameter,
    Theorem,
    Truth,
)
from .arity import arguments
from .complaints import close
from .module_scope import Declaration, ModuleScope
from .names import Names

TEMPORAL = frozenset({"'", "[]", "<>", "ENABLED", "UNCHANGED", "~>", "-+->", "\\cdot"})
"""Operators that depend on more than the values of their operands in one state."""


class Checks:
    """Checks the units of one module: each in order, and then, with `end`, all of them.

    All methods raise `BadMeaning`.
    """

    def __init__(self, scope: ModuleScope, read: Callable[[Instance, Scope], Instantiated]) -> None:
        self._scope = scope
        self._read = read
        self._names = Names(self.instance)

    def definition(self, unit: Definition) -> None:
        """Check a definition: its names, and its arity if it was declared RECURSIVE."""
        declared = self._scope.promised.get(unit.name)
        if declared is not None and declared.arity != len(unit.parameters):
            wanted = f"{unit.name} was declared to take {arguments(declared.arity)}"
            raise BadMeaning(f"{wanted}, not {len(unit.parameters)}", unit.at.place())
        self._names.definition(unit, self._before())

    def _before(self) -> Scope:
        """The scope at this point, including operators declared RECURSIVE but not yet defined."""
        names: dict[str, Meaning] = {
            name: Constant(name, declared.arity)
            for name, declared in self._scope.promised.items()
            if name not in self._scope.names
        }
        return self._scope.within(names) if names else self._scope

    def assume(self, unit: Assume) -> None:
        """Check the names in an assumption."""
        self._names.expression(unit.fact, self._before())

    def theorem(self, unit: Theorem) -> None:
        """Check the names in a theorem."""
        self._names.expression(unit.statement or Truth(True), self._assumed(unit, self._before()))

    def _assumed(self, unit: Theorem, scope: Scope) -> Scope:
        """Check the assumptions of a theorem; returns a scope with the names they declare."""
        for one in unit.assumptions:
            if isinstance(one, Parameter):
                scope = self._names.parameters((one,), scope)
            else:
                self._names.expression(one, scope)
        return scope

    def instance(self, unit: Instance, scope: Scope) -> None:
        """Check that the substitutions of an instance fit the declarations of its module.

        A name that WITH does not mention is substituted by itself.
        """
        made = self._read(unit, scope)
        inner = self._names.parameters(unit.parameters, scope)
        opened = unspecified(made)
        assert isinstance(opened, ModuleScope)
        given = self._given(unit, opened)
        variables = any(one.variable for one in opened.declared.values())
        for name, declared in opened.declared.items():
            expression = given.get(name, Apply(name, at=unit.at))
            if wanted := declared.parameter.arity:
                self._names.operator(wanted, expression, inner)
                self._operator(name, expression, inner, variables)
            else:
                self._names.expression(expression, inner)
                if variables:
                    self._level(unit, declared, expression, inner)

    def _given(self, unit: Instance, opened: ModuleScope) -> dict[str, Expression]:
        """The substitutions of WITH, by name; raises for undeclared or repeated names."""
        given: dict[str, Expression] = {}
        for name, expression in unit.substitutions:
            if name not in opened.declared:
                near = close(name, opened.declared)
                hint = f": {near} perhaps" if near else ""
                says = f"module {unit.module} declares no constant or variable {name}{hint}"
                raise BadMeaning(says, expression.at.place())
            if name in given:
                raise BadMeaning(f"{name} is given twice here", expression.at.place())
            given[name] = expression
        return given

    def _operator(self, name: str, expression: Expression, inner: Scope, variables: bool) -> None:
        """Raise `BadMeaning` if an operator that is substituted has too high a level."""
        operator = stands_for(name, expression, inner)
        reach = reach_of_definition(operator) if isinstance(operator, Defined) else None
        limit = Level.CONSTANT if variables else Level.STATE
        symbol = isinstance(expression, Apply) and expression.name in TEMPORAL
        if symbol or (reach is not None and reach.level > limit):
            says = f"an operator whose value depends on its operands alone is needed for {name}"
            raise BadMeaning(says, expression.at.place())

    def _level(
        self, unit: Instance, declared: Declaration, given: Expression, inner: Scope
    ) -> None:
        limit = Level.STATE if declared.variable else Level.CONSTANT
        if (level := level_of(given, inner)) > limit:
            name = declared.parameter.name
            says = f"{limit} is needed for {name} of module {unit.module}, but this is {level}"
            raise BadMeaning(says, given.at.place())

    # At the end of the module ---------------------------------------------------------------------

    def end(self) -> None:
        """Check levels, and that everything that was declared RECURSIVE is defined."""
        scope = self._scope
        for name, declared in scope.promised.items():
            if name not in scope.names:
                says = f"{name} is declared to be recursive, but defined nowhere"
                raise BadMeaning(says, declared.at.place())
        for meaning in scope.names.values():
            if isinstance(meaning, Defined) and meaning.scope is scope:
                self._definition_level(meaning)
        for unit in scope.assumes:
            if (level := level_of(unit.fact, scope)) > Level.CONSTANT:
                raise BadMeaning(
                    f"an assumption must be a constant, but this is {level}", unit.fact.at.place()
                )
        for theorem in scope.theorems:
            self._theorem_level(theorem)

    def _definition_level(self, defined: Defined) -> None:
        reach = reach_of_definition(defined)
        if defined.recursive:
            for parameter in defined.parameters:
                if reach.limits.get(parameter.name, Level.ACTION) < Level.ACTION:
                    says = f"{defined.name} is recursive, so it cannot prime {parameter.name}"
                    raise BadMeaning(says, defined.at.place())

    def _theorem_level(self, unit: Theorem) -> None:
        new = {
            one.name: Local(one.name, 0) for one in unit.assumptions if isinstance(one, Parameter)
        }
        inner = self._scope.within(new) if new else self._scope
        for one in (*unit.assumptions, *([unit.statement] if unit.statement else [])):
            if not isinstance(one, Parameter):
                reach_of(one, inner)
