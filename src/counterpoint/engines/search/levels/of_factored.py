"""The steps of a factored system, for a search level by level."""

from __future__ import annotations

import base64
import pickle
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ....alarm import ended
from ....data import dataclass
from ....errors import Fault
from ....model.factored import MOST_PROBES, Misfit, Storable
from ....stopped import Stopped
from ...base.arrays import U8, U64
from ...base.task import Task
from ..tabled.chunks import Chunks, Grown
from .gathered import Packed
from .shared_values import Numbers
from .stepper import Ended, Expanded, Reformed

FIRST_DEGREE = 8.0
"""The targets that a state is taken to have before any was expanded."""


@dataclass(frozen=True, slots=True)
class Saved:
    """How a search packs states, as another process noted it."""

    division: Any
    bits: tuple[int, ...] | None
    """The bits of each cell; None if it gets as many as it needs."""


def saved_of(notes: Sequence[Mapping[str, Any]]) -> Saved | None:
    """How the states of a search are packed, of which this was noted; None if none was.

    First comes its form, then the notes of each level.
    """
    if not notes or "cells" not in notes[0]:
        return None
    form, bits = _loaded(notes[0]["cells"])
    values: list[list[Any]] = [[] for _ in range(notes[0]["tables"])]
    for note in notes[1:]:
        for number, more in _loaded(note["values"]).items():
            values[number] += more
    return Saved(replace(form, values=values), bits)


