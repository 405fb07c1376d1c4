"""Which variables an expression mentions, and its level."""

from __future__ import annotations

from ..evaluate.context import Closed
from ..evaluate.reader import reading
from ..evaluate.reading import Reading
from ..levels import Level
from ..scope import Scope
from ..tree import Expression


def mentions(expression: Expression, scope: Scope) -> Reading:
    """What an expression mentions, including through definitions; raises `BadMeaning`."""
    return reading(expression, scope)


def level_of(closed: Closed) -> Level:
    """The level of an expression: constant, state, action or temporal."""
    return reading(closed.expression, closed.scope).level
