"""The bit layout of packed states: where each cell of a row is in the words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ...base.arrays import U32, U64, AnyInts

WORD = 64


class Layout:
    """Places of cells in words; each has the bits that its values need, and `spare` more to grow.

    >>> layout = Layout([3, 70])
    >>> layout.words, layout.unpacked(layout.packed([[2, 69]])).tolist()
    (1, [[2, 69]])
    """

    def __init__(self, sizes: Sequence[int], spare: int = 1) -> None:
        self._place([max(1, (size - 1).bit_length()) + spare for size in sizes])

    def _place(self, widths: Sequence[int]) -> None:
        self.bits = tuple(widths)
        places: list[tuple[int, int, int]] = []
        word = used = 0
        for bits in self.bits:
            if used + bits > WORD:
                word, used = word + 1, 0
            places.append((word, used, bits))
            used += bits
        self.words = word + 1
        self.last_bits = max(1, used)
        """The bits of the last word that are in use."""
        self.table: U32 = np.array(places or [(0, 0, 0)], np.uint32).reshape(-1)
        self._places = places

    @classmethod
    def of(cls, bits: Sequence[int]) -> Layout:
        """The layout in which the cells have so many bits."""
        layout = cls.__new__(cls)
        layout._place(bits)
        return layout

    def grown(self, sizes: Sequence[int], spare: int) -> Layout:
        """A layout for cells with these numbers of values: those that fit keep their bits.

        >>> Layout.of([2, 5]).grown([9, 9], 2).bits
        (6, 5)
        """
        pairs = zip(sizes, self.bits, strict=True)
        return Layout.of(
            [bits if size <= 1 << bits else (size - 1).bit_length() + spare for size, bits in pairs]
        )

    def filled(self) -> Layout:
        """A layout with as many words, in which cells have the bits that their word has left.

        >>> Layout.of([2, 5, 60]).filled().bits
        (30, 33, 64)
        """
        used, cells = [0] * self.words, [0] * self.words
        for word, _, bits in self._places:
            used[word] += bits
            cells[word] += 1
        return Layout.of(
            [bits + (WORD - used[word]) // cells[word] for word, _, bits in self._places]
        )

    def holds(self, sizes: Sequence[int]) -> bool:
        """Whether cells with these numbers of values still fit."""
        return all(size <= 1 << bits for size, bits in zip(sizes, self.bits, strict=True))

    def packed(self, rows: Iterable[Sequence[int]] | AnyInts) -> U64:
        """The packed states for rows of cells, one per row."""
        cells = np.asarray(list(rows) if not isinstance(rows, np.ndarray) else rows)
        cells = cells.reshape(-1, len(self._places))
        found = np.zeros((len(cells), self.words), np.uint64)
        for cell in range(len(self._places)):
            self._put(found, cell, cells[:, cell].astype(np.uint64))
        return found

    def words_of(self, row: Sequence[int]) -> U64 | None:
        """The packed state for one row; None if a number does not fit the bits of its cell."""
        words = [0] * self.words
        for number, (word, shift, bits) in zip(row, self._places, strict=True):
            if number >> bits:
                return None
            words[word] |= number << shift
        return np.array(words, np.uint64)

    def row_of(self, state: U64) -> list[int]:
        """The row of cells for one packed state."""
        words = state.tolist()
        return [words[word] >> shift & (1 << bits) - 1 for word, shift, bits in self._places]

    def unpacked(self, states: U64) -> U64:
        """The rows of cells for packed states."""
        states = states.reshape(-1, self.words)
        found = np.zeros((len(states), len(self._places)), np.uint64)
        for cell in range(len(self._places)):
            found[:, cell] = self._column(states, cell)
        return found

    def moved(self, states: U64, to: Layout) -> U64:
        """Packed states converted to another layout, column by column, to save memory."""
        states = states.reshape(-1, self.words)
        found = np.zeros((len(states), to.words), np.uint64)
        for cell in range(len(self._places)):
            to._put(found, cell, self._column(states, cell))
        return found

    def _column(self, states: U64, cell: int) -> U64:
        word, shift, bits = self._places[cell]
        column: U64 = states[:, word] >> np.uint64(shift) & np.uint64((1 << bits) - 1)
        return column

    def _put(self, states: U64, cell: int, numbers: U64) -> None:
        word, shift, _ = self._places[cell]
        states[:, word] |= numbers << np.uint64(shift)

    def keys(self, distinguishes: Sequence[bool]) -> U64:
        """A mask for each word: the bits of the cells that distinguish states."""
        found = np.zeros(self.words, np.uint64)
        for apart, (word, shift, bits) in zip(distinguishes, self._places, strict=True):
            if apart:
                found[word] |= np.uint64(((1 << bits) - 1) << shift)
        return found
