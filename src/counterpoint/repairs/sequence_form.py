"""B-threads of a number of statements, as clauses: which items each waits for, blocks or requests.

What a proposal does along a run is written as clauses when the run shows a flaw: where the b-thread
stands after each step, and what it would have to do for the run not to happen.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Row
from functools import cache

from ..data import dataclass
from .arena import Offer, bits
from .counted import CountedClauses
from .program_arena import LEAST, ProgramArena
from .region import Region
from .sequence import Item, Sequence, Statement
from .trial import Flaw, Kind, Steps


@dataclass(frozen=True, slots=True)
class Shape:
    """How many statements, whether they begin again, and whether they request instead of block."""

    statements: int
    loops: bool
    requests: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """What statements may name: items to wait for, and to block or request; and the priorities."""

    waits: tuple[Item, ...]
    deeds: tuple[Item, ...]
    priorities: tuple[float, ...] = ()


class SequenceForm:
    """The b-threads of one shape.

    A literal `wait[i][item]` says that statement i waits for an item, `deed[i][item]` that it
    blocks or requests it, and `level[k]` that the priority is that number.
    """

    def __init__(
        self,
        arena: ProgramArena,
        region: Region,
        shape: Shape,
        menu: Menu,
        solver: CountedClauses,
        most: int,
    ) -> None:
        self.arena, self.shape, self.menu, self.solver = arena, shape, menu, solver
        self.name = f"{shape.statements} statements"
        rows = range(shape.statements)
        waits = menu.waits
        self.wait = [[solver.variable() for _ in waits] for _ in rows]
        self.deed = [[solver.variable() for _ in menu.deeds] for _ in rows]
        self.level = [solver.variable() for _ in menu.priorities]
        self._false = solver.variable()
        solver.add([-self._false])
        self._does = cache(lambda i, event: self._some(self.deed[i], menu.deeds, event))
        self._waits = cache(lambda i, event: self._some(self.wait[i], waits, event))
        self._hears = cache(self._heard)
        self._above = cache(self._above_rank)
        self._prevents: Callable[[int, int, int], int] = cache(self._prevented)
        self._runs: dict[tuple[int, ...], tuple[int, list[int]]] = {}
        self.items = [v for row in (*self.wait, *self.deed) for v in row]
        self._require_sense(region)
        solver.count(self.items, most)

    # The b-thread ---------------------------------------------------------------------------------

    def propose(self, size: int) -> Sequence | None:
        if not self.solver.solve(size):
            return None
        value = self.solver.value
        made = tuple(
            Statement(_named(wait, self.menu.waits, value), _named(deed, self.menu.deeds, value))
            for wait, deed in zip(self.wait, self.deed, strict=True)
        )
        levels = zip(self.level, self.menu.priorities, strict=True)
        priority = next((number for literal, number in levels if value(literal)), None)
        key = tuple(v for v in (*self.items, *self.level) if value(v))
        return Sequence(made, self.shape.loops, self.shape.requests, priority, key)

    def exclude(self, proposal: Sequence, *, larger: bool) -> None:
        true = proposal.key if not larger else set(proposal.key) - {*self.level}
        false = () if larger else set(self.items).difference(proposal.key)
        self.solver.add([*(-v for v in true), *false])

    def close(self) -> None:
        self.solver.close()

    def _require_sense(self, region: Region) -> None:
        """Clauses without which a proposal is useless, or smaller in another shape."""
        add, rows = self.solver.add, range(self.shape.statements)
        last = rows[-1]
        if self.level:
            add(self.level)
            for at, one in enumerate(self.level):
                for other in self.level[:at]:
                    add([-one, -other])
        for i in rows:
            moves = [*self.wait[i], *(self.deed[i] if self.shape.requests else [])]
            if self.shape.loops or i < last:
                add(moves)
            else:
                for literal in self.wait[i]:
                    add([-literal])
                for event in region.recurring:
                    add([-self._does(i, event)])
        add([v for row in self.deed for v in row])
        if not self.shape.loops:
            add(self.deed[last])
        self._require_no_overlap()

    def _require_no_overlap(self) -> None:
        for rows, items in ((self.wait, self.menu.waits), (self.deed, self.menu.deeds)):
            for row in rows:
                for at, one in enumerate(items):
                    for other_at, other in enumerate(items):
                        if at != other_at and one.mask & other.mask == one.mask:
                            self.solver.add([-row[at], -row[other_at]])

    def _some(self, row: Row[int], items: Row[Item], event: int) -> int:
        """A literal: some chosen item of a row has an event."""
        found = [v for v, item in zip(row, items, strict=True) if item.mask >> event & 1]
        return self.solver.either(found) if found else self._false

    def _heard(self, i: int, event: int) -> int:
        if not self.shape.requests:
            return self._waits(i, event)
        both = {self._waits(i, event), self._does(i, event)} - {self._false}
        return self.solver.either(sorted(both)) if both else self._false

    def _above_rank(self, rank: float) -> int:
        """A literal: the priority is above a rank."""
        pairs = zip(self.level, self.menu.priorities, strict=True)
        above = [literal for literal, number in pairs if number > rank]
        return self.solver.either(above) if above else self._false

    # Flaws ----------------------------------------------------------------------------------------

    def learn(self, flaw: Flaw, proposal: Sequence) -> None:
        if flaw.kind in (Kind.LOST, Kind.ENDED):
            self.exclude(proposal, larger=False)
            return
        alive, at = self._after(flaw.steps)
        if flaw.kind is Kind.BROKEN:
            self.solver.add([-alive])
            return
        state = flaw.node[0]
        for i, here in enumerate(at):
            for clause in self._mended(flaw.kind, state, i):
                self.solver.add([-alive, -here, *clause])

    def _mended(self, kind: Kind, state: int, i: int) -> list[list[int]]:
        """What statement i must do in a state for it not to have a flaw, as clauses."""
        if kind is Kind.STUCK:
            return [[-self._does(i, offer.event) for offer in self.arena.offers(state)]]
        if kind is Kind.DEAD:
            asked = bits(self.arena.unblocked(state)) if self.shape.requests else []
            return [[self._does(i, event) for event in asked]]
        assert kind is Kind.STARVED
        if not self.shape.requests:
            return [[]]
        above = self._above(self._rank(state))
        return [[-above, -self._does(i, e)] for e in bits(self.arena.unblocked(state))]

    def _after(self, steps: Steps) -> tuple[int, list[int]]:
        """Literals: a run is possible, and for each statement, that it is reached by it."""
        key: tuple[int, ...] = ()
        found = self._runs.get(key) or self._begun(key)
        for (state, _), offer, _ in steps:
            key = (*key, offer.event)
            found = self._runs.get(key) or self._gone_on(key, found, state, offer)
        return found

    def _begun(self, key: tuple[int, ...]) -> tuple[int, list[int]]:
        alive = self.solver.variable()
        at = [self.solver.variable() for _ in range(self.shape.statements)]
        self.solver.add([alive])
        self.solver.add([at[0]])
        self._runs[key] = alive, at
        return alive, at

    def _gone_on(
        self, key: tuple[int, ...], before: tuple[int, list[int]], state: int, offer: Offer
    ) -> tuple[int, list[int]]:
        add, count = self.solver.add, self.shape.statements
        was_alive, was_at = before
        alive, at = self.solver.variable(), [self.solver.variable() for _ in range(count)]
        for i in range(count):
            add([-was_alive, -was_at[i], self._prevents(i, state, offer.event), alive])
            after = i + 1 if i + 1 < count else (0 if self.shape.loops else i)
            hears = self._hears(i, offer.event)
            add([-was_at[i], -hears, at[after]])
            add([-was_at[i], hears, at[i]])
        self._runs[key] = alive, at
        return alive, at

    def _prevented(self, i: int, state: int, event: int) -> int:
        """A literal that is true only if, at statement i, an event does not happen in a state."""
        found = self.solver.variable()
        for clause in self._preventing(i, state, event):
            self.solver.add([-found, *clause])
        return found

    def _preventing(self, i: int, state: int, event: int) -> list[list[int]]:
        offers = self.arena.offers(state)
        rank = next((o.rank for o in offers if o.event == event), None)
        if not self.shape.requests:
            higher = [o.event for o in offers if rank is not None and o.rank > rank]
            blocks = [self._does(i, event)] if self.arena.may >> event & 1 else []
            return [[*blocks, *(-self._does(i, other) for other in higher)]]
        above = self._above(self._rank(state))
        asks = self._does(i, event)
        if rank is None or rank < self._rank(state):
            return [[-asks, -above]]
        others = [self._does(i, e) for e in bits(self.arena.unblocked(state)) if e != event]
        return [[above], [-asks], others]

    def _rank(self, state: int) -> float:
        """The rank of what happens in a state while nothing is added."""
        usual = self.arena.usual(state)
        return usual[0].rank if usual else LEAST


def _named(row: Row[int], items: Row[Item], value: Callable[[int], bool]) -> tuple[Item, ...]:
    return tuple(item for v, item in zip(row, items, strict=True) if value(v))
