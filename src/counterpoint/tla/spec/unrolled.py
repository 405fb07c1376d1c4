"""Unrolling quantifiers over constant finite sets."""

from __future__ import annotations

from itertools import product
from typing import Any

from ..evaluate.context import Closed
from ..scope import Scope, Value
from ..tree import Bound, Expression
from .binding import Binding
from .constants import members


def unrolled(bounds: tuple[Bound, ...], body: Expression, scope: Scope) -> list[Closed] | None:
    """The body for each choice of values; None if a set is not constant, infinite or too large."""
    ranges = []
    for bound in bounds:
        values = None if bound.set is None else members(Closed(bound.set, scope))
        if values is None:
            return None
        ranges.append([_bound(bound, value) for value in values])
    choices = (
        dict(item for part in choice for item in part.items()) for choice in product(*ranges)
    )
    return [Closed(body, Binding(choice, scope)) for choice in choices]


def _bound(bound: Bound, value: Any) -> dict[str, Value]:
    values = value if bound.pattern else (value,)
    return {name: Value(each) for name, each in zip(bound.names, values, strict=True)}
