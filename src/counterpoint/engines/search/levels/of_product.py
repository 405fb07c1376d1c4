"""The steps of a network, for a search level by level."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from ....data import dataclass
from ....model.network import Locals
from ...base.arrays import NOTHING, U8, U64, AnyInts
from ..network.library import library_for
from ..network.records import Graph, Search, States
from ..parallel.blocks import desk
from .product import LookedAt, Product
from .product_kernel import Fields, ProductExpansion, expand, pack, unpack
from .recipe import WithoutValues
from .steady import Steady
from .stepper import Expanded


@dataclass(frozen=True, slots=True)
class ProductRecipe(WithoutValues):
    """A network as data, and nothing else: a `Recipe`."""

    product: Product

    def stepper(self, room: int) -> ProductStepper:
        """As `Recipe.stepper`."""
        return ProductStepper(self.product, room)


class ProductStepper(Steady):
    """A network of automata of which every move is known."""

    def __init__(self, product: Product, room: int) -> None:
        self.product = product
        self._tables = product.record
        self._cell = np.dtype(product.cell)
        self._library = library_for(self._cell.type, expand, pack, unpack)
        self._fields, self.last_bits = _fields(product.sizes)
        """Where local states are in a packed one, and the bits of its last word in use."""
        self._make_room(room)

    def apart(self, room: int) -> ProductStepper:
        """As `Stepper.apart`."""
        return ProductStepper(self.product, room)

    def _make_room(self, room: int) -> None:
        tables, cell = self._tables, self._cell
        self._room = max(room, self.most)
        self._states = States(
            hashes=NOTHING,
            parents=NOTHING.view(np.uint32),
            vias=NOTHING.view(np.uint32),
            marks=NOTHING.view(np.uint8),
            cells=np.zeros(1, cell),
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
            desk=desk(self._room, (tables.automata, cell)),
            first=np.zeros(tables.events, np.uint32),
            missing=np.zeros(3, np.uint32),
        )
        self._expansion = ProductExpansion(
            visited=np.zeros(max(1, int(tables.base[-1])), np.uint8),
            room=self._room,
            most=self.most,
        )

    @property
    def width(self) -> int:
        """The number of words of a packed state."""
        return int(self._fields.width)

    @property
    def bits(self) -> int:
        """The bits of its first word that are in use."""
        return self.last_bits if self.width == 1 else 64

    @property
    def most(self) -> int:
        """The number of steps that a state may have."""
        return int(self._tables.events)

    @property
    def beside(self) -> int:
        """The bytes of a step beside its target: on the desk, and those of local states."""
        return 20 + 2 * self._tables.automata * self._cell.itemsize

    @property
    def questions(self) -> int:
        """How many questions are asked."""
        return len(self.product.questions)

    @property
    def identity(self) -> str:
        """A text that only networks with the same states, steps and questions share."""
        return self.product.identity

    @property
    def rows(self) -> list[int]:
        """The number of the row of the first local state of each automaton, and of all rows."""
        rows: list[int] = self._tables.base[:].tolist()
        return rows

    @property
    def row_marks(self) -> U8:
        """The marks of each row."""
        marks: U8 = self._tables.row_marks[:]
        return marks

    def initial(self) -> U64:
        """The packed initial state."""
        return self.packed((0,) * len(self.product.sizes))

    def state(self, row: U64) -> Locals:
        """The local states that are packed so."""
        cells = self._unpacked(row.reshape(1, -1))
        return tuple(map(int, cells[0]))

    def packed(self, state: Locals) -> U64:
        """A state as a row of words."""
        cells: AnyInts = np.array(state, self._cell)
        return self._packed(cells, 1)

    def _unpacked(self, states: U64) -> AnyInts:
        width = self._tables.automata
        cells: AnyInts = np.zeros(max(1, len(states) * width), self._cell)
        flat = np.ascontiguousarray(states).reshape(-1)
        self._library.unpack(len(states), flat, cells, self._fields)
        return cells[: len(states) * width].reshape(len(states), width)

    def _packed(self, cells: AnyInts, count: int) -> U64:
        states = np.zeros(max(1, count * self.width), np.uint64)
        if len(cells):
            self._library.pack(count, cells, states, self._fields)
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
            end = int(self._library.expand(first, len(states), of, self._search))
            starts = of.starts[: end - first + 1]
            count = int(starts[-1])
            targets = self._packed(self._search.desk.targets[:], count)
            some = LookedAt(cells[first:end], of.marks[first:end], starts, self._labels)
            questions = self.product.questions
            truths = {n: self.product.true(questions[n], some) for n in asked}
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
            found = LookedAt(cells, self._expansion.marks[:1], some.starts, self._labels)
            return bool(self.product.true(question, found)[0])
        raise AssertionError("one state is expanded")


def _fields(sizes: Sequence[int]) -> tuple[Fields, int]:
    """Where local states are in packed ones, and how many bits of the last word are in use."""
    word, shift = 0, 0
    words, shifts, masks = [], [], []
    for size in sizes:
        bits = max(1, (size - 1).bit_length())
        if shift + bits > 64:
            word, shift = word + 1, 0
        words.append(word)
        shifts.append(shift)
        masks.append((1 << bits) - 1)
        shift += bits
    found = Fields(
        automata=len(sizes),
        width=word + 1,
        word=np.array(words or [0], np.uint64),
        shift=np.array(shifts or [0], np.uint64),
        mask=np.array(masks or [0], np.uint64),
    )
    return found, max(1, shift)
