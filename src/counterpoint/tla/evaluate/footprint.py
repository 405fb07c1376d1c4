"""The positions of the frame that the value of an expression depends on."""

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
    """What expressions read, as positions of frames.

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
        """The positions that an expression reads; `layout.found` is added if it is volatile."""
        return self._places(self.reading(node, scope, primed))

    def reading(self, node: Expression, scope: Scope, primed: bool = False) -> Reading:
        """What an expression depends on."""
        return roomy(lambda: Reader(self.names).read(node, scope, _mode(primed)))

    def is_constant(self, node: Expression, scope: Scope, primed: bool = False) -> bool:
        """Whether an expression has the same value in every frame."""
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
        """The numbers of the variables that are read in the next state."""
        first, behind = self.layout.next, self.layout.next + self.layout.count
        return frozenset(place - first for place in reads if first <= place < behind)

    def own(self, defined: Defined, primed: bool) -> Reads | None:
        """The positions that the body of a definition reads, parameters excluded.

        None if the body reads a parameter in a state other than that of the call, such as primed.
        """
        read = Reader(self.names).definition(defined)
        if any(mode is not Mode.PLAIN for _, mode in read.uses):
            return None
        return self._places(read.within(Mode.PRIMED) if primed else read)

    def know(self, defined: Defined, slot: int) -> None:
        """Record that the value of a definition is held by a slot."""
        defined.notes[KEY] = Reading(slots=frozenset({slot}))


def _mode(primed: bool) -> Mode:
    return Mode.PRIMED if primed else Mode.PLAIN
