"""The steps of a network, for a search level by level."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, TypeAlias

import numpy as np

from ....data import dataclass
from ....errors import Refused, UnknownAtom
from ....logic.core import All, Bound, Core, Fixpoint, Paths, Prop, Some, Step, Truth
from ....logic.core_text import core_text
from ....logic.fragments import AT_REST
from ....model.network import Locals, Network, Origin, is_whole
from ....model.system import REST
from ...base.arrays import NOTHING, U8, U64, AnyInts, Bools
from ...formula.names import step_named
from ..network.atoms import NetworkAtoms
from ..network.exploration import Exploration
from ..network.library import library_for
from ..network.records import Graph, Search, States
from ..network.steps import FAILED, QUIET
from ..network.tables import Tables
from ..parallel.blocks import desk
from .leading import leads
from .product_kernel import Fields, ProductExpansion, expand, pack, unpack
from .propositional import truth_of
from .stepper import Expanded


@dataclass(frozen=True, slots=True)
class Marked:
    """The question in which states all marks of a set are, such as `STUCK`."""

    marks: int


@dataclass(frozen=True, slots=True)
class Selects:
    """The question in which states an event, given by its number, can be selected."""

    event: int


@dataclass(frozen=True, slots=True)
class HotAndQuiet:
    """The question in which states a run may stop for ever although some b-thread is hot."""


Question: TypeAlias = Marked | Selects | HotAndQuiet | Core


class ProductStepper:
    """A network of automata of which every move is known; raises `Refused` for another one."""

    def __init__(self, network: Network, questions: Sequence[Question], room: int) -> None:
        self._shared = _Shared(network, tuple(questions))
        self._make_room(room)

    def apart(self, room: int) -> ProductStepper:
        """As `Stepper.apart`."""
        other = ProductStepper.__new__(ProductStepper)
        other._shared = self._shared
        other._make_room(room)
        return other

    def _make_room(self, room: int) -> None:
        shared, tables = self._shared, self._shared.tables
        self._room = max(room, self.most)
        self._states = States(
            hashes=NOTHING,
            parents=NOTHING.view(np.uint32),
            vias=NOTHING.view(np.uint32),
            marks=NOTHING.view(np.uint8),
            cells=np.zeros(1, tables.cell),
            slots=NOTHING,
        )
        self._search = Search(
            tables=tables,
            states=self._states,
            graph=Graph(
                start=NOTHING, target=NOTHING.view(np.uint32), event=NOTHING.view(np.uint32)
            ),
            not_followed=np.zeros(tables.words, np.uint64),
            blocked=np.zeros(tables.words, np.uint64),
            offered=np.zeros(tables.words * tables.levels, np.uint64),
            desk=desk(self._room, (tables.automata, tables.cell)),
            first=np.zeros(tables.events, np.uint32),
            missing=np.zeros(3, np.uint32),
        )
        self._expansion = ProductExpansion(
            visited=np.zeros(max(1, int(tables.base[-1])), np.uint8),
            room=self._room,
            most=self.most,
        )
        self._fields = shared.fields

    @property
    def width(self) -> int:
        """The number of words of a packed state."""
        return int(self._shared.fields.width)

    @property
    def bits(self) -> int:
        """The bits of its first word that are in use."""
        return self.last_bits if self.width == 1 else 64

    @property
    def last_bits(self) -> int:
        """The bits of its last word that are in use."""
        return self._shared.used_bits

    @property
    def most(self) -> int:
        """The number of steps that a state may have."""
        return int(self._shared.tables.events)

    @property
    def beside(self) -> int:
        """The bytes of a step beside its target: on the desk, and those of local states."""
        tables = self._shared.tables
        return 20 + 2 * tables.automata * np.dtype(tables.cell).itemsize

    @property
    def questions(self) -> int:
        """How many questions are asked."""
        return len(self._shared.questions)

    @property
    def identity(self) -> str:
        """A text that only networks with the same states, steps and questions share."""
        return self._shared.identity

    @property
    def rows(self) -> list[int]:
        """The number of the row of the first local state of each automaton, and of all rows."""
        rows: list[int] = self._shared.tables.base[:].tolist()
        return rows

    @property
    def row_marks(self) -> U8:
        """The marks of each row."""
        marks: U8 = self._shared.tables.row_marks[:]
        return marks

    def initial(self) -> U64:
        """The packed initial state."""
        return self.packed((0,) * len(self._shared.network.automata))

    def state(self, row: U64) -> Locals:
        """The local states that are packed so."""
        cells = self._unpacked(row.reshape(1, -1))
        return tuple(map(int, cells[0]))

    def packed(self, state: Locals) -> U64:
        """A state as a row of words."""
        cells: AnyInts = np.array(state, self._shared.tables.cell)
        return self._packed(cells, 1)

    def _unpacked(self, states: U64) -> AnyInts:
        tables = self._shared.tables
        cells: AnyInts = np.zeros(max(1, len(states) * tables.automata), tables.cell)
        flat = np.ascontiguousarray(states).reshape(-1)
        self._shared.library.unpack(len(states), flat, cells, self._fields)
        return cells[: len(states) * tables.automata].reshape(len(states), -1)

    def _packed(self, cells: AnyInts, count: int) -> U64:
        states = np.zeros(max(1, count * self.width), np.uint64)
        if len(cells):
            self._shared.library.pack(count, cells, states, self._fields)
        return states[: count * self.width].reshape(count, self.width)

    def expand(self, states: U64, asked: Collection[int] = ()) -> Iterator[Expanded]:
        """As `Stepper.expand`."""
        of, cells = self._expansion, self._unpacked(states)
        self._states.cells = cells.reshape(-1) if cells.size else np.zeros(1, cells.dtype)
        self._states.hashes = np.zeros(len(states), np.uint64)
        of.starts = np.zeros(len(states) + 1, np.uint64)
        of.marks = np.zeros(len(states), np.uint8)
        first = 0
        while first < len(states):
            end = int(self._shared.library.expand(first, len(states), of, self._search))
            starts = of.starts[: end - first + 1]
            count = int(starts[-1])
            targets = self._packed(self._search.desk.targets[:], count)
            some = _Some(cells[first:end], of.marks[first:end], starts, self._labels)
            truths = self._shared.truths(asked, some)
            yield Expanded(first, targets, starts, count, truths, self._seen)
            first = end

    @property
    def _seen(self) -> U8:
        """What was seen so far: a byte for each row of the tables."""
        seen: U8 = self._expansion.visited[:]
        return seen

    @property
    def _labels(self) -> AnyInts:
        labels: AnyInts = self._search.desk.labels[:]
        return labels

    def is_true(self, question: Any, state: U64) -> bool:
        """As `Stepper.is_true`."""
        cells = self._unpacked(state)
        for some in self.expand(state):
            found = _Some(cells, self._expansion.marks[:1], some.starts, self._labels)
            return bool(self._shared.true(question, found)[0])
        raise AssertionError("one state is expanded")


@dataclass(frozen=True, slots=True)
class _Some:
    """Some states that were expanded: local states, marks, and the labels of their steps."""

    cells: AnyInts
    marks: U8
    starts: U64
    labels: AnyInts


class _Shared:
    """What the steppers of all threads have in common."""

    def __init__(self, network: Network, questions: tuple[Question, ...]) -> None:
        if network.select is not None or not all(map(is_whole, network.automata)):
            raise Refused(
                "b-threads are searched on disk if all their states are known beforehand, and "
                "the strategy is one of ranks"
            )
        self.network, self.questions = network, questions
        self.tables = Tables(network)
        self.library = library_for(self.tables.cell, expand, pack, unpack)
        self.fields, self.used_bits = _fields(network)

    @cached_property
    def identity(self) -> str:
        """See `Stepper.identity`: a hash of all that states, steps and questions depend on."""
        tables, found = self.tables, sha256()
        arrays = (
            tables.base, tables.block, tables.row_marks, tables.ask_from, tables.ask_to,
            tables.ask_level, tables.ask_skip, tables.ask_words, tables.moves, tables.external,
        )  # fmt: skip
        for array in arrays:
            found.update(np.ascontiguousarray(array[:]).tobytes())
        asked = (core_text(q) if isinstance(q, _CORES) else repr(q) for q in self.questions)
        names = (str(label) for label in self.network.alphabet)
        said = (text for t in range(len(self.network.automata)) for text in self._said(t))
        found.update("\0".join((*names, "", *asked, "", *said)).encode())
        return found.hexdigest()

    def _said(self, automaton: int) -> Iterator[str]:
        """What the local states of an automaton are, as far as atoms ask for it."""
        origin = self.network.origin
        for number, local in enumerate(self.network.automata[automaton].locals):
            for voice in local.voices:
                stand = voice.stand
                place = stand.place and (stand.place.line, stand.place.text)
                yield repr((stand.thread, stand.rule, place, voice.request, voice.block, voice.hot))
            for thread, values in sorted(origin.variables(automaton, number).items()):
                for name, value in sorted(values.items()):
                    yield f"{thread}.{name} = {_shown(origin, value)}"

    def truths(self, asked: Collection[int], some: _Some) -> dict[int, Bools]:
        """In which of some states each of these questions is true."""
        return {number: self.true(self.questions[number], some) for number in asked}

    def true(self, question: Question, some: _Some) -> Bools:
        """In which of some states a question is true."""
        match question:
            case Marked(marks):
                found: Bools = (some.marks & marks) == marks
                return found
            case Selects(event):
                named = np.zeros(len(self.network.alphabet) + 1, np.uint8)
                named[event] = 1
                return leads(named, some.labels, some.starts)
            case HotAndQuiet():
                return self._explored(some).where_hot_and_quiet()
            case _:
                return truth_of(question, lambda text: self._atom(text, some), len(some.marks))

    def _atom(self, text: str, some: _Some) -> Bools:
        if text == AT_REST or text.startswith("enabled("):
            return self._enabled(str(REST) if text == AT_REST else text[8:-1], some)
        return NetworkAtoms(self._explored(some)).states(text)

    def _enabled(self, text: str, some: _Some) -> Bools:
        """In which states a step has this label; a rest is one where a run may stop."""
        known = [*self.network.alphabet, REST]
        every = step_named(text, [*known, *self.network.origin.labels()])  # some may never occur
        named = every[: len(known)].astype(np.uint8)
        found = leads(named, some.labels, some.starts)
        if named[-1]:
            found |= (some.marks & (QUIET | FAILED)) != 0
        return found

    def _explored(self, some: _Some) -> Exploration:
        nothing = np.zeros(0, np.uint32)
        return Exploration(
            self.network, some.cells, nothing, nothing, some.marks, nothing, 0, self.library.engine
        )


def _shown(origin: Origin, value: object) -> str:
    try:
        return origin.shown(value)
    except UnknownAtom:  # then no formula can compare it either
        return type(value).__name__


_CORES = (Truth, Prop, Bound, All, Some, Step, Fixpoint, Paths)


def _fields(network: Network) -> tuple[Fields, int]:
    """Where local states are in packed ones, and how many bits of the last word are in use."""
    word, shift = 0, 0
    words, shifts, masks = [], [], []
    for automaton in network.automata:
        bits = max(1, (len(automaton.locals) - 1).bit_length())
        if shift + bits > 64:
            word, shift = word + 1, 0
        words.append(word)
        shifts.append(shift)
        masks.append((1 << bits) - 1)
        shift += bits
    found = Fields(
        automata=len(network.automata),
        width=word + 1,
        word=np.array(words or [0], np.uint64),
        shift=np.array(shifts or [0], np.uint64),
        mask=np.array(masks or [0], np.uint64),
    )
    return found, max(1, shift)
