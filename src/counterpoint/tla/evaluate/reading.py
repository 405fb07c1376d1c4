"""What an expression depends on, and the states in which its parts are read."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TypeAlias, TypeVar

from ...data import dataclass
from ..levels import Level
from ..scope import Constant, Defined, Scope, Variable

NOW, THEN, NOWHERE = range(3)
"""The state that a variable is read in: the current one, the next one, or one bound by ENABLED."""


class Mode(Enum):
    """The state in which unprimed names are read, and the state in which primed names are read."""

    PLAIN = (NOW, THEN)
    PRIMED = (THEN, THEN)
    ENABLED = (NOW, NOWHERE)
    """The argument of an ENABLED."""
    ENABLED_NEXT = (THEN, NOWHERE)
    """The argument of an ENABLED that is itself primed."""
    LOST = (NOWHERE, NOWHERE)
    """A primed part of the argument of an ENABLED."""

    def prime(self) -> Mode:
        """The mode of `e` in an expression `e'` that is read in this mode."""
        return _PRIMED[self]

    def enable(self) -> Mode:
        """The mode of `A` in an expression `ENABLED A` that is read in this mode."""
        return _ENABLED[self]

    def within(self, outer: Mode) -> Mode:
        """The mode of a part that has this mode in an expression that is itself read in `outer`."""
        return _WITHIN[outer, self]


_PRIMED = {mode: Mode((mode.value[1], mode.value[1])) for mode in Mode}
_ENABLED = {mode: Mode((mode.value[0], NOWHERE)) for mode in Mode}
_WITHIN = {
    (outer, inner): Mode(tuple((*outer.value, NOWHERE)[state] for state in inner.value))
    for outer in Mode
    for inner in Mode
}


@dataclass(frozen=True, slots=True)
class Hole:
    """A parameter of a definition that is read without arguments; `number` counts from 0."""

    owner: Defined
    number: int


Stand: TypeAlias = tuple[Scope, str]
"""A substituted variable of an instance: the scope of the instance's module, and its name there."""


class Draws(IntEnum):
    """Whether a value is drawn at random."""

    NOTHING = 0
    ANEW = 1
    """It is drawn at each evaluation."""
    CONSTANT = 2
    """It is drawn in a constant operator of a module, which must have one value only."""


Use: TypeAlias = tuple[Hole, Mode]
"""A parameter, and the mode in which the argument in its place is read."""

T = TypeVar("T")

NONE: frozenset[Variable] = frozenset()


@dataclass(frozen=True, slots=True)
class Reading:
    """What the value of an expression depends on.

    `now` are the variables that are read in the current state, `then` those that are read in the
    next state. A next state that ENABLED binds does not count.
    """

    now: frozenset[Variable] = NONE
    then: frozenset[Variable] = NONE
    temporal: bool = False
    """Whether it is a temporal formula: one about a whole behavior."""
    volatile: bool = False
    """Whether two evaluations may give different values."""
    draws: Draws = Draws.NOTHING
    slots: frozenset[int] = frozenset()
    """The frame slots that are read: they hold values known at the point of evaluation."""
    uses: frozenset[Use] = frozenset()
    """The parameters that are read, if a definition is read without arguments."""
    moves: frozenset[Stand] = frozenset()
    """The substituted variables of instances that are read in the next state."""
    stands: frozenset[Stand] = frozenset()
    """The substituted variables of instances that are read in the current state."""
    lacks: frozenset[Constant] = frozenset()
    """The declared constants without a value that are read."""

    @property
    def variables(self) -> frozenset[Variable]:
        """The variables that are read in either state."""
        return self.now | self.then

    @property
    def level(self) -> Level:
        """The level of the expression, by what it reads: constant, state, action or temporal."""
        if self.temporal:
            return Level.TEMPORAL
        read = {mode.value[0] for _, mode in self.uses}
        if self.then or THEN in read:
            return Level.ACTION
        return Level.STATE if self.now or NOW in read else Level.CONSTANT

    @property
    def is_fixed(self) -> bool:
        """Whether only random draws and other volatile operators can change the value."""
        return self.level is Level.CONSTANT and not self.slots

    def within(self, mode: Mode) -> Reading:
        """What the same expression depends on when it is read in a mode."""
        found = Found()
        found.add(self, mode)
        found.uses.update((hole, inner.within(mode)) for hole, inner in self.uses)
        return found.reading()


NOTHING = Reading()


class Found:
    """Collects what an expression reads: variables and substituted variables, with their states."""

    __slots__ = ("draws", "lacks", "slots", "stands", "temporal", "uses", "variables", "volatile")

    def __init__(self) -> None:
        self.variables: set[tuple[int, Variable]] = set()
        self.stands: set[tuple[int, Stand]] = set()
        self.slots: set[int] = set()
        self.uses: set[Use] = set()
        self.temporal = False
        self.volatile = False
        self.draws = Draws.NOTHING
        self.lacks: set[Constant] = set()

    def reading(self) -> Reading:
        """Everything found, as an immutable `Reading`."""
        return Reading(
            now=_at(NOW, self.variables),
            then=_at(THEN, self.variables),
            temporal=self.temporal,
            volatile=self.volatile,
            draws=self.draws,
            slots=frozenset(self.slots),
            uses=frozenset(self.uses),
            moves=_at(THEN, self.stands),
            stands=_at(NOW, self.stands),
            lacks=frozenset(self.lacks),
        )

    def see(self, state: int, variable: Variable) -> None:
        """Record that a variable is read in a state."""
        self.variables.add((state, variable))

    def hold(self, slot: int) -> None:
        """Record that a slot of the frame is read."""
        self.slots.add(slot)

    def vary(self) -> None:
        """Record that two evaluations may give different values."""
        self.volatile = True

    def draw(self, draws: Draws) -> None:
        """Record a random draw; a `CONSTANT` one outweighs the others."""
        self.draws = max(self.draws, draws)

    def add(self, of: Reading, mode: Mode) -> None:
        """Add what a definition reads when it is used in a mode, except for its parameters."""
        now, then = mode.value
        self.variables.update((now, one) for one in of.now)
        self.variables.update((then, one) for one in of.then)
        self.stands.update((now, one) for one in of.stands)
        self.stands.update((then, one) for one in of.moves)
        self.slots |= of.slots
        self.lacks |= of.lacks
        self.temporal |= of.temporal
        self.volatile |= of.volatile
        self.draw(of.draws)


class Varies(Exception):
    """The value may differ between frames."""


class NothingFound(Found):
    """Raises `Varies` as soon as something is found that may differ between frames."""

    __slots__ = ()

    def see(self, state: int, variable: Variable) -> None:
        if state != NOWHERE:
            raise Varies

    def hold(self, slot: int) -> None:
        raise Varies

    def vary(self) -> None:
        raise Varies

    def add(self, of: Reading, mode: Mode) -> None:
        now, then = mode.value
        is_read = (of.now and now != NOWHERE) or (of.then and then != NOWHERE)
        if is_read or of.slots or of.volatile:
            raise Varies


def _at(state: int, found: set[tuple[int, T]]) -> frozenset[T]:
    return frozenset(one for where, one in found if where == state) if found else frozenset()
