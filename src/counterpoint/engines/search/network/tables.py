"""A network as arrays, which the product search reads instead of the automata."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ....model.bits import bits, mask_of
from ....model.network import Automaton, Local, Network, is_whole
from ...base.arrays import U64, grow
from .records import TableRecord
from .steps import ALIVE, ASKING, CRASHED, FAILED, HOT

WIDTHS = (np.uint8, np.uint16, np.uint32)


def bytes_needed(network: Network) -> int:
    """An upper bound of the bytes for the moves of a network, nearly all that its tables take."""
    rows = sum(map(_room, network.automata))
    _, events = _event_room(network)
    return rows * events * 4


class Tables(TableRecord):
    """The rows of all local states known so far; `update` adds more while there is room.

    An automaton that still grows has room for twice its local states. If one does, there is room
    for half as many events again.
    """

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        self.automata = len(network.automata)
        self.known_events = len(network.alphabet)
        self.words, self.events = _event_room(network)
        rooms = [_room(automaton) for automaton in network.automata]
        self.cell = next(w for w in WIDTHS if max(rooms, default=0) < np.iinfo(w).max)
        self.missing = int(np.iinfo(self.cell).max)
        self.base = np.zeros(self.automata + 1, np.uint32)
        self.base[1:] = np.cumsum(rooms)
        self._level_of = _levels(network)
        self.levels = max(1, len(self._level_of))
        self.timed = int(bool(network.timed))
        self._make_rows(int(self.base[-1]))
        self._filled = [0] * self.automata
        for index in range(self.automata):
            self._fill_rows(index)
        self.external = self.word_row(mask_of(network.external or ()))
        self.tick = self.word_row(mask_of(() if network.tick is None else (network.tick,)))

    def _make_rows(self, rows: int) -> None:
        self.block = np.zeros((rows, self.words), np.uint64)
        self.comes = np.zeros((rows if self.timed else 1, self.words), np.uint64)
        self.row_marks = np.zeros(rows, np.uint8)
        self.ask_from = np.zeros(rows, np.uint32)
        self.ask_to = np.zeros(rows, np.uint32)
        self.moves = np.zeros((rows, self.events), self.cell)
        ends = self.base[:].tolist()
        salts = [_salts(t, end - start) for t, (start, end) in enumerate(pairwise(ends))]
        self.salts = np.concatenate([np.zeros(0, np.uint64), *salts])
        self.asks = 0
        self.ask_level = np.zeros(max(1, rows), np.uint32)
        self.ask_skip = np.zeros(max(1, rows), np.uint32)
        self.ask_words = np.zeros((max(1, rows), self.words), np.uint64)
        self.hearer_count = np.zeros(self.events, np.uint32)
        self.hearers = np.zeros((self.events, max(1, self.automata)), np.uint32)
        self._hears = [0] * self.automata

    def _fill_rows(self, index: int) -> None:
        """Enter the local states of an automaton that were found since the last call."""
        automaton, base = self.network.automata[index], int(self.base[index])
        for local in range(self._filled[index], len(automaton.locals)):
            state = automaton.locals[local]
            self.moves[base + local] = local
            self._expect(index, base + local, state.hears)
            self._fill_row(base + local, state)
            for event, target in automaton.moves[local].items():
                self.moves[base + local, event] = target
        self._filled[index] = len(automaton.locals)

    def _expect(self, index: int, row: int, hears: int) -> None:
        """Mark the moves of a row by the events `hears` as missing; list its automaton for them."""
        for event in bits(hears):
            self.moves[row, event] = self.missing
        for event in bits(hears & ~self._hears[index]):
            self.hearers[event, self.hearer_count[event]] = index
            self.hearer_count[event] += 1
        self._hears[index] |= hears

    def _fill_row(self, row: int, state: Local) -> None:
        self.row_marks[row] = _marks(state)
        if state.comes:
            self.comes[row] = self.word_row(state.comes)
        self.ask_from[row] = self.asks
        for voice in state.voices:
            if voice.block:
                self.block[row] |= self.word_row(voice.block)
            if voice.request:
                level = self._level_of[voice.rank]
                for skip, mask in _asks(voice.request, self.network.first_only):
                    self._add_ask(level, skip, mask)
        self.ask_to[row] = self.asks

    def _add_ask(self, level: int, skip: int, mask: int) -> None:
        if self.asks == len(self.ask_level):
            grow(self, ("ask_level", "ask_skip", "ask_words"), 2 * self.asks)
        self.ask_level[self.asks] = level
        self.ask_skip[self.asks] = skip
        self.ask_words[self.asks] = self.word_row(mask)
        self.asks += 1

    def word_row(self, mask: int) -> U64:
        """A set of events, given as a bit mask, as words of 64 bits."""
        data = mask.to_bytes(self.words * 8, "little")
        return np.frombuffer(data, "<u8").astype(np.uint64)

    def update(self) -> bool:
        """Enter what was found since the last call; False if it does not fit: make new tables."""
        if not self._has_room():
            return False
        if len(self.network.alphabet) > self.known_events:
            self._widen()
        for index in range(self.automata):
            self._fill_rows(index)
        return True

    def _has_room(self) -> bool:
        if len(self.network.alphabet) > self.events:
            return False
        for index, automaton in enumerate(self.network.automata):
            if len(automaton.locals) > int(self.base[index + 1] - self.base[index]):
                return False
            found = automaton.locals[self._filled[index] :]
            if any(voice.rank not in self._level_of for state in found for voice in state.voices):
                return False
        return True

    def _widen(self) -> None:
        """Enter the events found since the last call into the rows that exist."""
        for index, automaton in enumerate(self.network.automata):
            base = int(self.base[index])
            for local in range(self._filled[index]):
                state = automaton.locals[local]
                fresh = state.hears >> self.known_events << self.known_events
                if fresh:
                    self._expect(index, base + local, fresh)
                for voice in state.voices:
                    if voice.block >> self.known_events:
                        self.block[base + local] |= self.word_row(voice.block)
        self.known_events = len(self.network.alphabet)


def _event_room(network: Network) -> tuple[int, int]:
    """The number of words for a set of events, and the number of events with room."""
    known = max(1, len(network.alphabet))
    if all(map(is_whole, network.automata)):
        return -(-known // 64), known
    words = -(-(known * 3 // 2) // 64)
    return words, words * 64


def _room(automaton: Automaton) -> int:
    """The number of rows for an automaton: its local states, twice as many while it grows."""
    known = len(automaton.locals)
    return known if is_whole(automaton) else 2 * known


def _levels(network: Network) -> dict[float, int]:
    ranks = {
        voice.rank
        for automaton in network.automata
        for state in automaton.locals
        for voice in state.voices
        if voice.request
    }
    return {rank: level for level, rank in enumerate(sorted(ranks))}


def _asks(request: tuple[int, ...], first_only: bool) -> list[tuple[int, int]]:
    """The asks of one statement: pairs of how many asks to skip after this one, and its events."""
    if not first_only:
        return [(0, mask_of(request))]
    return [(len(request) - 1 - k, 1 << event) for k, event in enumerate(request)]


def _marks(state: Local) -> int:
    marks = FAILED if state.failure is not None else 0
    marks |= CRASHED if state.crash is not None else 0
    marks |= ALIVE if state.voices else 0
    marks |= HOT if any(voice.hot for voice in state.voices) else 0
    return marks | (ASKING if any(voice.request for voice in state.voices) else 0)


def _salts(automaton: int, rows: int) -> U64:
    """A random-looking 64-bit number for each row of an automaton (finalizer of SplitMix64)."""
    with np.errstate(over="ignore"):
        x = np.arange(rows, dtype=np.uint64) + np.uint64((automaton + 1) << 32)
        x = x * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return np.asarray(x ^ (x >> np.uint64(31)))
