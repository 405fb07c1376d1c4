"""Weak steps: a visible step with hidden ones around it, as one step (Milner, 1989).

After that, a weak relation is the strong one of these steps. Hidden steps that never end are not
distinguished from none: the relations do not see divergence.
"""

from __future__ import annotations

import numpy as np

from ...alarm import require_going_on
from ...errors import LimitReached
from ..base.arrays import Ints
from ..base.limits import Limits
from .steps import Steps, ranges

TAU = 0
"""The letter of a hidden step that changes nothing observed."""

BYTES = 64
"""Bytes that one pair of states takes while pairs are joined and sorted."""


def saturated(steps: Steps, limits: Limits) -> Steps:
    """The weak steps: each letter with any number of `TAU` before and after it.

    A weak `TAU` is any number of them, also none. Raises `LimitReached` if there are too many.

    >>> chain = Steps(3, np.array([0, 1]), np.array([TAU, 5]), np.array([1, 2]))
    >>> list(saturated(chain, Limits()).of(0))
    [(0, 0), (0, 1), (5, 2)]
    """
    hidden = steps.letter == TAU
    here = np.arange(steps.states)
    before = _closed(
        np.concatenate((here, steps.source[hidden])),
        np.concatenate((here, steps.target[hidden])),
        steps.states,
        limits,
    )
    seen = ~hidden
    visible = Steps(steps.states, steps.source[seen], steps.letter[seen], steps.target[seen])
    source, at = _joined(before, visible, limits)
    letter, target = visible.letter[at], visible.target[at]
    middle = Steps(steps.states, source, letter, target)
    after, at = _joined_numbers(middle.target, before, limits)
    return Steps(
        steps.states,
        np.concatenate((middle.source[after], before.source)),
        np.concatenate((middle.letter[after], before.letter)),
        np.concatenate((before.target[at], before.target)),
    )


def _closed(source: Ints, target: Ints, states: int, limits: Limits) -> Steps:
    """The reflexive, transitive closure of some pairs that include all (s, s)."""
    pairs = Steps(states, source, np.zeros(len(source), np.int64), target)
    while True:
        require_going_on()
        from_, at = _joined(pairs, pairs, limits)
        wider = Steps(states, from_, np.zeros(len(from_), np.int64), pairs.target[at])
        if len(wider.source) == len(pairs.source):
            return pairs
        pairs = wider


def _joined(first: Steps, second: Steps, limits: Limits) -> tuple[Ints, Ints]:
    """The source of each step of `first` with each step of `second` that goes on from there."""
    of, at = _joined_numbers(first.target, second, limits)
    return first.source[of], at


def _joined_numbers(ends: Ints, second: Steps, limits: Limits) -> tuple[Ints, Ints]:
    """Which of the ends goes on with which step; raises `LimitReached` if that is too much."""
    counts = second.start[ends + 1] - second.start[ends]
    if int(counts.sum()) * BYTES > limits.bytes:
        raise LimitReached(str(limits.too_much_memory))
    at, of = ranges(second.start, ends)
    return of, at
