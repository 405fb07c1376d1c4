"""Which variables an expression speaks of, and of what it speaks, as specifications ask."""

from __future__ import annotations

from ..evaluate.context import Closed
from ..evaluate.reader import reading
from ..evaluate.reading import Reading
from ..levels import Level
from ..scope import Scope
from ..tree import Expression


def mentions(expression: Expression, scope: Scope) -> Reading:
    """What an expression speaks of, through all definitions; raises `BadMeaning`."""
    return reading(expression, scope)


def level_of(closed: Closed) -> Level:
    """Of what an expression speaks: nothing that changes, a state, a step, a whole run."""
    return reading(closed.expression, closed.scope).level
