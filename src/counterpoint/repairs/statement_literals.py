"""What the statements of an added b-thread name, as literals, and what that means for events."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Row
from functools import cache

from .arena import bits
from .counted import CountedClauses
from .menu import Menu
from .program_arena import LEAST, ProgramArena
from .sequence import Item, Sequence, Shape, Statement


class StatementLiterals:
    """The literals of the statements of one shape.

    `wait[i][n]` says that statement i waits for item n of the menu, `deed[i][n]` that it blocks or
    requests it, and `level[k]` that the priority is number k. `items` are all of `wait` and `deed`.
    """

    def __init__(
        self, arena: ProgramArena, shape: Shape, menu: Menu, clauses: CountedClauses
    ) -> None:
        self.arena, self.shape, self.menu, self.clauses = arena, shape, menu, clauses
        rows = range(shape.statements)
        self.wait = [[clauses.variable() for _ in menu.waits] for _ in rows]
        self.deed = [[clauses.variable() for _ in menu.deeds] for _ in rows]
        self.level = [clauses.variable() for _ in menu.priorities]
        self.items = [v for row in (*self.wait, *self.deed) for v in row]
        self.false = clauses.variable()
        clauses.add([-self.false])
        self.waits_for: Callable[[int, int], int] = cache(self._waits_for)
        self.does: Callable[[int, int], int] = cache(self._does)
        self.hears: Callable[[int, int], int] = cache(self._hears)
        self.outranks: Callable[[int], int] = cache(self._outranks)
        self.prevents: Callable[[int, int, int], int] = cache(self._prevents)

    def chosen(self) -> Sequence:
        """The b-thread that the solution found last describes."""
        value = self.clauses.value
        statements = tuple(
            Statement(_chosen(wait, self.menu.waits, value), _chosen(deed, self.menu.deeds, value))
            for wait, deed in zip(self.wait, self.deed, strict=True)
        )
        levels = zip(self.level, self.menu.priorities, strict=True)
        priority = next((number for literal, number in levels if value(literal)), None)
        key = tuple(v for v in (*self.items, *self.level) if value(v))
        return Sequence(statements, self.shape.loops, self.shape.requests, priority, key)

    def _waits_for(self, i: int, event: int) -> int:
        """A literal: statement i waits for an event."""
        return self._names(self.wait[i], self.menu.waits, event)

    def _does(self, i: int, event: int) -> int:
        """A literal: statement i blocks or requests an event."""
        return self._names(self.deed[i], self.menu.deeds, event)

    def _names(self, row: Row[int], items: Row[Item], event: int) -> int:
        """A literal: an event is in some item that a row of literals chooses."""
        found = [v for v, item in zip(row, items, strict=True) if item.mask >> event & 1]
        return self.clauses.either(found) if found else self.false

    def _hears(self, i: int, event: int) -> int:
        """A literal: an event ends statement i."""
        if not self.shape.requests:
            return self.waits_for(i, event)
        both = {self.waits_for(i, event), self.does(i, event)} - {self.false}
        return self.clauses.either(sorted(both)) if both else self.false

    def alive(self, i: int) -> int:
        """A literal: statement i is one, and not the end."""
        if self.shape.loops or i < self.shape.statements - 1:
            return -self.false
        return self.clauses.either(self.deed[i])

    def _outranks(self, state: int) -> int:
        """A literal: the priority is above the rank of what usually happens in a state."""
        rank = self._rank(state)
        pairs = zip(self.level, self.menu.priorities, strict=True)
        above = [literal for literal, number in pairs if number > rank]
        return self.clauses.either(above) if above else self.false

    def _prevents(self, i: int, state: int, event: int) -> int:
        """A literal that is true only if, at statement i, an event does not happen in a state."""
        found = self.clauses.variable()
        for clause in self._preventing(i, state, event):
            self.clauses.add([-found, *clause])
        return found

    def _preventing(self, i: int, state: int, event: int) -> list[list[int]]:
        offers = self.arena.offers(state)
        rank = next((o.rank for o in offers if o.event == event), None)
        if not self.shape.requests:
            higher = [o.event for o in offers if rank is not None and o.rank > rank]
            blocks = [self.does(i, event)] if self.arena.may >> event & 1 else []
            ended = [-self.alive(i)] if rank is None else []
            return [[*blocks, *ended, *(-self.does(i, other) for other in higher)]]
        outranks, asks = self.outranks(state), self.does(i, event)
        if rank is None or rank < self._rank(state):
            return [[-asks, -outranks]]
        others = [self.does(i, e) for e in bits(self.arena.unblocked(state)) if e != event]
        return [[outranks], [-asks], others]

    def _rank(self, state: int) -> float:
        """The rank of what happens in a state while nothing is added."""
        usual = self.arena.usual(state)
        return usual[0].rank if usual else LEAST


def _chosen(row: Row[int], items: Row[Item], value: Callable[[int], bool]) -> tuple[Item, ...]:
    return tuple(item for v, item in zip(row, items, strict=True) if value(v))
