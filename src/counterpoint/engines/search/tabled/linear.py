"""The codes of factors that are linear, and the tables of the whole numbers in cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....model.factored import Factored, Linear, Sum
from ....tuning import Tuning
from ...base.arrays import AnyInts, Ints
from .linear_kernel import BIAS, GIVE, GIVEN, MOST_TIMES, TEST
from .tries import Tries


class Computations:
    """Puts codes into the heap, and extends their tables when cells get more values.

    See `linear_kernel` for the form of both.
    """

    def __init__(self, system: Factored, tries: Tries) -> None:
        self.system = system
        self.tries = tries
        self.tuning = tries.tuning
        self._values: dict[int, _Table] = {}
        self._places: dict[int, _Table] = {}
        self._starts: dict[int, list[int]] = {}
        """For each cell that codes give: the places in them of the table's first whole number."""

    def put(self, linear: Linear) -> int:
        """Put a code into the heap; returns its place, or 0 if its sums could overflow."""
        sums = [*linear.zero, *linear.least] if linear.gives is None else [linear.gives[1]]
        if not all(_is_small(sum_, self.tuning) for sum_ in sums):
            return 0
        if linear.gives is None:
            head = [TEST, int(linear.wanted), len(linear.zero), len(linear.least), 0, 1, 0]
            return self.tries.put([*head, *self._written(sums)])
        cell = linear.gives[0]
        table = self._of(cell, self._places)
        head = [GIVE, table.slot, 0, 1, 1, cell, GIVEN]
        code = self.tries.put([*head, *self._written(sums)])
        self._starts.setdefault(cell, []).append(code + 2)
        return code

    def _written(self, sums: Sequence[Sum]) -> list[int]:
        numbers: list[int] = []
        for sum_ in sums:
            numbers += (len(sum_.terms), sum_.constant + BIAS)
            for cell, times in sum_.terms:
                numbers += (cell, self._of(cell, self._values).slot, times + BIAS)
        return numbers

    def _of(self, cell: int, tables: dict[int, _Table]) -> _Table:
        """The one of these tables for a cell, made when it is first needed."""
        if cell not in tables:
            tables[cell] = _Table(self.tries.put([0, 0]), self.system.values(cell))
        return tables[cell]

    def refresh(self) -> None:
        """Extend the tables by the values that cells got since the last call."""
        for table in self._values.values():
            if len(table.values) > table.known:
                table.known = len(table.values)
                self._enter(table, _stood_for(table.values))
        for cell, table in self._places.items():
            if len(table.values) > table.known:
                table.known = len(table.values)
                self._enter_places(cell, table, _stood_for(table.values))

    def _enter_places(self, cell: int, table: _Table, numbers: Ints) -> None:
        found = np.flatnonzero(numbers)
        if len(found) == 0:
            return
        low, high = int(numbers[found].min()), int(numbers[found].max())
        tuning = self.tuning
        sparsest = tuning.places_sparsest * (len(found) + tuning.first_places)
        if high - low >= min(tuning.places_most, sparsest):
            return
        places = np.zeros(high - low + 1, np.uint32)
        places[numbers[found] - low] = found + 1
        self._enter(table, places)
        for place in self._starts[cell]:
            self.tries.heap[place] = low

    def _enter(self, table: _Table, numbers: AnyInts) -> None:
        if len(numbers) > table.room:
            table.room = max(self.tuning.first_places, 2 * len(numbers))
            table.place = self.tries.room_for(table.room)
        heap = self.tries.heap
        heap[table.place : table.place + len(numbers)] = numbers
        heap[table.slot], heap[table.slot + 1] = table.place, len(numbers)


class _Table:
    """A table of a cell's `values`: its slot, place and room, and how many values were entered."""

    def __init__(self, slot: int, values: Sequence[object]) -> None:
        self.slot = slot
        self.values = values
        self.place = self.room = self.known = 0


def _is_small(sum_: Sum, tuning: Tuning) -> bool:
    """Whether a sum surely stays within 62 bits."""
    if len(sum_.terms) > tuning.sum_terms or abs(sum_.constant) >= BIAS:
        return False
    return all(abs(times) <= MOST_TIMES for _, times in sum_.terms)


def _stood_for(values: Sequence[object]) -> Ints:
    """The whole numbers among values, with BIAS added; 0 for any other or too large value."""
    return np.array(
        [value + BIAS if type(value) is int and -BIAS < value < BIAS else 0 for value in values],
        np.int64,
    )
