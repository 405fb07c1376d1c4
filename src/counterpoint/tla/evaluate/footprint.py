"""The positions of the frame that the value of an expression depends on, if there are any."""

from __future__ import annotations

from typing import TypeAlias

from ...depth import roomy
from ...identity import Identity, identity
from ..scope import Defined, Scope
from ..tree import Expression
from .context import Layout
from .names import Names
from .reader import KEY, Reader
from .reader import OLD as OLD
from .reading import Found, Mode, NothingFound, Reading, Varies


class Constants:
    """Finds constant expressions, and remembers those that are not.

    Expressions are asked from the outside to the inside. So that a deep one is not read anew for
    each of its parts, all that surrounds what varies is remembered to vary.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._varying: set[tuple[Identity, Scope, Mode]] = set()

    def is_constant(self, node: Expression, scope: Scope, mode: Mode) -> bool:
        """Whether an expression that is read in a mode has the same value in every frame.

        It is not read to its end: most expressions soon mention a variable.
        """
        try:
            _Constant(self._names, self._varying).walk(node, scope, mode)
        except Varies:
            return False
        return True


class _Constant(Reader):
    """Reads until something varies."""

    def __init__(self, names: Names, varying: set[tuple[Identity, Scope, Mode]]) -> None:
        super().__init__(names)
        self._varying = varying

    def walk(self, node: Expression, scope: Scope, mode: Mode) -> None:
        """Read an expression; raises `Varies`."""
        self._walk(node, scope, mode, NothingFound())

    def _walk(self, node: Expression, scope: Scope, mode: Mode, found: Found) -> None:
        if not isinstance(found, NothingFound):  # a definition is read by itself, to its end
            super()._walk(node, scope, mode, found)
            return
        key = (identity(node), scope, mode)
        if key in self._varying:
            raise Varies
        try:
            super()._walk(node, scope, mode, found)
        except Varies:
            self._varying.add(key)
            raise


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
