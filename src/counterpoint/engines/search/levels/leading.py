"""In which of some states a step has one of some labels."""

from __future__ import annotations

import numpy as np

from ...base.arrays import U8, U64, AnyInts, Bools


def leads(named: U8, labels: AnyInts, starts: U64) -> Bools:
    """For each state, whether a label of its steps is named; `starts` says where they begin.

    `named` is 1 for the numbers of labels that are named, and last if a rest is: a state without
    steps rests.

    >>> leads(np.array([0, 1, 1], np.uint8), np.array([0, 1, 0]), np.array([0, 1, 3, 3], np.uint64))
    array([False,  True,  True])
    """
    ends = starts.astype(np.int64)
    so_far = np.concatenate([[0], np.cumsum(named[labels[: ends[-1]]], dtype=np.int64)])
    found: Bools = so_far[ends[1:]] > so_far[ends[:-1]]
    if named[-1]:
        found |= ends[1:] == ends[:-1]
    return found
