"""Lets the instructions of a program continue past tests whose answers are known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ....data import dataclass
from ....model.factored import Ask
from ...base.arrays import U32, Ints
from .cell_tests import UNKNOWN, CellTest
from .interpreter import SWITCH, TARGETS
from .program import Program
from .tries import Tries


@dataclass(slots=True, eq=False)
class _Switch:
    """The place of the SWITCH of a node, and the number of targets there is room for."""

    place: int
    room: int


class Links:
    """The operands of a program that say where to continue, and the `starts` of its conditions.

    They lead past a test that has the same answer for all known values of its cell, and to a SWITCH
    instead of another test of one cell. With n nodes, n stands for `NOWHERE`; k stands for node k,
    and n + 1 + k for its ASK if node k has a SWITCH too.
    """

    def __init__(self, program: Program, conditions: Sequence[int], share: int) -> None:
        """`conditions` are the nodes at which conditions begin.

        It pays to link anew when one answer in `share` is new.
        """
        self._program, self._share = program, share
        self._nowhere = len(program.nodes)
        self._at = np.zeros(self._nowhere + 1, np.uint32)
        self._by_factor: dict[int, list[int]] = defaultdict(list)
        for number, node in enumerate(program.nodes):
            self._at[number] = program.places.get(number, 0)
            if isinstance(node, Ask):
                self._by_factor[node.factor].append(number)
        self._operands = np.array(program.operands, np.int64).reshape(-1, 2)
        self._conditions = np.array(conditions, np.int64)
        self._switches: dict[int, _Switch] = {}
        self._skipped: set[int] = set()
        self._sizes: list[int] = []
        self._next = 0
        self.starts: U32 = self._at[self._conditions] if conditions else np.zeros(1, np.uint32)

    def update(self, tests: Mapping[int, CellTest], sizes: Sequence[int], tries: Tries) -> None:
        """Link anew if a cell of a test that is skipped has more values now, or if it pays.

        `tests` are the tests of one cell, by their factors; `sizes` has the number of values of
        each cell. All other answers are in the heap.
        """
        is_wrong = sizes != self._sizes and any(
            sizes[cell] != self._sizes[cell] for cell in self._skipped
        )
        if is_wrong or tries.learned >= self._next:
            self._next = tries.learned + 1 + tries.learned // self._share
            self._sizes = list(sizes)
            self._link(tests, tries)

    def _link(self, tests: Mapping[int, CellTest], tries: Tries) -> None:
        of_node = {
            node: test
            for factor, test in tests.items()
            if test.answers
            for node in self._by_factor[factor]
        }
        to, targets = self._resolved(of_node)
        at = np.append(self._at, self._at)
        for number, found in targets.items():
            at[number] = self._switch(number, len(found), tries)
        for number, found in targets.items():
            place = int(at[number])
            behind = place + TARGETS
            cell = of_node[number].cell
            tries.heap[place:behind] = (SWITCH, cell, len(found), self._at[number])
            tries.heap[behind : behind + len(found)] = at[found]
        tries.heap[self._operands[:, 0]] = at[to[self._operands[:, 1]]]
        self.starts[: len(self._conditions)] = at[to[self._conditions]]

    def _resolved(self, of_node: Mapping[int, CellTest]) -> tuple[Ints, dict[int, Ints]]:
        """Where paths to each node really go, and the targets of each SWITCH, by its node.

        Notes the cells of tests that are skipped.
        """
        to = np.arange(self._nowhere + 1)
        targets: dict[int, Ints] = {}
        self._skipped.clear()
        for number in sorted(of_node):  # each after those that it leads to
            test, ask = of_node[number], self._ask(number)
            ways = to[[ask.otherwise, ask.then]]
            settled = self._settled(test)
            if settled != UNKNOWN:
                to[number] = ways[settled]
                continue
            found = targets[number] = np.append(ways, self._nowhere + 1 + number)[test.answers]
            for answer, way in enumerate(ways.tolist()):
                if way in targets and of_node[way].cell == test.cell:
                    _follow(found, targets[way], np.equal(test.answers, answer))
        return to, targets

    def _settled(self, test: CellTest) -> int:
        """The answer of a test for all known values of its cell, which is noted; else UNKNOWN.

        The values of auxiliary cells are not counted, so tests of them are never settled.
        """
        cells = len(self._sizes)
        if test.cell >= 2 * cells:
            return UNKNOWN
        settled = test.settled(self._sizes[test.cell % cells])
        if settled != UNKNOWN:
            self._skipped.add(test.cell % cells)
        return settled

    def _ask(self, number: int) -> Ask:
        node = self._program.nodes[number]
        assert isinstance(node, Ask)
        return node

    def _switch(self, number: int, count: int, tries: Tries) -> int:
        """The place of a node's SWITCH, with room for `count` targets."""
        known = self._switches.get(number)
        if known is None or known.room < count:
            room = 2 * count
            known = self._switches[number] = _Switch(tries.room_for(TARGETS + room), room)
        return known.place


def _follow(found: Ints, further: Ints, where: Any) -> None:
    """Replace links `where` they lead to a test of the same cell, by its links."""
    count = min(len(found), len(further))
    found[:count] = np.where(where[:count], further[:count], found[:count])
