"""What an expression speaks of: a record of it, and in which state each part of it is read."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TypeAlias, TypeVar

from ...data import dataclass
from ..levels import Level
from ..scope import Defined, Scope, Variable

NOW, THEN, NOWHERE = range(3)
"""The state that a variable is read in: this one, the next one, or one that ENABLED looks for."""


class Mode(Enum):
    """In which state an expression is read that stands somewhere, and in which one its primes."""

    PLAIN = (NOW, THEN)
    PRIMED = (THEN, THEN)
    ENABLED = (NOW, NOWHERE)
    """Under ENABLED."""
    ENABLED_NEXT = (THEN, NOWHERE)
    """Under an ENABLED that is primed."""
    LOST = (NOWHERE, NOWHERE)
    """Primed, under ENABLED."""

    def prime(self) -> Mode:
        """The mode of what is primed in this one."""
        return _PRIMED[self]

    def enable(self) -> Mode:
        """The mode of an action of which ENABLED is asked in this one."""
        return _ENABLED[self]

    def within(self, outer: Mode) -> Mode:
        """This mode, in an expression that is itself read in another."""
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
    """A parameter, while its definition is read by itself."""

    owner: Defined
    number: int


Stand: TypeAlias = tuple[Scope, str]
"""A variable of an instance that stands for something else: the module there, and its name."""


class Draws(IntEnum):
    """Whether chance decides on a value."""

    NOTHING = 0
    ANEW = 1
    """Each time that it is asked for."""
    CONSTANT = 2
    """The same, though it is a constant of a module, which has one value only."""


Use: TypeAlias = tuple[Hole, Mode]
"""A parameter, and how an argument in its place is read."""

T = TypeVar("T")

NONE: frozenset[Variable] = frozenset()


@dataclass(frozen=True, slots=True)
class Reading:
    """What the value of an expression depends on.

    The variables `now`, in this state, and `then`, in the next one, but not what ENABLED binds.
    """

    now: frozenset[Variable] = NONE
    then: frozenset[Variable] = NONE
    temporal: bool = False
    """Whether it speaks of a whole run."""
    volatile: bool = False
    """Whether it need not have the same value twice."""
    draws: Draws = Draws.NOTHING
    slots: frozenset[int] = frozenset()
    """The slots of the frame in which values stand that are known where it is evaluated."""
    uses: frozenset[Use] = frozenset()
    """The parameters that are read, where a definition is read by itself."""
    moves: frozenset[Stand] = frozenset()
    """The variables of instances that stand for something else and are read in the next state."""
    stands: frozenset[Stand] = frozenset()
    """Those that are read in this state."""

    @property
    def variables(self) -> frozenset[Variable]:
        """Those of both states."""
        return self.now | self.then

    @property
    def level(self) -> Level:
        """Of what it speaks: nothing that changes, a state, a step, a run."""
        if self.temporal:
            return Level.TEMPORAL
        read = {mode.value[0] for _, mode in self.uses}
        if self.then or THEN in read:
            return Level.ACTION
        return Level.STATE if self.now or NOW in read else Level.CONSTANT

    @property
    def is_fixed(self) -> bool:
        """Whether it would have one value only if nothing was drawn or asked of the search."""
        return self.level is Level.CONSTANT and not self.slots

    def within(self, mode: Mode) -> Reading:
        """What the same expression speaks of where it is read in a mode."""
        found = Found()
        found.add(self, mode)
        found.uses.update((hole, inner.within(mode)) for hole, inner in self.uses)
        return found.reading()


NOTHING = Reading()


class Found:
    """What was found so far: variables, and those of instances that stand for others, by state."""

    __slots__ = ("draws", "slots", "stands", "temporal", "uses", "variables", "volatile")

    def __init__(self) -> None:
        self.variables: set[tuple[int, Variable]] = set()
        self.stands: set[tuple[int, Stand]] = set()
        self.slots: set[int] = set()
        self.uses: set[Use] = set()
        self.temporal = False
        self.volatile = False
        self.draws = Draws.NOTHING

    def reading(self) -> Reading:
        """What was found, for good."""
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
        )

    def see(self, state: int, variable: Variable) -> None:
        """A variable is read in a state."""
        self.variables.add((state, variable))

    def hold(self, slot: int) -> None:
        """A value in a slot of the frame is read."""
        self.slots.add(slot)

    def vary(self) -> None:
        """What is read need not be the same twice."""
        self.volatile = True

    def draw(self, draws: Draws) -> None:
        """Chance decides."""
        self.draws = max(self.draws, draws)

    def add(self, of: Reading, mode: Mode) -> None:
        """What a definition reads that is used in a mode, without its parameters."""
        now, then = mode.value
        self.variables.update((now, one) for one in of.now)
        self.variables.update((then, one) for one in of.then)
        self.stands.update((now, one) for one in of.stands)
        self.stands.update((then, one) for one in of.moves)
        self.slots |= of.slots
        self.temporal |= of.temporal
        self.volatile |= of.volatile
        self.draw(of.draws)


class Varies(Exception):
    """Something was found that need not be the same in every frame."""


class NothingFound(Found):
    """Raises `Varies` at the first thing that need not be the same in every frame."""

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
