"""Factors of actions over cells: what is asked, and what its answers let be written."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from ...data import dataclass
from ...errors import Fault, NoValue, Refused
from ...model.factored import AS_IT_IS, NOTHING, Writes
from ..evaluate.bounds import fits
from ..evaluate.context import Run, Test
from ..steps.taken import Action, Taken
from ..values import normal, shortly
from .frames import Unread, Watching
from .shapes import Cell, Shape, reading

MOST_ALTERNATIVES = 1 << 20
"""Values that a factor goes through at once."""

Answers: TypeAlias = Callable[[Watching], tuple[Writes, ...]]
"""What answers for a factor."""


@dataclass(frozen=True, slots=True)
class Const:
    """What stands in a slot of the frame is this value."""

    value: Any

    def put(self, frame: list[Any], slot: int) -> None:
        """Put it into a frame."""
        frame[slot] = self.value


@dataclass(frozen=True, slots=True)
class Part:
    """What stands in a slot is the value of a shape in this state, or in the next one."""

    shape: Shape
    shift: int = 0

    def put(self, frame: list[Any], slot: int) -> None:
        """Put it into a frame, unread."""
        frame[slot] = reading(self.shape, self.shift)


@dataclass(frozen=True, slots=True)
class Unused:
    """What stands in a slot is not read."""

    def put(self, frame: list[Any], slot: int) -> None:
        """Put something into a frame that is an error when it is read."""
        frame[slot] = Unread(_never)


def _never(m: Watching) -> Any:
    raise Fault("a slot was read that was thought to be unused")


UNUSED = Unused()

Known: TypeAlias = Const | Part | Unused
"""What stands in a slot of the frame while a factor is asked."""

Env: TypeAlias = dict[int, Known]


@dataclass(slots=True, eq=False)
class Factor:
    """A question, and what must stand in the frame to answer it."""

    answer: Answers
    env: Env
    frame: list[Any] | None = None
    """The frame to begin with; made when it is first asked."""


def few(values: Iterable[Any]) -> Iterator[Any]:
    """The values, as long as they are not too many to be remembered; then it is `Refused`."""
    for number, value in enumerate(values):
        if number == MOST_ALTERNATIVES:
            raise Refused(f"something has more than {MOST_ALTERNATIVES:,} alternatives")
        yield value


def testing(test: Test) -> Answers:
    """Whether something holds."""
    return lambda m: AS_IT_IS if test(m) else NOTHING


def valuing(value: Run) -> Answers:
    """That there is a value; it is an error if there is none."""

    def look(m: Watching) -> tuple[Writes, ...]:
        value(m)
        return AS_IT_IS

    return look


def comparing(first: int, second: int) -> Answers:
    """Whether the same number stands in two cells."""
    return lambda m: AS_IT_IS if m.read(first) == m.read(second) else NOTHING


def assigning(shape: Shape, value: Run) -> Answers:
    """The next value of a shape is this."""

    def assign(m: Watching) -> tuple[Writes, ...]:
        writes: list[tuple[int, int]] = []
        shape.put(value(m), writes)
        return (tuple(writes),)

    return assign


def ranging(shape: Shape, values: Run) -> Answers:
    """The next value of a shape is each of these in turn."""

    def each(m: Watching) -> tuple[Writes, ...]:
        found = []
        for value in few(values(m)):
            writes: list[tuple[int, int]] = []
            shape.put(value, writes)
            found.append(tuple(writes))
        return tuple(found)

    return each


def binding(cells: tuple[Cell, ...], pattern: bool, values: Run) -> Answers:
    """Identifiers, which stand in cells of the way, are each of these values in turn."""
    if not pattern:
        (cell,) = cells
        place, number = cell.place, cell.table.number
        return lambda m: tuple([((place, number(value)),) for value in few(values(m))])

    def each(m: Watching) -> tuple[Writes, ...]:
        found = []
        for value in few(values(m)):
            if not fits(value, len(cells)):
                raise NoValue(f"{shortly(value)} is no tuple of {len(cells)} items")
            pairs = zip(cells, value, strict=True)
            found.append(tuple([(cell.place, cell.table.number(item)) for cell, item in pairs]))
        return tuple(found)

    return each


def reaching(
    shapes: Sequence[Shape], go: Callable[[Watching], object], found: list[list[Any]]
) -> Answers:
    """The next state is each that something puts into a list."""

    def reach(m: Watching) -> tuple[Writes, ...]:
        found.clear()
        go(m)
        alternatives = []
        for state in found:
            writes: list[tuple[int, int]] = []
            for shape, value in zip(shapes, state, strict=True):
                shape.put(value, writes)
            alternatives.append(tuple(writes))
        return tuple(alternatives)

    return reach


def naming(cell: Cell, make: Callable[[Watching], Hashable]) -> Answers:
    """Something about the way is noted in a cell of it."""
    table = cell.table

    def name(m: Watching) -> tuple[Writes, ...]:
        made = make(m)
        number = table.numbers.setdefault(made, len(table.values))
        if number == len(table.values):
            table.values.append(made)
        return (((cell.place, number),),)

    return name


def acting(name: str, parameters: tuple[str, ...], runs: list[Run]) -> Callable[[Watching], Action]:
    """The action that is taken."""
    return lambda m: Action(name, parameters, tuple([argument(run, m) for run in runs]))


def argument(run: Run, m: Any) -> Any:
    """The argument of an action; what has no value was not needed either."""
    try:
        return normal(run(m))
    except NoValue:
        return None


def taking(actions: Iterable[Action | Cell | None]) -> Callable[[Watching], Taken]:
    """The actions of a step; of some it is noted in a cell of the way which they are."""
    listed = tuple(actions)

    def take(m: Watching) -> Taken:
        return Taken(
            tuple(
                each.table.values[m.read(each.place)] if isinstance(each, Cell) else each
                for each in listed
            )
        )

    return take
