"""B-threads that may be added: a few statements in a row, which wait, and block or request."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from ..data import dataclass
from .arena import Arena, Offer, bits, greatest
from .program_arena import ProgramArena


@dataclass(frozen=True, slots=True)
class Item:
    """Events that a statement can name together: one event, or a set that the program uses.

    `mask` has their numbers as bits.
    """

    mask: int
    events: tuple[int, ...]
    name: str = ""
    """The common name of its events, if it is all events of that name; else empty."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement: it waits for `wait`, and blocks or requests `deed` meanwhile."""

    wait: tuple[Item, ...] = ()
    deed: tuple[Item, ...] = ()

    @property
    def says(self) -> bool:
        """Whether it is one, and not the end of its b-thread."""
        return bool(self.wait or self.deed)

    @property
    def waits(self) -> int:
        """The mask of the events that it waits for."""
        return mask_of(self.wait)

    @property
    def does(self) -> int:
        """The mask of the events that it blocks or requests."""
        return mask_of(self.deed)


ENDED = (0, 0)
"""The masks of a statement that waits for nothing and does nothing: no statement at all."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How many statements, whether they begin again, and whether they request instead of block.

    Where they do not begin again, the last one may be empty, and stands for the end.
    """

    statements: int
    loops: bool
    requests: bool = False
    stays: bool = True
    """Whether the last one may do something, where they do not begin again."""


@dataclass(frozen=True)
class Sequence:
    """A b-thread of statements in a row; its own states are their numbers.

    With `loops`, it begins again after the last one; else it stays there, or has ended if that one
    is empty. If it requests, it does so at a `priority`; else it blocks.
    """

    statements: tuple[Statement, ...]
    loops: bool
    requests: bool = False
    priority: float | None = None
    key: tuple[int, ...] = field(default=(), compare=False)
    """The literals of its clauses that are true."""
    masks: tuple[tuple[int, int], ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        pairs = ((s.waits | (s.does if self.requests else 0), s.does) for s in self.statements)
        object.__setattr__(self, "masks", tuple(pairs))

    @property
    def size(self) -> int:
        """How many events or sets of events it names."""
        return sum(len(each.wait) + len(each.deed) for each in self.statements)

    @property
    def length(self) -> int:
        """How many events it names, one by one, which orders additions of one size."""
        items = [item for each in self.statements for item in (*each.wait, *each.deed)]
        return sum(1 if item.name else len(item.events) for item in items)

    def asks(self, local: int) -> bool:
        """Whether it requests anything in a state of its own."""
        return self.requests and bool(self.masks[local][1])

    def after(self, local: int, event: int) -> int:
        """The number of the statement after an event."""
        if not self.masks[local][0] >> event & 1:
            return local
        if local + 1 < len(self.masks):
            return local + 1
        return 0 if self.loops else local

    def chosen(self, arena: Arena, state: int, local: int) -> tuple[Offer, ...]:
        """The offers that can be selected beside it."""
        assert isinstance(arena, ProgramArena)
        does = self.masks[local][1]
        if self.masks[local] == ENDED:
            return arena.usual(state)
        offers = arena.beside(state)
        if not self.requests:
            return greatest(o for o in offers if not does >> o.event & 1)
        usual = greatest(offers)
        asked = does & arena.unblocked(state)
        assert self.priority is not None
        if not asked or (usual and usual[0].rank > self.priority):
            return usual
        return tuple(arena.asked(state, event, self.priority) for event in bits(asked))


def mask_of(items: Iterable[Item]) -> int:
    """The events of items, as a mask."""
    mask = 0
    for item in items:
        mask |= item.mask
    return mask
