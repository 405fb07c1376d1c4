"""The program of a factored system, translated to instructions in the heap."""

from __future__ import annotations

from collections import defaultdict

from ....data import dataclass
from ....errors import CounterpointError
from ....identity import Identity, identity
from ....model.factored import NOWHERE, Arrive, Ask, Factored, Fork
from ....tuning import Tuning
from .interpreter import ARRIVE, ASK, COMPUTE, FORK, LABELLED, SORT
from .linear import Computations
from .tries import Tries


class Beyond(Exception):
    """A condition read a cell other than the one that it was expected to read."""


@dataclass(frozen=True, slots=True)
class Sorting:
    """Paths that begin with conditions on the same cell; a SORT selects them by its value."""

    cell: int
    ways: tuple[int, ...]
    """The numbers of the nodes that query the conditions."""


class Program:
    """The places of a program's nodes in the heap; paths that begin alike become sortings."""

    def __init__(self, system: Factored, tuning: Tuning) -> None:
        self.system = system
        self._tuning = tuning
        self.nodes = system.program
        self._row = system.example()
        self._cells: dict[int, int | None] = {}
        self.sortings: dict[int, list[Sorting]] = {}
        """The sortings that replace paths of a fork, by the number of the fork."""
        self.slots = system.factors
        """The number of references at the beginning of the heap: of factors, then of sortings."""
        self._loose: dict[int, list[int]] = {}
        self.by_slot: dict[int, Sorting] = {}
        self.places: dict[int, int] = {NOWHERE: 0}
        """The places of nodes in the heap."""
        self.operands: list[tuple[int, int]] = []
        """The places of operands where a path continues, each with the node that is there."""
        if self._row is not None:
            for number in self._reached(system.start):
                if isinstance(self.nodes[number], Fork):
                    self._sort(number)

    def put(self, tries: Tries) -> Computations:
        """Write the program into the heap; the caller must refresh the returned `Computations`."""
        computations = Computations(self.system, tries)
        system = self.system
        starts = [probe.start for probe in (*system.state_probes, *system.step_probes)]
        slot_of = {identity(sorting): slot for slot, sorting in self.by_slot.items()}
        starts += [*system.constraints, *system.allowed, system.start]
        if system.opening is not None:
            starts.append(system.opening)
        for start in starts:
            for number in self._reached(start):
                if number not in self.places:
                    self.places[number] = self._put(number, tries, computations, slot_of)
        return computations

    def _put(
        self, number: int, tries: Tries, computations: Computations, slot_of: dict[Identity, int]
    ) -> int:
        at = self.places
        match self.nodes[number]:
            case Ask(factor, then, otherwise, _):
                linear = self.system.linear.get(factor)
                code = 0 if linear is None else computations.put(linear)
                kind = COMPUTE if code else ASK
                place = tries.put([kind, factor, at[then], at[otherwise], code])
                self.operands += ((place + 2, then), (place + 3, otherwise))
                return place
            case Arrive(label):
                return tries.put([ARRIVE, LABELLED if label is None else label])
            case Fork(ways):
                sortings = self.sortings.get(number, ())
                sorted_ = [tries.put([SORT, slot_of[identity(each)], 0, 0]) for each in sortings]
                loose = self._loose.get(number, ways)
                every = [*sorted_, *(at[way] for way in loose)]
                if len(every) == 1:
                    return every[0]
                place = tries.put([FORK, len(every), *every])
                self.operands += enumerate(loose, place + 2 + len(sorted_))
                return place

    @property
    def longest(self) -> int:
        """An upper bound of the number of nodes on a path."""
        longest = [1] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            longest[number] += max((longest[way] for way in _next(node)), default=0)
        return 2 * max(longest, default=1) + 2

    def _reached(self, start: int) -> list[int]:
        """The nodes that can be reached from one, each after those that it leads to."""
        seen = {start}
        todo = [start]
        while todo:
            for way in _next(self.nodes[todo.pop()]):
                if way not in seen:
                    seen.add(way)
                    todo.append(way)
        return sorted(seen)

    def _sort(self, number: int) -> None:
        if len(self._flat(number)) < self._tuning.sorted_ways:
            return
        by_cell: dict[int, list[int]] = defaultdict(list)
        rest = []
        for way in self._flat(number):
            cell = self._cell(way)
            if cell is None:
                rest.append(way)
            else:
                by_cell[cell].append(way)
        for cell, ways in by_cell.items():
            if len(ways) < self._tuning.sorted_ways:
                rest += ways
                continue
            sorting = Sorting(cell, tuple(ways))
            self.sortings.setdefault(number, []).append(sorting)
            self.by_slot[self.slots] = sorting
            self.slots += 1
        self._loose[number] = sorted(rest, reverse=True)

    def _flat(self, number: int) -> list[int]:
        """The paths of a fork, with nested forks replaced by their paths."""
        node = self.nodes[number]
        if not isinstance(node, Fork):
            return [number]
        return [each for way in node.ways for each in self._flat(way)]

    def _cell(self, way: int) -> int | None:
        """The only cell that the condition at the start of a path reads; None if not just one."""
        node = self.nodes[way]
        if not isinstance(node, Ask) or not node.tests:
            return None
        if node.factor not in self._cells:
            self._cells[node.factor] = self._looked_at(node.factor)
        return self._cells[node.factor]

    def _looked_at(self, factor: int) -> int | None:
        looks: set[int] = set()
        row, cells = self._row, len(self.system.sizes)
        assert row is not None

        def read(cell: int) -> int:
            looks.add(cell)
            if len(looks) > 1 or cell >= cells:
                raise Beyond
            return int(row[cell])

        try:
            self.system.answer(factor, read)
        except (Beyond, CounterpointError):
            return None
        return looks.pop() if looks else None


def _next(node: Ask | Fork | Arrive) -> list[int]:
    match node:
        case Ask(_, then, otherwise, _):
            return [way for way in (then, otherwise) if way != NOWHERE]
        case Fork(ways):
            return list(ways)
        case Arrive():
            return []
