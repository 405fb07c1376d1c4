"""Machine closure: whether every finite run of steps extends to a run of the specification.

If so, a finite run suffices to refute a claim about states or steps. Fairness of subactions of the
next-state action preserves machine closure (Abadi and Lamport, The existence of refinement
mappings, Theoretical Computer Science 82(2), 1991); a conjunct such as `<>[](x = 0)` may not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from math import prod

from ...tuning import USUAL, Tuning
from ..evaluate.context import Closed
from ..scope import Scope
from ..tree import And, Bound, Expression, Fair, Or, Quantified, Square
from .binding import identity
from .constants import members
from .specification import Kind, Specification
from .unfold import unfolded
from .unrolled import unrolled


def is_closed(specification: Specification, tuning: Tuning = USUAL) -> bool:
    r"""Whether a specification is known to be machine closed; False means that it may not be.

    >>> from ..scope import Scope, Variable
    >>> from ..tree import Apply
    >>> from .specification import Conjunct
    >>> scope = Scope({"x": Variable("x", 0)})
    >>> box = Conjunct(Kind.STEPS, "Spec", Square(Or((Apply("A"), Apply("B"))), Apply("x")), scope)
    >>> for action in ("A", "C"):
    ...     fair = Conjunct(Kind.FAIR, "Spec", Fair(False, Apply("x"), Apply(action)), scope)
    ...     print(is_closed(Specification("Spec", (box, fair))))
    True
    False
    """
    fair = [one.closed for one in specification.of(Kind.FAIR)]
    if specification.of(Kind.TEMPORAL):
        return False
    if not fair:
        return True
    boxes = specification.of(Kind.STEPS)
    if len(boxes) != 1 or specification.of(Kind.ALWAYS):
        return False  # another conjunct may forbid a step that the fair action allows
    box = boxes[0].expression
    if not isinstance(box, Square):
        return False
    action, most = Closed(box.action, boxes[0].scope), tuning.ways_compared
    steps = {identity(part) for part in islice(_ways(action, most), most)}
    return all(_is_step(Closed(_action(one), one.scope), steps) for one in fair)


def _action(closed: Closed) -> Expression:
    assert isinstance(closed.expression, Fair)
    return closed.expression.action


def _is_step(action: Closed, steps: set[Hashable]) -> bool:
    """Whether every step of an action is known to be a step of one of these actions."""
    if identity(action) in steps:
        return True
    expression, scope = action.expression, action.scope
    match expression:
        case Or(parts):
            return all(_is_step(Closed(part, scope), steps) for part in parts)
        case And(parts):
            return any(_is_step(Closed(part, scope), steps) for part in parts)
        case Quantified("E", bounds, body):
            each = unrolled(bounds, body, scope)
            return each is not None and all(_is_step(one, steps) for one in each)
    inner = unfolded(action)
    return inner is not None and _is_step(inner, steps)


def _ways(action: Closed, most: int) -> Iterator[Closed]:
    r"""The action and its disjuncts, recursively.

    An `\E` with more than `most` choices is not unrolled.
    """
    yield action
    expression, scope = action.expression, action.scope
    match expression:
        case Or(parts):
            for part in parts:
                yield from _ways(Closed(part, scope), most)
        case Quantified("E", bounds, body):
            if _choices(bounds, scope) > most:
                return
            for one in unrolled(bounds, body, scope) or ():
                yield from _ways(one, most)
        case _:
            inner = unfolded(action)
            if inner is not None:
                yield from _ways(inner, most)


def _choices(bounds: Iterable[Bound], scope: Scope) -> int:
    """The number of choices of values; sets that are not constant and finite are not counted."""
    sets = (members(Closed(bound.set, scope)) for bound in bounds if bound.set is not None)
    return prod(len(values) for values in sets if values is not None)
