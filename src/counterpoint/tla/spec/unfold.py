"""Unfolding names: the bodies of definitions, of operators of instances, and of LET."""

from __future__ import annotations

from ..evaluate.context import Closed
from ..evaluate.names import Names
from ..scope import Defined, Scope
from ..syntax.operators import SYMBOLS
from ..tree import Apply, Expression, Labelled, Let, Qualified, Subexpression
from .binding import Binding


def unfolded(closed: Closed) -> Closed | None:
    """The expression that a name, a LET or a label refers to, one step deeper; None for others.

    Names are calls of definitions, operators of instances, and named parts of definitions.
    Recursive definitions are not unfolded.

    >>> from ..tree import Number
    >>> scope = Scope()
    >>> scope.names["Two"] = Defined("Two", (), Number(value=2), scope)
    >>> unfolded(Closed(Apply("Two"), scope)).expression
    Number(value=2)
    """
    expression, scope = closed.expression, closed.scope
    match expression:
        case Apply() | Qualified():
            meaning, args = Names().applied(expression, scope)
            if not isinstance(meaning, Defined) or meaning.recursive:
                return None
            return called(meaning, args, scope)
        case Let(_, body):
            return Closed(body, Names().let(expression, scope))
        case Labelled(_, _, body):
            return Closed(body, scope)
        case Subexpression():
            return Names().part(expression, scope)
        case _:
            return None


def called(defined: Defined, args: tuple[Expression, ...], scope: Scope) -> Closed:
    """The body of a definition, with its parameters bound to arguments that are read in `scope`."""
    if not args:
        return Closed(defined.body, defined.scope)
    given = {
        parameter.name: Names().as_defined(parameter, arg, scope)
        for parameter, arg in zip(defined.parameters, args, strict=True)
    }
    return Closed(defined.body, Binding(given, defined.scope))


def name_of(expression: Expression) -> str | None:
    """The name of the definition that is called, with its instances; None if there is none.

    >>> name_of(Qualified((Apply("R", (Apply("x"),)),), Apply("Spec")))
    'R!Spec'
    """
    match expression:
        case Apply(name):
            return None if name in SYMBOLS else name
        case Qualified(path, operator):
            return "!".join(step.name for step in (*path, operator))
        case _:
            return None