class FactoredStepper:
    """A factored system with its states packed as the tabled search packs them.

    The questions about a state are numbers: from 0 on, whether a probe of states is false; from
    `of_steps` on, in how many of its steps a probe of steps is false; `deadlock`, whether it has no
    step; `outside`, whether a constraint leaves it out. All states of a system are in few layouts:
    `Reformed` has a `Saved` if that changes.
    """

    first_is_enough = True
    """States take long to expand, and their words say little."""

    def __init__(
        self,
        system: Storable,
        task: Task,
        identity: str,
        bits: Sequence[int] | None = None,
    ) -> None:
        """`bits` are those of the cells in states that were packed before.

        Raises `Grown` and `Misfit`.
        """
        self.system, self.identity = system, identity
        self.chunks = Chunks(system, task, bits)
        self.entered = 0
        """How many initial states were listed, each as often as it was generated."""
        self._numbers: Numbers | None = None
        self._room, self._degree = task.tuning.disk_piece, FIRST_DEGREE
        self._noted = [0] * len(system.tables)

    @property
    def of_steps(self) -> int:
        """The number of the first question about steps."""
        return len(self.system.state_probes)

    @property
    def deadlock(self) -> int:
        """The number of the question whether a state has no step."""
        return self.of_steps + len(self.system.step_probes)

    @property
    def outside(self) -> int:
        """The number of the question whether a state is left out."""
        return self.deadlock + 1

    @property
    def questions(self) -> int:
        """How many questions there are."""
        return self.outside + 1

    @property
    def width(self) -> int:
        """The number of words of a packed state."""
        return self.chunks.layout.words

    @property
    def bits(self) -> int:
        """The bits of its first word that are in use."""
        return self.last_bits if self.width == 1 else 64

    @property
    def last_bits(self) -> int:
        """The bits of its last word that are in use."""
        return self.chunks.layout.last_bits

    @property
    def most(self) -> int:
        """The number of steps to have room for at least: room is made when it is needed."""
        return 1

    @property
    def beside(self) -> int:
        """The bytes of a step beside its target: in the table, and before it is numbered."""
        return 32 + 2 * (8 * self.width + 28)

    @property
    def saved(self) -> Saved:
        """How states are packed, with all values that are known."""
        values = [list(table.values) for table in self.system.tables]
        return Saved(replace(self.system.division, values=values), self.chunks.layout.bits)

    @property
    def form(self) -> Mapping[str, Any]:
        """As `Stepper.form`: how states are divided into cells, and the bits of each."""
        cells = self.system.division, self.chunks.layout.bits
        return {"cells": _text(cells), "tables": len(self.system.tables)}

    def learned(self) -> Mapping[str, Any]:
        """As `Stepper.learned`: the values that no level has noted."""
        fresh = {}
        for number, table in enumerate(self.system.tables):
            if more := list(table.values[self._noted[number] :]):
                fresh[number] = more
                self._noted[number] = len(table.values)
        return {"values": _text(fresh), "entered": self.entered}

    def share(self, numbers: Numbers) -> None:
        """Let values have the numbers that they have in other processes; raises `Reformed`.

        Those that are known have them already.
        """
        self._numbers = numbers
        for number, table in enumerate(self.system.tables):
            table.source = partial(numbers.numbered, number)
        self.sync()

    def sync(self) -> None:
        """As `Stepper.sync`."""
        if self._numbers is None:
            return
        tables = self.system.tables
        fresh = self._numbers.since([len(table.values) for table in tables])
        for table, values in zip(tables, fresh, strict=True):
            table.learn(values)
        with self._reforming():
            self.chunks.require_room()

    @contextmanager
    def _reforming(self) -> Iterator[None]:
        """Raise `Reformed` where something raises `Grown` or `Misfit`."""
        try:
            yield
        except Grown as grown:
            saved = Saved(self.system.division, self.chunks.layout.bits)
            raise Reformed(saved) from grown.__cause__
        except Misfit:
            raise Reformed(Saved(self.system.division, None)) from None

    def recall(self, notes: Sequence[Mapping[str, Any]]) -> None:
        """As `Stepper.recall`; the system was made with these values."""
        self._noted = [0] * len(self.system.tables)
        self.entered = notes[0]["entered"] if notes else 0
        for note in notes:
            for number, more in _loaded(note["values"]).items():
                self._noted[number] += len(more)
        pairs = zip(self._noted, self.system.tables, strict=True)
        if any(count > len(table.values) for count, table in pairs):
            raise Fault("there are levels with values that are not known")

    def initial(self) -> U64:
        """The packed initial states, each once.

        Raises `Ended` if they cannot all be listed, and `Refused` if one has no value.
        """
        with self._reforming():
            found, stopped = self.chunks.initial()
        self.entered = self.chunks.entered
        if stopped:
            raise Ended(stopped)
        return found

    def expand(self, states: U64, asked: Collection[int] = ()) -> Iterator[Expanded]:
        """As `Stepper.expand`, from the state in the least words on.

        So the first state that something is true of is the one in the least words.
        """
        steps = range(self.of_steps, self.deadlock)
        self.chunks.ask_only(
            [n for n in asked if n < self.of_steps],
            [n - self.of_steps for n in asked if n in steps],
        )
        yield from self._expanded(_in_order(states))

    def _expanded(self, states: U64) -> Iterator[Expanded]:
        first = 0
        while first < len(states):
            part = states[first : first + max(1, int(self._room / (1 + self._degree)))]
            with self._reforming():
                stopped = self.chunks.expand(part)
            yield self._shown(part, first, stopped)
            if stopped:
                return
            first += len(part)

    def _shown(self, part: U64, first: int, stopped: Stopped) -> Expanded:
        """What expanding some states shows, number `first` of those given on."""
        chunks, count = self.chunks, len(part)
        targets, starts = chunks.targets(count)
        self._degree = max(self._degree / 2, len(targets) / count)
        trouble = None
        if chunks.trouble is not None:
            number, error = chunks.trouble
            assert number is not None
            trouble = _words(part[number]), error
        return Expanded(
            first,
            targets,
            starts[: chunks.expanded + 1],
            chunks.notes.steps,
            {},
            self._lost,
            self._found(part),
            stopped,
            trouble,
        )

    def _found(self, part: U64) -> dict[int, tuple[int, Packed]]:
        """How often each question is true of states, and the first of them; those that are."""
        notes, counts = self.chunks.notes, {}
        for bit, (count, state) in enumerate(notes.states.reshape(-1, 2)[: self.of_steps].tolist()):
            counts[bit] = count, state
        edges = notes.edges.reshape(-1, 4)[: self.deadlock - self.of_steps, :2]
        for bit, (count, source) in enumerate(edges.tolist(), self.of_steps):
            counts[bit] = count, source
        counts[self.deadlock] = notes.deadlocks, notes.first_deadlock
        counts[self.outside] = notes.left_out, int(np.argmax(notes.outside[: len(part)]))
        return {n: (count, _words(part[at])) for n, (count, at) in counts.items() if count}

    @property
    def _lost(self) -> U8:
        """A byte for each probe: 1 if it has no value somewhere."""
        of_states, of_steps = self.chunks.lost
        return np.array(
            [mask >> bit & 1 for mask in (of_states, of_steps) for bit in range(MOST_PROBES)],
            np.uint8,
        )

    def source(self, states: U64, wanted: U64) -> Packed | None:
        """As `Stepper.source`."""
        for some in self._expanded(states):
            if some.stopped:
                raise ended(some.stopped)
            places = np.flatnonzero((some.targets == wanted).all(axis=1))
            if len(places):
                source = np.searchsorted(some.starts, np.uint64(places[0]), "right") - 1
                return _words(states[some.first + int(source)])
        return None

    def is_true(self, question: Any, state: U64) -> bool:
        """As `Stepper.is_true`."""
        return any(question in some.found for some in self.expand(state, [question]))

    def state(self, row: U64) -> Any:
        """The state that is packed so."""
        return self.system.state(tuple(self.chunks.layout.row_of(row)))

    def packed(self, state: Any) -> U64:
        """A state as a row of words; raises `Fault` if it has values that did not occur."""
        row = self.system.row(state)
        words = None if row is None else self.chunks.layout.words_of(row)
        if words is None:
            raise Fault("a state has values that did not occur")
        return words.reshape(1, -1)

    def apart(self, room: int) -> FactoredStepper:
        """As `Stepper.apart`: for one thread only, as what is learned is learned once."""
        self._room = room
        return self


def _in_order(states: U64) -> U64:
    if states.shape[1] == 1:
        return np.sort(states, axis=0)
    found: U64 = states[np.lexsort(states.T[::-1])]
    return found


def _words(state: U64) -> Packed:
    return tuple(map(int, state))


def _text(data: object) -> str:
    return base64.b85encode(pickle.dumps(data, protocol=5)).decode()


def _loaded(text: str) -> Any:
    return pickle.loads(base64.b85decode(text))
