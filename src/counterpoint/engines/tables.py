"""A network as arrays: what the product search reads instead of automata."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ..model.bits import bits, mask_of
from ..model.network import Automaton, Local, Network, is_whole
from .kernel import ALIVE, ASKING, CRASHED, FAILED, HOT

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

WIDTHS = (np.uint8, np.uint16, np.uint32)


class Tables:
    """The rows of all local states known so far; `fill` adds to them in place where room is left.

    Events are padded to whole words of 64. A move that is not known yet holds `missing`.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.words = max(1, -(-len(network.alphabet) // 64))
        self.events = self.words * 64 if self.words > 1 else max(1, len(network.alphabet))
        self.known_events = len(network.alphabet)
        rooms = [_room(automaton) for automaton in network.automata]
        self.cell = next(w for w in WIDTHS if max(rooms, default=0) < np.iinfo(w).max)
        self.missing = int(np.iinfo(self.cell).max)
        self.base = np.zeros(len(rooms) + 1, np.uint32)
        self.base[1:] = np.cumsum(rooms)
        self._levels = _levels(network)
        self.levels = max(1, len(self._levels))
        self._make_rows(int(self.base[-1]))
        self._filled = [0] * len(rooms)
        for index in range(len(rooms)):
            self._fill_rows(index)
        self._pack_asks()
        self.hearers_from, self.hearers = self._hearers()
        self.external = self.word_row(mask_of(network.external or ()))

    @property
    def automata(self) -> int:
        return len(self._filled)

    def _make_rows(self, rows: int) -> None:
        self.block = np.zeros((rows, self.words), np.uint64)
        self.row_marks = np.zeros(rows, np.uint8)
        self.ask_from = np.zeros(rows, np.uint32)
        self.ask_to = np.zeros(rows, np.uint32)
        self.moves = np.zeros((rows, self.events), self.cell)
        self.salts = np.concatenate(
            [_salts(t, int(self.base[t + 1] - self.base[t])) for t in range(len(self.base) - 1)]
            or [np.zeros(0, np.uint64)]
        )
        self._asks: list[tuple[int, int, int]] = []

    def _fill_rows(self, automaton: int) -> None:
        """Enter the local states of an automaton that were found since the last time."""
        known = self.network.automata[automaton]
        for local in range(self._filled[automaton], len(known.locals)):
            self._fill_row(int(self.base[automaton]) + local, local, known.locals[local])
            for event, target in known.moves[local].items():
                self.moves[self.base[automaton] + local, event] = target
        self._filled[automaton] = len(known.locals)

    def _fill_row(self, row: int, local: int, state: Local) -> None:
        self.moves[row] = local
        for event in bits(state.hears):
            self.moves[row, event] = self.missing
        self.row_marks[row] = _marks(state)
        self.ask_from[row] = len(self._asks)
        for voice in state.voices:
            if voice.block:
                self.block[row] |= self.word_row(voice.block)
            if voice.request:
                self._asks += _asks(
                    voice.request, self._levels[voice.rank], self.network.first_only
                )
        self.ask_to[row] = len(self._asks)

    def _pack_asks(self) -> None:
        asks = self._asks or [(0, 0, 0)]
        self.ask_level = np.array([level for level, _, _ in asks], np.uint32)
        self.ask_skip = np.array([skip for _, skip, _ in asks], np.uint32)
        self.ask_words = self.word_row(*(mask for _, _, mask in asks))

    def word_row(self, *masks: int) -> Array:
        """Sets of events as words of 64 bits, one set after another."""
        data = b"".join(mask.to_bytes(self.words * 8, "little") for mask in masks)
        return np.frombuffer(data, "<u8").astype(np.uint64)

    def _hearers(self) -> tuple[Array, Array]:
        """For each event the automata that can ever move on it, as a list of lists."""
        by_event: list[list[int]] = [[] for _ in range(self.events)]
        for index, automaton in enumerate(self.network.automata):
            ever = 0
            for state in automaton.locals:
                ever |= state.hears
            for event in bits(ever):
                by_event[event].append(index)
        start = np.zeros(self.events + 1, np.uint32)
        start[1:] = np.cumsum([len(heard) for heard in by_event])
        return start, np.array([t for heard in by_event for t in heard] or [0], np.uint32)

    def can_take(self, automaton: int) -> bool:
        """Whether what was found of an automaton since fits into the arrays as they are."""
        known = self.network.automata[automaton]
        room = int(self.base[automaton + 1] - self.base[automaton])
        if len(known.locals) > room or len(self.network.alphabet) > self.known_events:
            return False
        found = known.locals[self._filled[automaton] :]
        return all(voice.rank in self._levels for state in found for voice in state.voices)

    def take(self, automaton: int, local: int, event: int, target: int) -> None:
        """Enter one move, and the local states that were found with it."""
        fresh = self._filled[automaton]
        self._fill_rows(automaton)
        self._pack_asks()
        self.moves[self.base[automaton] + local, event] = target
        if self._filled[automaton] > fresh:
            self.hearers_from, self.hearers = self._hearers()


def _room(automaton: Automaton) -> int:
    """Rows for an automaton: as many as it has, twice as many while it grows."""
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


def _asks(request: tuple[int, ...], level: int, first_only: bool) -> list[tuple[int, int, int]]:
    """(level, asks to skip once this one offers something, events) of one statement."""
    if not first_only:
        return [(level, 0, mask_of(request))]
    return [(level, len(request) - 1 - k, 1 << event) for k, event in enumerate(request)]


def _marks(state: Local) -> int:
    marks = FAILED if state.failure is not None else 0
    marks |= CRASHED if state.crash is not None else 0
    marks |= ALIVE if state.voices else 0
    marks |= HOT if any(voice.hot for voice in state.voices) else 0
    return marks | (ASKING if any(voice.request for voice in state.voices) else 0)


def _salts(automaton: int, rows: int) -> Array:
    """A random-looking number for each local state of an automaton (SplitMix64's finalizer)."""
    with np.errstate(over="ignore"):
        x = np.arange(rows, dtype=np.uint64) + np.uint64((automaton + 1) << 32)
        x = x * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return np.asarray(x ^ (x >> np.uint64(31)))
