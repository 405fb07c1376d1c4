"""Arguments and local definitions: their values may be cached once they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...errors import NoValue
from ..scope import Defined, Local, Meaning, Scope, Value, Variable
from ..tree import Apply, Expression, Let, Number, Parameter, String
from ..tree import Truth as TruthNode
from ..values import truth
from .compiling import Compiling
from .context import NEED, Context, Need
from .footprint import Reads
from .weight import uses

Fixed = Callable[[Reads], bool]
"""Whether the values at these positions do not change, so that a result may be cached."""


def always(reads: Reads) -> bool:
    """True: nothing that an expression reads changes while it is evaluated."""
    return True


def bind(
    c: Compiling,
    defined: Defined,
    args: tuple[Expression, ...],
    cx: Context,
    fixed: Fixed = always,
) -> tuple[Context, tuple[int, ...]]:
    """The context of the body of a definition, and the slots to be cleared before the body is run.

    Parameters mean what the arguments mean: operators, or values that are computed when they are
    first needed, and then kept. Raises `NoValue` for a wrong number of arguments.
    """
    if len(args) != len(defined.parameters):
        raise NoValue(
            f"{defined.name} takes {len(defined.parameters)} arguments, and is given {len(args)}"
        )
    given: dict[str, Meaning] = {}
    waiting: list[Defined] = []
    for parameter, arg in zip(defined.parameters, args, strict=True):
        meaning = operand(c, parameter, arg, cx.scope)
        given[parameter.name] = meaning
        if isinstance(meaning, Defined) and not parameter.arity and meaning.body is arg:
            waiting.append(meaning)
    scope = defined.scope.within(given) if given else defined.scope
    inner, slots = _keep(c, waiting, (defined.body,), cx, fixed)
    return inner.at(scope), slots


def operand(c: Compiling, parameter: Parameter, arg: Expression, scope: Scope) -> Meaning:
    """What a parameter means: an operator, a known value, or a definition of the argument."""
    if parameter.arity:
        return c.names.operator(arg, scope)
    match arg:
        case Number(value) | String(value):
            return Value(value)
        case TruthNode(flag):
            return Value(truth(flag))
        case Apply(name, ()):
            meaning = scope.get(name)
            if isinstance(meaning, Variable | Local | Value):
                return meaning
            if isinstance(meaning, Defined) and NEED in meaning.notes:
                return meaning
    return Defined(parameter.name, (), arg, scope, at=arg.at)


def let(
    c: Compiling, node: Let, cx: Context, fixed: Fixed = always
) -> tuple[Context, tuple[int, ...]]:
    """The context of the body of a LET, and the slots to be cleared before the body is run."""
    scope = c.names.let(node, cx.scope)
    values = [
        each
        for each in scope.names.values()
        if isinstance(each, Defined)
        and not each.parameters
        and not each.recursive
        and each.scope is scope
    ]
    bodies = (node.body, *(unit for unit in node.units))
    inner, slots = _keep(c, values, bodies, cx.at(scope), fixed)
    return inner, slots


def _keep(
    c: Compiling,
    definitions: Iterable[Defined],
    users: tuple[object, ...],
    cx: Context,
    fixed: Fixed,
) -> tuple[Context, tuple[int, ...]]:
    """Reserve slots for definitions that are worth caching: those that are used more than once."""
    used = uses(*users)  # type: ignore[arg-type]
    slots = []
    for each in definitions:
        if used[each.name] < 2:
            continue
        reads = c.footprints.of(each.body, each.scope, cx.primed)
        if not reads or not fixed(reads):
            continue
        if c.place(each.body, cx.at(each.scope)) is not None:
            continue
        cx, slot = c.slot(cx)
        each.notes[NEED] = Need(slot, cx.primed, cx.moment)
        slots.append(slot)
    return cx, tuple(slots)
