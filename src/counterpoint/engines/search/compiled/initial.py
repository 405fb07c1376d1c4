"""The initial states of a model: listed by Python if they are few, else found by native code."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

from ....alarm import require_going_on
from ....errors import LimitReached
from ....model.steps import Values
from ....terms.apply import conjuncts
from ....terms.layout import Layout
from ....terms.sort import size
from ...base.arrays import U64
from ...base.limits import NO_LIMITS, Limits
from . import kernel
from .branch import facts_of
from .code import Code
from .digits import tables
from .pool import Pool

LISTED = 1 << 16
"""Initial states that are always listed, even if the limit of states is lower."""

PER_STATE = 240
PER_WORD = 40
"""Estimates of the bytes per initial state, and per word of one, while they are listed."""


def initial_words(code: Code, limits: Limits = NO_LIMITS) -> U64:
    """The packed initial states, one per row; raises `LimitReached` if there are too many."""
    if not _are_many(code):
        packed = [code.layout.pack(state) for state in _within(code, limits)]
        return np.array(packed, np.uint64).reshape(-1, code.layout.words)
    return _packed(code.layout, initial_ranks(code, limits))


def initial_ranks(code: Code, limits: Limits = NO_LIMITS) -> U64:
    """The ranks of the initial states; raises `LimitReached` if there are too many."""
    if not _are_many(code):
        ranks = [code.layout.rank(state) for state in _within(code, limits)]
        return np.array(ranks, np.uint64)
    from ....native import build  # imported late: commands must start fast

    start = code.condition(code.model.parts.start)
    calls = {"holds": start, "unrank": code.unrank}  # and no steps, which take longer to write
    library: Any = build(kernel.filtered, constants=code.constants, calls=calls)
    digits = tables(code.layout, code.tuning.table_size)
    here, chunk = np.zeros(code.layout.words, np.uint64), code.tuning.starts_chunk
    room = np.zeros(chunk, np.uint64)
    found: list[U64] = []
    count = 0
    for first in range(0, code.layout.size, chunk):
        require_going_on()
        end = min(first + chunk, code.layout.size)
        found.append(room[: library.filtered(first, end, digits, here, room)].copy())
        count += len(found[-1])
        _require_room(count, code.layout.words, limits)
    return np.concatenate(found)


def _packed(layout: Layout, ranks: U64) -> U64:
    """The words of the states with these ranks, one state per row."""
    words = np.zeros((len(ranks), layout.words), np.uint64)
    for variable, weight, field in zip(
        layout.variables, layout.weights, layout.fields, strict=True
    ):
        codes = ranks // np.uint64(weight) % np.uint64(size(variable.sort))
        words[:, field.word] |= codes << np.uint64(field.shift)
    return words


def _within(code: Code, limits: Limits) -> Iterator[Values]:
    """The initial states; raises `LimitReached` when they become too many."""
    words = code.layout.words
    every = max(1, LISTED // words)
    for count, state in enumerate(code.model.initial(), start=1):
        if not count % every:
            _require_room(count, words, limits)
        yield state


def _require_room(count: int, words: int, limits: Limits) -> None:
    """Raise `LimitReached` if `count` initial states, each of `words` words, exceed the limits."""
    if count >= LISTED and limits.states is not None and count > limits.states:
        raise LimitReached(f"{limits.too_many_states} by initial states alone")
    if count * (PER_STATE + PER_WORD * words) > limits.bytes:
        raise LimitReached(f"{limits.too_much_memory} by initial states alone")


def _are_many(code: Code) -> bool:
    """Whether native code should test every encoded state, as the start condition leaves many."""
    if code.layout.size > code.tuning.starts_encoded:
        return False
    facts = facts_of(conjuncts(Pool(code.tuning).term(code.model.parts.start)))
    open_ = [size(v.sort) for v in code.layout.variables if v.name not in facts]
    return prod(open_) > code.tuning.starts_tried
