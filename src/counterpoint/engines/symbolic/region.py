"""Regions: sets of a model's states, as decision diagrams."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from ...errors import OutOfSort
from .diagram import Diagram
from .encoding import Drawing
from .explore import Space
from .table import Table, table_of


class DiagramRegion:
    """A set of states of a space; `~` is the complement in the space.

    >>> from counterpoint.engines.symbolic.explore import explore
    >>> from counterpoint.model.model import Model
    >>> model = Model("dice")
    >>> one, other = model.var("one", range(1, 7)), model.var("other", range(1, 7))
    >>> space = explore(model)
    >>> everywhere = DiagramRegion(space, space.everything)
    >>> everywhere.count(), (6, 1) in everywhere, (~everywhere).count()
    (36, True, 0)
    """

    __slots__ = ("diagram", "space")

    def __init__(self, space: Space, diagram: Diagram) -> None:
        self.space = space
        self.diagram = diagram

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its space and a table of nodes."""
        return _again, (self.space, table_of(self.diagram.on, [self.diagram]))

    def __and__(self, other: DiagramRegion) -> DiagramRegion:
        return DiagramRegion(self.space, self.diagram & other.diagram)

    def __or__(self, other: DiagramRegion) -> DiagramRegion:
        return DiagramRegion(self.space, self.diagram | other.diagram)

    def __sub__(self, other: DiagramRegion) -> DiagramRegion:
        return DiagramRegion(self.space, self.diagram - other.diagram)

    def __invert__(self) -> DiagramRegion:
        return DiagramRegion(self.space, self.space.everything - self.diagram)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DiagramRegion) and self.diagram == other.diagram

    def __hash__(self) -> int:
        return hash(self.diagram)

    def __bool__(self) -> bool:
        """Whether it is not empty."""
        return bool(self.diagram)

    def __contains__(self, state: Sequence[Hashable]) -> bool:
        try:
            return self.space.machine.encoding.contains(self.diagram, state)
        except OutOfSort:
            return False

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self.space.machine.encoding.states(self.diagram)

    def __repr__(self) -> str:
        return f"DiagramRegion({self.count()} states)"

    def count(self) -> int:
        """The number of its states."""
        return self.space.machine.encoding.count(self.diagram)

    def sample(self, rng: random.Random) -> tuple[Any, ...]:
        """A random state, uniformly distributed; the region must not be empty."""
        return next(self.samples(rng))

    def samples(self, rng: random.Random) -> Iterator[tuple[Any, ...]]:
        """Random states without end, uniformly distributed; the region must not be empty."""
        drawing = Drawing(self.space.machine.encoding, self.diagram)
        while True:
            yield drawing.state(rng)


def _again(space: Space, table: Table) -> DiagramRegion:
    (diagram,) = table.diagrams(space.machine.on)
    return DiagramRegion(space, diagram)
