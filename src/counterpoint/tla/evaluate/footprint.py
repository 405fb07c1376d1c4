"""The places of the frame that the value of an expression depends on."""

from __future__ import annotations

from typing import TypeAlias

from ...depth import roomy
from ..scope import Defined, Scope
from ..tree import Expression
from .constants import Constants
from .context import Layout
from .names import Names
from .reader import KEY, Reader
from .reader import OLD as OLD
from .reading import Mode, Reading

Reads: TypeAlias = frozenset[int]


class Footprints:
    """What expressions read, as places of frames.

    >>> from ..scope import Variable
    >>> from ..tree import Apply, Prime
    >>> scope = Scope({"x": Variable("x", 0), "y": Variable("y", 1)})
    >>> both = Apply("=", (Prime(Apply("x")), Apply("y")))
    >>> sorted(Footprints(Layout(2), Names()).of(both, scope))
    [1, 2]
    """

    def __init__(self, layout: Layout, names: Names) -> None:
        self.layout = layout
        self.names = names
        self._constants = Constants(names)

    def of(self, node: Expression, scope: Scope, primed: bool = False) -> Reads:
        """The places that an expression reads; `layout.found` if it may give another value."""
        return self._places(self.reading(node, scope, primed))

    def reading(self, node: Expression, scope: Scope, primed: bool = False) -> Reading:
        """What an expression speaks of."""
        return roomy(lambda: Reader(self.names).read(node, scope, _mode(primed)))

    def is_constant(self, node: Expression, scope: Scope, primed: bool = False) -> bool:
        """Whether an expression reads no place at all."""
        return roomy(lambda: self._constants.is_constant(node, scope, _mode(primed)))

    def _places(self, read: Reading) -> Reads:
        layout = self.layout
        places = [layout.now + variable.number for variable in read.now]
        places += [layout.next + variable.number for variable in read.then]
        places += read.slots
        if read.volatile:
            places.append(layout.found)
        return frozenset(places)

    def reads_next(self, reads: Reads) -> Reads:
        """The numbers of the variables whose next value is read."""
        first, behind = self.layout.next, self.layout.next + self.layout.count
        return frozenset(place - first for place in reads if first <= place < behind)

    def own(self, defined: Defined, primed: bool) -> Reads | None:
        """The places that the body of a definition reads, without its parameters.

        None if it reads a parameter in another state than it is read in itself.
        """
        read = Reader(self.names).definition(defined)
        if any(mode is not Mode.PLAIN for _, mode in read.uses):
            return None
        return self._places(read.within(Mode.PRIMED) if primed else read)

    def know(self, defined: Defined, slot: int) -> None:
        """Remember that a definition is what stands in a slot."""
        defined.notes[KEY] = Reading(slots=frozenset({slot}))


def _mode(primed: bool) -> Mode:
    return Mode.PRIMED if primed else Mode.PLAIN
