"""Evaluating constant expressions, such as the sets that quantifiers range over.

What depends on a bound name without a known value is not constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...errors import NoValue
from ..compiler import Compiler
from ..evaluate.context import Closed
from ..evaluate.errors import NotKnown
from ..evaluate.reader import read_level
from ..levels import Level
from ..values import TRUE, Truth, size
from ..values import members as listed

LARGEST = 100_000
"""The most elements of a set over which a quantifier is unrolled."""


def members(closed: Closed) -> Sequence[Any] | None:
    """The elements of a constant set, in order; None if it is not constant, infinite or too large.

    >>> from ..scope import Scope
    >>> from ..tree import Number, SetOf
    >>> members(Closed(SetOf((Number(2), Number(1))), Scope()))
    (1, 2)
    """
    values = constant(closed)
    if values is None:
        return None
    try:
        count = size(values)
        return None if count is None or count > LARGEST else listed(values)
    except (NoValue, NotKnown):  # the elements of a lazy set are evaluated here
        return None


def holds(closed: Closed) -> bool | None:
    """Whether a constant condition holds; None if it is not constant or has no truth value."""
    try:
        return truth(closed)
    except NoValue:
        return None


def truth(closed: Closed) -> bool | None:
    """Like `holds`, but raises `NoValue` if a constant condition has no value at all."""
    value = _computed(closed)
    return value is TRUE if isinstance(value, Truth) else None


def constant(closed: Closed) -> Any:
    """The value of a constant expression; None if it is not constant or has no value."""
    try:
        return _computed(closed)
    except NoValue:
        return None


def _computed(closed: Closed) -> Any:
    if read_level(closed) is not Level.CONSTANT:
        return None
    compiler = Compiler(())
    try:
        return compiler.value(closed.expression, closed.scope)(compiler.frame())
    except NotKnown:
        return None
