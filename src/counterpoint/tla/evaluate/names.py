"""Resolves names: through definitions, instances and subexpressions."""

from __future__ import annotations

from ...errors import NoValue
from ...identity import Identity, identity
from ..instances import let_scope
from ..scope import Builtin, Defined, Instantiated, Local, Meaning, Scope
from ..tree import (
    Apply,
    Expression,
    Labelled,
    Lambda,
    Let,
    Parameter,
    Qualified,
    Subexpression,
)
from .context import Closed
from .subexpression import Walk


class Names:
    """Resolves names; the scopes of instances are opened once and cached."""

    def __init__(self) -> None:
        self._opened: dict[tuple[Identity, ...], Scope] = {}

    def applied(
        self, node: Apply | Qualified, scope: Scope
    ) -> tuple[Meaning | None, tuple[Expression, ...]]:
        """The operator that is applied, and its arguments; the scope of these is `scope`."""
        if isinstance(node, Apply):
            return scope.get(node.name), node.args
        try:
            inner = self.instance(node.path, scope)
        except NoValue:  # `Inv!P` is the expression with the label P in Inv
            part = self.part(Subexpression((*node.path, node.operator), at=node.at), scope)
            return Defined(node.operator.name, (), part.expression, part.scope, at=node.at), ()
        return inner.get(node.operator.name), node.operator.args

    def instance(self, path: tuple[Apply, ...], scope: Scope) -> Scope:
        """The scope that a path of instances leads to.

        Raises `NoValue` if a step of the path is no instance.
        """
        here = scope
        for step in path:
            meaning = here.get(step.name)
            if not isinstance(meaning, Instantiated):
                raise NoValue(f"{step.name} is no instance of a module")
            here = self._open(meaning, step, scope)
        return here

    def _open(self, instance: Instantiated, step: Apply, scope: Scope) -> Scope:
        key = (identity(instance), *((identity(step), identity(scope)) if step.args else ()))
        if key not in self._opened:
            parameters = zip(instance.unit.parameters, step.args, strict=True)
            args = tuple(self.as_defined(each, arg, scope) for each, arg in parameters)
            self._opened[key] = instance.open(args)
        return self._opened[key]

    def as_defined(self, parameter: Parameter, arg: Expression, scope: Scope) -> Defined:
        """A definition that means an argument."""
        if not parameter.arity:
            return Defined(parameter.name, (), arg, scope, at=arg.at)
        meaning = self.operator(arg, scope)
        if isinstance(meaning, Defined):
            return meaning
        names = tuple(Parameter(f"_{number}") for number in range(parameter.arity))
        body = Apply("_", tuple(Apply(each.name) for each in names), at=arg.at)
        return Defined(parameter.name, names, body, scope.within({"_": meaning}), at=arg.at)

    def operator(self, arg: Expression, scope: Scope) -> Meaning:
        """The operator that an argument names, or that its LAMBDA defines.

        Raises `NoValue` if the argument is no operator.
        """
        if isinstance(arg, Lambda):
            parameters = tuple(Parameter(name) for name in arg.parameters)
            return Defined("LAMBDA", parameters, arg.body, scope, at=arg.at)
        if isinstance(arg, Apply | Qualified):
            meaning, args = self.applied(arg, scope)
            if isinstance(meaning, Defined | Builtin | Local) and not args:
                return self._behind(meaning)
        raise NoValue("an operator is needed here")

    def _behind(self, meaning: Meaning) -> Meaning:
        """The operator behind a parameter, such as `Op` where `F(Op(_)) == G(Op)` is applied."""
        while isinstance(meaning, Defined) and not meaning.parameters:
            if not isinstance(meaning.body, Apply | Qualified | Lambda):
                break
            meaning = self.operator(meaning.body, meaning.scope)
        return meaning

    def simply(self, node: Expression, scope: Scope) -> Closed:
        """The expression that a name without arguments abbreviates, through any number of names.

        Recursive definitions are not replaced by their bodies.
        """
        while True:
            if isinstance(node, Labelled):
                node = node.body
            elif isinstance(node, Subexpression):
                found = self.part(node, scope)
                node, scope = found.expression, found.scope
            elif isinstance(node, Apply | Qualified):
                meaning, args = self.applied(node, scope)
                if args or not isinstance(meaning, Defined) or meaning.parameters:
                    return Closed(node, scope)
                if meaning.recursive:
                    return Closed(node, scope)
                node, scope = meaning.body, meaning.scope
            else:
                return Closed(node, scope)

    def part(self, node: Subexpression, scope: Scope) -> Closed:
        """The part of a definition that a subexpression names.

        Raises `NoValue` if there is no such part.
        """
        return Walk(self, node, scope).arrive()

    def let(self, node: Let, scope: Scope) -> Scope:
        """A scope with the definitions of a LET."""
        return let_scope(node.units, scope)
