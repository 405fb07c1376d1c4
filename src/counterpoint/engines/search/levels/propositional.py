"""The truth of propositional formulas in many states at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ....logic.core import All, Core, Prop, Some, Truth
from ...base.arrays import Bools

Leaf = Callable[[str], Bools]
"""In which of some states an atom is true."""


def truth_of(goal: Core, leaf: Leaf, states: int) -> Bools:
    """In which of so many states a propositional formula is true."""
    match goal:
        case Truth(value):
            return np.full(states, value)
        case Prop(text, positive):
            return leaf(text) if positive else ~leaf(text)
        case All(parts) | Some(parts):
            join = np.logical_and if isinstance(goal, All) else np.logical_or
            found: Bools = join.reduce([truth_of(part, leaf, states) for part in parts])
            return found
        case _:
            raise AssertionError(f"{goal} is not propositional")
