"""The disjuncts of an action, at each level at which it can be read as a disjunction."""

from __future__ import annotations

from collections.abc import Iterator

from ..evaluate.context import Closed
from ..tree import Or, Quantified
from .unfold import unfolded
from .unrolled import unrolled


def disjuncts(action: Closed) -> Iterator[Closed]:
    r"""An action, and all that it is a disjunction of: each step of one of these is a step of it.

    Definitions are unfolded, and `\E` over constant finite sets is unrolled.

    >>> from ..scope import Defined, Scope
    >>> from ..tree import Apply, Truth
    >>> scope = Scope()
    >>> scope.names["Next"] = Defined("Next", (), Or((Apply("A"), Truth(False))), scope)
    >>> [type(each.expression).__name__ for each in disjuncts(Closed(Apply("Next"), scope))]
    ['Apply', 'Or', 'Apply', 'Truth']
    """
    yield action
    expression, scope = action.expression, action.scope
    match expression:
        case Or(parts):
            for part in parts:
                yield from disjuncts(Closed(part, scope))
        case Quantified("E", bounds, body):
            for each in unrolled(bounds, body, scope) or ():
                yield from disjuncts(each)
        case _:
            within = unfolded(action)
            if within is not None:
                yield from disjuncts(within)
