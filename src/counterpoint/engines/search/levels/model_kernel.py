"""Expands packed states of a model, in restricted Python; `build` binds `successors`.

Glossary: i number of a state, k steps so far.
"""

from __future__ import annotations

from ....native import Ptr, Record, at, u32, u64
from ..compiled.kernel import NO_STEPS, WORDS, counted, successors


class Expansion(Record):
    """Packed `states`, and room for `room` steps out of some of them, each of at most `most`.

    The targets and kinds of `found` steps were written, and `steps` of them count. `faulty` is 1 if
    an action has a fault in the state at which expanding ended.
    """

    states: Ptr[u64]
    targets: Ptr[u64]
    kinds: Ptr[u32]
    room: u64
    most: u64
    found: u64
    steps: u64
    faulty: u64


def expand(first: u64, end: u64, e: Expansion) -> u64:
    """Expand states from `first` up to `end`, while there is room; returns where it ended."""
    k = 0
    i = first
    e.steps = 0
    e.faulty = 0
    while i < end and k + e.most <= e.room:
        out = at(e.targets, k * WORDS)
        kinds = at(e.kinds, k)
        steps = successors(at(e.states, i * WORDS), 0, out, kinds)
        if steps == NO_STEPS:
            e.faulty = 1
            e.found = k
            return i
        e.steps += counted(out, kinds, steps, WORDS)
        k += steps
        i += 1
    e.found = k
    return i
