"""Expands packed states of a model, in restricted Python; `build` binds the functions of a model.

Glossary: i number of a state, k steps so far.
"""

from __future__ import annotations

from ....native import Ptr, Record, at, u8, u32, u64
from ..compiled.kernel import NO_STEPS, WORDS, counted, holds, successors


class Expansion(Record):
    """Packed `states`, and room for `room` steps out of some of them, each of at most `most`.

    The targets and kinds of the steps were written; those of a state begin where `starts` says. So
    many of them count, as `steps` says. `faulty` is 1 if an action has a fault in the state at
    which expanding ended.
    """

    states: Ptr[u64]
    targets: Ptr[u64]
    kinds: Ptr[u32]
    starts: Ptr[u64]
    room: u64
    most: u64
    steps: u64
    faulty: u64


def expand(first: u64, end: u64, e: Expansion) -> u64:
    """Expand states from `first` up to `end`, while there is room; returns where it ended."""
    k = 0
    i = first
    e.steps = 0
    e.faulty = 0
    e.starts[0] = 0
    while i < end and k + e.most <= e.room:
        out = at(e.targets, k * WORDS)
        kinds = at(e.kinds, k)
        steps = successors(at(e.states, i * WORDS), 0, out, kinds)
        if steps == NO_STEPS:
            e.faulty = 1
            return i
        e.steps += counted(out, kinds, steps, WORDS)
        k += steps
        i += 1
        e.starts[i - first] = k
    return i


def judged(first: u64, end: u64, states: Ptr[u64], truths: Ptr[u8]) -> u64:
    """Write for each of some packed states whether a condition is true in it; returns 0."""
    for i in range(first, end):
        truths[i - first] = 1 if holds(at(states, i * WORDS)) else 0
    return 0
