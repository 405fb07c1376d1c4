"""The initial states of a model: found by Python where they are few, else by native code."""

from __future__ import annotations

from math import prod

import numpy as np

from ...terms.apply import conjuncts
from ...terms.sort import size
from ..arrays import Array
from . import kernel
from .branch import facts_of
from .code import Code
from .digits import tables
from .form import Form, build_for
from .pool import Pool


def initial_words(code: Code) -> Array:
    """The packed initial states, one a row."""
    if not _are_many(code):
        packed = [code.layout.pack(state) for state in code.model.initial()]
        return np.array(packed, np.uint64).reshape(-1, code.layout.words)
    states = map(code.layout.unrank, initial_ranks(code))
    return np.array([code.layout.pack(state) for state in states], np.uint64)


def initial_ranks(code: Code) -> Array:
    """The ranks of the initial states."""
    if not _are_many(code):
        return np.array([code.layout.rank(state) for state in code.model.initial()], np.uint64)
    start = code.condition(code.model.parts.start)
    nothing = np.zeros(1, np.uint64)
    library = build_for(code, Form.WHOLE, nothing, kernel.filtered, calls={"holds": start})
    digits = tables(code.layout, code.tuning.table_size)
    here, chunk = np.zeros(code.layout.words, np.uint64), code.tuning.starts_chunk
    room = np.zeros(chunk, np.uint64)
    found = []
    for first in range(0, code.layout.size, chunk):
        end = min(first + chunk, code.layout.size)
        found.append(room[: library.filtered(first, end, digits, here, room)].copy())
    return np.concatenate(found)


def _are_many(code: Code) -> bool:
    """Whether the start condition leaves so much open that native code had better try it all."""
    if code.layout.size > code.tuning.starts_encoded:
        return False
    facts = facts_of(conjuncts(Pool().term(code.model.parts.start)))
    open_ = [size(v.sort) for v in code.layout.variables if v.name not in facts]
    return prod(open_) > code.tuning.starts_tried
