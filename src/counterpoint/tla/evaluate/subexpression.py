"""Parts of definitions, named by position or by label: Lamport, TLA+2, section 6."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import NoValue
from ..scope import Defined, Instantiated, Scope
from ..tree import (
    And,
    Apply,
    Bound,
    Case,
    Choose,
    Except,
    Expression,
    Field,
    Filter,
    Function,
    If,
    Index,
    Labelled,
    Lambda,
    Let,
    Map,
    Or,
    Parameter,
    Prime,
    Quantified,
    Record,
    RecordSet,
    SetOf,
    String,
    Subexpression,
    Tuple,
    Unchanged,
)
from .context import Closed

if TYPE_CHECKING:
    from .names import Names


class Walk:
    """A walk from a definition into its body, one selector at a time."""

    def __init__(self, names: Names, node: Subexpression, scope: Scope) -> None:
        self.names = names
        self.steps = list(node.path)
        self.outside = scope
        self.node: Expression = node
        self.scope = scope

    def arrive(self) -> Closed:
        """The expression at the end of the path; raises `NoValue` if there is none."""
        self._enter()
        while self.steps:
            step = self.steps.pop(0)
            if isinstance(step, Apply):
                self._label(step)
            elif step.args:
                self._bound(step.args)
            else:
                self._part(step.step)
        return Closed(self.node, self.scope)

    def _enter(self) -> None:
        """Go to the body of the definition that the path begins with."""
        scope = self.outside
        while True:
            step = self.steps.pop(0)
            if not isinstance(step, Apply):
                raise NoValue("a subexpression begins with the name of a definition")
            meaning = scope.get(step.name)
            if not isinstance(meaning, Instantiated):
                break
            scope = self.names.instance((step,), scope)
        if not isinstance(meaning, Defined):
            raise NoValue(f"{step.name} is no definition, so it has no parts")
        self._give(meaning.parameters, step.args, meaning.body, meaning.scope)

    def _give(
        self,
        parameters: tuple[Parameter, ...],
        args: tuple[Expression, ...],
        body: Expression,
        scope: Scope,
    ) -> None:
        """Go to a body in which these parameters mean these arguments."""
        if len(parameters) != len(args):
            raise NoValue(f"this subexpression needs {len(parameters)} arguments, not {len(args)}")
        given = zip(parameters, args, strict=True)
        self.scope = scope.within(
            {each.name: self.names.as_defined(each, arg, self.outside) for each, arg in given}
        )
        self.node = body

    def _label(self, step: Apply) -> None:
        """Go to the expression with a label, or to a definition of a LET."""
        self._through_let()
        meaning = self.scope.names.get(step.name)
        if isinstance(meaning, Defined) and meaning.scope is self.scope:
            self._give(meaning.parameters, step.args, meaning.body, meaning.scope)
            return
        found = _labelled(self.node, step.name)
        if found is None:
            raise NoValue(f"nothing in this definition has the label {step.name}")
        parameters = tuple(Parameter(name) for name in found.parameters)
        self._give(parameters, step.args, found.body, self.scope)

    def _through_let(self) -> None:
        while isinstance(self.node, Let):
            self.scope = self.names.let(self.node, self.scope)
            self.node = self.node.body

    def _bound(self, args: tuple[Expression, ...]) -> None:
        """Go to a body in which the bound identifiers mean these arguments."""
        self._skip()
        names, body = _binder(self.node)
        self._give(tuple(Parameter(name) for name in names), args, body, self.scope)

    def _skip(self) -> None:
        self._through_let()
        if isinstance(self.node, Labelled):
            self.node = self.node.body

    def _part(self, step: str) -> None:
        if step in ("@", ":"):
            return
        self._skip()
        here = self.names.simply(self.node, self.scope)
        self.node, self.scope = here.expression, here.scope
        self._skip()
        parts = _parts(self.node)
        number = {"<<": 1, ">>": len(parts)}.get(step) or int(step)
        if not 0 < number <= len(parts):
            raise NoValue(f"this expression has no part number {number}")
        self.node = parts[number - 1]


def _binder(node: Expression) -> tuple[tuple[str, ...], Expression]:
    """The identifiers that an expression binds, and the body in which they are bound."""
    match node:
        case Quantified(_, bounds, body) | Function(bounds, body) | Map(body, bounds):
            return tuple(name for bound in bounds for name in bound.names), body
        case Choose(bound, body) | Filter(bound, body):
            return bound.names, body
        case Lambda(names, body):
            return names, body
    raise NoValue("this expression binds no identifiers")


def _labelled(node: Expression, name: str) -> Labelled | None:
    """The expression with a label, unless it is within another label; None if there is none."""
    if isinstance(node, Labelled):
        return node if node.name == name else None
    for part in _parts(node):
        if (found := _labelled(part, name)) is not None:
            return found
    return None


def _sets(bounds: tuple[Bound, ...]) -> tuple[Expression, ...]:
    return tuple(bound.set for bound in bounds if bound.set is not None)


def _parts(node: Expression) -> tuple[Expression, ...]:
    """The parts of an expression, in the order of their numbers."""
    match node:
        case And(parts) | Or(parts) | SetOf(parts) | Tuple(parts) | Apply(_, parts):
            return parts
        case Quantified(_, bounds, body) | Function(bounds, body):
            return (*_sets(bounds), body)
        case Map(value, bounds):
            return (value, *_sets(bounds))
        case Choose(bound, body) | Filter(bound, body):
            return (*_sets((bound,)), body)
        case If(condition, then, otherwise):
            return (condition, then, otherwise)
        case Index(function, args):
            return (function, args[0] if len(args) == 1 else Tuple(args))
        case Record(fields) | RecordSet(fields):
            return tuple(value for _, value in fields)
        case Field(record, name):
            return (record, String(name))
        case Case(arms, other):
            return tuple(value for _, value in arms) + ((other,) if other else ())
        case Except(function, updates):
            return (function, *(update.value for update in updates))
        case Prime(body) | Unchanged(body) | Let(_, body) | Labelled(_, _, body):
            return (body,)
    return ()
