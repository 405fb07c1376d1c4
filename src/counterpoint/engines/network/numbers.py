"""The numbers of the states of a search, found again by what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...model.system import State
from .exploration import Exploration


class Numbers:
    """The numbers of the states of a search, looked up in a table made when first asked."""

    def __init__(self, found: Exploration) -> None:
        self._found = found
        self._table: dict[bytes, int] | None = None

    def number(self, state: State) -> int | None:
        found = self._found
        if self._table is None:
            cells = np.ascontiguousarray(found.cells)
            rows = cells.view(np.dtype((np.void, cells.itemsize * cells.shape[1])))
            every: Any = rows.reshape(-1).tolist()
            self._table = {row: number for number, row in enumerate(every)}
        if not isinstance(state, tuple) or len(state) != len(found.network.automata):
            return None
        row = state if found.grouping is None else found.grouping.grouped(state)
        return None if row is None else self._table.get(self._bytes(row))

    def _bytes(self, row: Sequence[int]) -> bytes:
        """A row as the table has it; empty for a local state that no row can have."""
        try:
            return np.array(row, self._found.cells.dtype).tobytes()
        except (OverflowError, TypeError, ValueError):
            return b""
