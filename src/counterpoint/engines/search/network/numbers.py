"""Looks up the numbers of the states of a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....model.system import State
from ...base.arrays import U64, AnyInts
from ...base.rows import Rows
from .exploration import Exploration

_WORD = 8
"""Bytes that are compared at once."""


class Numbers:
    """The numbers of the states of a search.

    The first few look-ups scan all rows; after these, an index of the rows is built.
    """

    def __init__(self, found: Exploration) -> None:
        self._found = found
        self._asked = 0
        self._words: Any = None
        self._index: Rows | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the search alone."""
        return Numbers, (self._found,)

    def number(self, state: State) -> int | None:
        found = self._found
        if not isinstance(state, tuple) or len(state) != len(found.network.automata):
            return None
        row = state if found.grouping is None else found.grouping.grouped(state)
        if row is None or not len(row):
            return None if row is None else 0  # without automata there is one state
        asked = self._bytes(row)
        if not asked:
            return None
        self._asked += 1
        if self._words is None:
            self._words = _in_words(np.ascontiguousarray(found.cells))
        wanted = np.frombuffer(asked.ljust(len(self._words) * _WORD, b"\0"), np.uint64)
        if self._asked <= found.tuning.numbers_scanned:
            return self._scanned(wanted)
        if self._index is None:
            self._index = Rows(self._words)
        return self._index.find(wanted.tolist())

    def _bytes(self, row: Sequence[int]) -> bytes:
        """A row as bytes, as in the search; empty if a local state does not fit a cell."""
        try:
            return np.array(row, self._found.cells.dtype).tobytes()
        except (OverflowError, TypeError, ValueError):
            return b""

    def _scanned(self, wanted: U64) -> int | None:
        first, *others = wanted
        (at,) = np.nonzero(self._words[0] == first)
        for words, word in zip(self._words[1:], others, strict=True):
            at = at[words[at] == word]
        return int(at[0]) if len(at) else None


def _in_words(cells: AnyInts) -> U64:
    """The bytes of rows as 64-bit words, padded with zeros; row i has the i-th words of all."""
    rows = cells.view(np.uint8).reshape(len(cells), -1)
    width = -(-rows.shape[1] // _WORD)
    padded = np.zeros((len(rows), width * _WORD), np.uint8)
    padded[:, : rows.shape[1]] = rows
    return np.ascontiguousarray(padded.view(np.uint64).T)
