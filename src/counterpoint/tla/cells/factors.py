"""Factors of actions over cells: questions, and the writes that their answers allow."""

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
"""The limit on the alternatives that one factor enumerates."""

Answers: TypeAlias = Callable[[Watching], tuple[Writes, ...]]
"""Computes the answers of a factor in a frame: one tuple of writes for each alternative."""


@dataclass(frozen=True, slots=True)
class Const:
    """A slot that holds a known value."""

    value: Any

    def put(self, frame: list[Any], slot: int) -> None:
        """Store the value in a frame."""
        frame[slot] = self.value


@dataclass(frozen=True, slots=True)
class Part:
    """A slot that holds a value of a shape: the next one if `shift` is the number of cells."""

    shape: Shape
    shift: int = 0

    def put(self, frame: list[Any], slot: int) -> None:
        """Store the value in a frame, unread."""
        frame[slot] = reading(self.shape, self.shift)


@dataclass(frozen=True, slots=True)
class Unused:
    """A slot that is never read."""

    def put(self, frame: list[Any], slot: int) -> None:
        """Store a placeholder in a frame that raises `Fault` when it is read."""
        frame[slot] = Unread(_never)


def _never(m: Watching) -> Any:
    raise Fault("a slot was read that was thought to be unused")


UNUSED = Unused()

Known: TypeAlias = Const | Part | Unused
"""What is known about a slot of the frame when a factor is evaluated."""

Env: TypeAlias = dict[int, Known]


@dataclass(slots=True, eq=False)
class Factor:
    """A question, and what the frame must hold to answer it."""

    answer: Answers
    env: Env
    frame: list[Any] | None = None
    """The initial frame, which is made when the factor is first evaluated."""


def few(values: Iterable[Any]) -> Iterator[Any]:
    """The values, in order; raises `Refused` if there are more than `MOST_ALTERNATIVES`."""
    for number, value in enumerate(values):
        if number == MOST_ALTERNATIVES:
            raise Refused(f"something has more than {MOST_ALTERNATIVES:,} alternatives")
        yield value


def testing(test: Test) -> Answers:
    """A factor that tests whether a condition holds."""
    return lambda m: AS_IT_IS if test(m) else NOTHING


def valuing(value: Run) -> Answers:
    """A factor that is always true, but raises `NoValue` if there is no value."""

    def look(m: Watching) -> tuple[Writes, ...]:
        value(m)
        return AS_IT_IS

    return look


def comparing(first: int, second: int) -> Answers:
    """A factor that tests whether two cells hold the same number."""
    return lambda m: AS_IT_IS if m.read(first) == m.read(second) else NOTHING


def being(place: int, number: int) -> Answers:
    """A factor that tests whether a cell holds this number."""
    return lambda m: AS_IT_IS if m.read(place) == number else NOTHING


def assigning(shape: Shape, value: Run) -> Answers:
    """A factor that assigns the next value of a shape."""

    def assign(m: Watching) -> tuple[Writes, ...]:
        writes: list[tuple[int, int]] = []
        shape.put(value(m), writes)
        return (tuple(writes),)

    return assign


def ranging(shape: Shape, values: Run) -> Answers:
    """A factor that assigns each of several values in turn to the next value of a shape."""

    def each(m: Watching) -> tuple[Writes, ...]:
        found = []
        for value in few(values(m)):
            writes: list[tuple[int, int]] = []
            shape.put(value, writes)
            found.append(tuple(writes))
        return tuple(found)

    return each


def binding(cells: tuple[Cell, ...], pattern: bool, values: Run) -> Answers:
    """A factor that binds identifiers, in temporary cells, to each of several values in turn."""
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
    """A factor that assigns each next state in turn that `go` appends to `found`."""

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
    """A factor that stores what `make` gives in a temporary cell."""
    table = cell.table

    def name(m: Watching) -> tuple[Writes, ...]:
        return (((cell.place, table.number_of(make(m))),),)

    return name


def acting(name: str, parameters: tuple[str, ...], runs: list[Run]) -> Callable[[Watching], Action]:
    """A function that gives the action that is taken, with its arguments."""
    return lambda m: Action(name, parameters, tuple([argument(run, m) for run in runs]))


def argument(run: Run, m: Any) -> Any:
    """The value of an action's argument; None if it has none, because then it was not needed."""
    try:
        return normal(run(m))
    except NoValue:
        return None


def taking(actions: Iterable[Action | Cell | None]) -> Callable[[Watching], Taken]:
    """A function that gives the actions of a step; some of them are read from temporary cells."""
    listed = tuple(actions)

    def take(m: Watching) -> Taken:
        return Taken(
            tuple(
                each.table.values[m.read(each.place)] if isinstance(each, Cell) else each
                for each in listed
            )
        )

    return take
