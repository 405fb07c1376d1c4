"""Checking names and arguments in expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ...errors import BadMeaning
from ...identity import Identity, identity
from ..children import children, sets
from ..instances import let_scope, unspecified
from ..scope import Constant, Defined, Instantiated, Local, Meaning, Scope
from ..tree import (
    Apply,
    Bound,
    Choose,
    Definition,
    Except,
    Expression,
    Filter,
    Function,
    Index,
    Instance,
    Labelled,
    Lambda,
    Let,
    Map,
    Old,
    Parameter,
    Qualified,
    Quantified,
    Record,
    RecordSet,
    Recursive,
    Selector,
    Span,
    Subexpression,
    Unit,
)
from .arity import ANY, arguments, arity, parameters_of
from .complaints import already, close, taken, unknown
from .module_scope import ModuleScope

OLD = "@"
"""The name that scopes have where @ is allowed."""


class Names:
    """Checks that names in expressions are defined, and have the right numbers of arguments.

    `instance` is called for each INSTANCE in a LET; it reads and checks the module. All methods
    raise `BadMeaning`.
    """

    def __init__(self, instance: Callable[[Instance, Scope], object]) -> None:
        self._instance = instance
        self._opened: dict[Identity, Mapping[str, Meaning]] = {}

    def definition(self, unit: Definition, scope: Scope) -> None:
        """Check the body of a definition."""
        self.expression(unit.body, self.parameters(unit.parameters, scope))

    def parameters(self, parameters: Iterable[Parameter], scope: Scope) -> Scope:
        """A scope that declares these parameters; raises if one has a meaning already."""
        names: dict[str, Meaning] = {}
        for one in parameters:
            if (known := names.get(one.name) or scope.get(one.name)) is not None:
                raise taken(one.name, known, one.at)
            names[one.name] = Constant(one.name, one.arity) if one.arity else Local(one.name, 0)
        return scope.within(names) if names else scope

    def expression(self, node: Expression, scope: Scope) -> None:
        """Check an expression."""
        match node:
            case Apply(name, args):
                self._apply(name, scope.get(name), args, node.at, scope)
            case Qualified(path, operator):
                self._path((*path, operator), scope)
            case Subexpression(path):
                self._path(path, scope)
            case Let(units, body):
                self.expression(body, self._let(units, scope))
            case Except(function, updates):
                self.expression(function, scope)
                for update in updates:
                    self._all((part for step in update.path for part in step), scope)
                    self.expression(update.value, scope.within({OLD: Local(OLD, 0)}))
            case Old() if scope.get(OLD) is None:
                raise BadMeaning(
                    "@ means something in the new value of EXCEPT only", node.at.place()
                )
            case Lambda():
                raise BadMeaning("LAMBDA can only be given to an operator", node.at.place())
            case _:
                self._binding(node, scope)

    def _binding(self, node: Expression, scope: Scope) -> None:
        match node:
            case Quantified(_, bounds, body) | Map(body, bounds) | Function(bounds, body, None):
                self._body(bounds, body, scope, scope)
            case Function(bounds, body, str(name)):
                self._body(bounds, body, scope, scope.within({name: Local(name, 0)}))
            case Choose(bound, body) | Filter(bound, body):
                self._body((bound,), body, scope, scope)
            case Record(fields) | RecordSet(fields):
                _check_fields([name for name, _ in fields], node)
                self._all(children(node), scope)
            case Index(function, args):
                _check_index(function, args, scope)
                self._all(children(node), scope)
            case _:
                self._all(children(node), scope)

    def _all(self, parts: Iterable[Expression], scope: Scope) -> None:
        for part in parts:
            self.expression(part, scope)

    def _body(
        self, bounds: tuple[Bound, ...], body: Expression, scope: Scope, around: Scope
    ) -> None:
        self._all(sets(bounds), scope)
        pairs = ((name, bound.at) for bound in bounds for name in bound.names)
        bound = self.parameters((Parameter(name, at=at) for name, at in pairs), around)
        self.expression(body, bound)

    def _let(self, units: tuple[Unit, ...], scope: Scope) -> Scope:
        inner = scope.within({})
        promised: dict[str, Meaning] = {}
        for unit in units:
            if isinstance(unit, Recursive):
                promised |= {one.name: Constant(one.name, one.arity) for one in unit.names}
                continue
            assert isinstance(unit, (Definition, Instance))
            assert unit.name is not None
            if (known := inner.get(unit.name)) is not None:
                raise taken(unit.name, known, unit.at)
            if isinstance(unit, Definition):
                self.definition(unit, inner.within(promised) if promised else inner)
            else:
                self._instance(unit, inner)
            inner.names.update(let_scope((unit,), inner).names)
        return inner

    # Operators and their arguments ----------------------------------------------------------------

    def _apply(
        self,
        name: str,
        meaning: Meaning | None,
        args: tuple[Expression, ...],
        at: Span,
        scope: Scope,
    ) -> None:
        if meaning is None:
            raise _without_meaning(name, scope, at)
        if isinstance(meaning, Instantiated):
            raise BadMeaning(f"{name} is an instance: its operator Op is {name}!Op", at.place())
        if (wanted := arity(meaning)) != len(args) and not (name == "\\X" and len(args) > 2):
            raise BadMeaning(f"{name} takes {arguments(wanted)}, not {len(args)}", at.place())
        for parameter, arg in zip(parameters_of(meaning), args, strict=False):
            if parameter:
                self.operator(parameter, arg, scope)
            else:
                self.expression(arg, scope)

    def operator(self, wanted: int, arg: Expression, scope: Scope) -> None:
        """Check that an argument is an operator with the arity `wanted`, which may be `ANY`."""
        match arg:
            case Lambda(names, body):
                new = (Parameter(name, at=arg.at) for name in names)
                self.expression(body, self.parameters(new, scope))
                given = len(names)
            case Apply(name, ()):
                if (meaning := scope.get(name)) is None:
                    raise _without_meaning(name, scope, arg.at)
                given = arity(meaning)
            case Qualified(path, Apply(_, ()) as last):
                number, meaning = self._walk((*path, last), scope)
                given = arity(meaning) if number == len(path) else 0
            case _:
                given = 0
        if given != wanted and (wanted != ANY or given == 0):
            takes = "" if wanted == ANY else f" that takes {arguments(wanted)}"
            raise BadMeaning(f"an operator{takes} is needed here", arg.at.place())

    # Paths ----------------------------------------------------------------------------------------

    def _path(self, steps: tuple[Apply | Selector, ...], scope: Scope) -> None:
        """Check `I(a)!J!Op(b)`, or a path into a definition such as `Op(a)!1!lab`."""
        number, meaning = self._walk(steps, scope)
        step = steps[number]
        assert isinstance(step, Apply)
        if number == len(steps) - 1:
            self._apply(step.name, meaning, step.args, step.at, scope)
        elif isinstance(meaning, Defined):
            self._part(steps[number:], meaning, scope)
        else:
            raise BadMeaning(f"{step.name} is no instance of a module", step.at.place())

    def _walk(self, steps: tuple[Apply | Selector, ...], scope: Scope) -> tuple[int, Meaning]:
        """The index and the meaning of the first step that is not an instance, or the last step."""
        known: Mapping[str, Meaning] | None = None
        for number, step in enumerate(steps):
            shown = "!".join(one.name for one in steps[:number] if isinstance(one, Apply))
            if isinstance(step, Selector):
                raise BadMeaning(f"an operator of {shown} is needed here", step.at.place())
            meaning = scope.get(step.name) if known is None else known.get(step.name)
            if meaning is None and known is None:
                raise _without_meaning(step.name, scope, step.at)
            if meaning is None:
                near = close(step.name, known or ())
                hint = f": {near} perhaps" if near else ""
                says = f"{shown} has no operator {step.name}{hint}"
                raise BadMeaning(says, steps[0].at.place())
            if not isinstance(meaning, Instantiated) or number == len(steps) - 1:
                return number, meaning
            self._all_of(meaning, step, scope)
            known = self._visible(meaning)
        raise AssertionError("a path has a step")

    def _all_of(self, instance: Instantiated, step: Apply, scope: Scope) -> None:
        """Check the arguments of an instance."""
        parameters = instance.unit.parameters
        if len(parameters) != len(step.args):
            says = f"{step.name} takes {arguments(len(parameters))}, not {len(step.args)}"
            raise BadMeaning(says, step.at.place())
        for parameter, arg in zip(parameters, step.args, strict=True):
            if parameter.arity:
                self.operator(parameter.arity, arg, scope)
            else:
                self.expression(arg, scope)

    def _visible(self, instance: Instantiated) -> Mapping[str, Meaning]:
        """The operators of an instance, which are the same for all arguments."""
        if identity(instance) not in self._opened:
            found = unspecified(instance)
            assert isinstance(found, ModuleScope)
            self._opened[identity(instance)] = dict(found.definitions())
        return self._opened[identity(instance)]

    def _part(self, path: tuple[Apply | Selector, ...], head: Defined, scope: Scope) -> None:
        """Check the labels and arguments of a path into a definition.

        Positions in the path are checked when it is evaluated.
        """
        for step in path:
            self._all(step.args, scope)
        label = path[1]
        if isinstance(label, Apply) and label.name not in labels(head.body):
            says = f"{head.name} is no instance, and nothing in it has the label {label.name}"
            raise BadMeaning(says, path[0].at.place())


def _without_meaning(name: str, scope: Scope, at: Span) -> BadMeaning:
    """The error for a name that is undefined, or defined differently by two extended modules."""
    here: Scope | None = scope
    while here is not None:
        if isinstance(here, ModuleScope) and name in here.clashes:
            one, other = map(already, here.clashes[name])
            says = f"{name} means two things here: it {one}, and {other}"
            return BadMeaning(says, at.place())
        here = here.outer
    return unknown(name, scope, at)


def labels(node: Expression) -> set[str]:
    """The labels in an expression, and the names that LET defines in it."""
    found = {node.name} if isinstance(node, Labelled) else set()
    if isinstance(node, Let):
        found |= {unit.name for unit in node.units if isinstance(unit, Definition)}
        return found | labels(node.body)
    return found.union(*map(labels, children(node)))


def _check_fields(names: list[str], node: Expression) -> None:
    if len(names) != len(set(names)):
        twice = next(name for name in names if names.count(name) > 1)
        raise BadMeaning(f"the field {twice} stands in this record twice", node.at.place())


def _check_index(function: Expression, args: tuple[Expression, ...], scope: Scope) -> None:
    """Raise `BadMeaning` if a function defined by name is given the wrong number of arguments."""
    head = scope.get(function.name) if isinstance(function, Apply) else None
    body = head.body if isinstance(head, Defined) else None
    if not isinstance(body, Function) or body.name is None or len(args) == 1:
        return
    if len(body.bounds) != len(args) and not any(bound.pattern for bound in body.bounds):
        says = f"the function {body.name} takes {arguments(len(body.bounds))}, not {len(args)}"
        raise BadMeaning(says, function.at.place())
