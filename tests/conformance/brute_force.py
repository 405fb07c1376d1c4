"""A second, plain implementation of the semantics: fresh generators, whole histories replayed.

B-threads are made from tables, so that the test knows their local states by itself: the row where a
generator stands. A state of a program is, for each b-thread of the program, the list of those alive
that came from it, each with its table and row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from counterpoint import Event, Program, Sync, Thread, events, sync, thread

ALPHABET = events("A B C")
ENDS, FAILS, ALARMS = -1, -2, -3
"""Where a row may lead besides another row; an alarm is a handler that fails when interrupted."""


class Row(NamedTuple):
    """A statement, and the row that each event of the alphabet leads to."""

    request: tuple[Event, ...] = ()
    wait_for: tuple[Event, ...] = ()
    block: tuple[Event, ...] = ()
    interrupt: tuple[Event, ...] = ()
    priority: int | None = None
    hot: bool = False
    alarmed: bool = False
    start: tuple[int, ...] = ()
    by_predicate: bool = False
    moves: tuple[int, ...] = (ENDS,) * len(ALPHABET)


Table = tuple[Row, ...]


def alarm(event: Event) -> None:
    raise AssertionError(f"interrupted by {event}")


def among(those: tuple[Event, ...]) -> Callable[[Event], bool]:
    return lambda event: event in those


@thread
def automaton(table: Table, kids: tuple[Table, ...] = ()) -> Iterator[Sync]:
    """The b-thread that a table describes; `kids` are those that its rows may start."""
    row = 0
    while row >= 0:
        line = table[row]
        spell = among if line.by_predicate else tuple
        event = yield sync(
            request=line.request,
            wait_for=spell(line.wait_for),
            block=spell(line.block),
            interrupt=spell(line.interrupt),
            priority=line.priority,
            hot=line.hot,
            on_interrupt=alarm if line.alarmed else None,
            start=[automaton(kids[number]) for number in line.start],
        )
        row = line.moves[ALPHABET.index(event)]
        del event, spell
    if row == FAILS:
        raise AssertionError("the table says so")


class Voice:
    """One living b-thread: where it stands, and what it says there; `number` tells kids apart."""

    def __init__(self, recipe: Thread, name: str, number: int = 0) -> None:
        self.recipe, self.name, self.number = recipe, name, number
        self.body = recipe.start()
        self.said: Sync | None = next(self.body)
        self.failed = 0

    @property
    def row(self) -> int:
        body: Any = self.body
        return self.failed or body.gi_frame.f_locals["row"]

    @property
    def stated(self) -> Sync:
        """What it says; to be asked only of one that says something."""
        assert self.said is not None
        return self.said

    @property
    def starts_only(self) -> bool:
        """Whether it starts others and says nothing else, which ends it."""
        table: Any = self.recipe.args[0]
        line = table[self.row] if self.said is not None else Row()
        names = (line.request, line.wait_for, line.block, line.interrupt)
        return bool(line.start) and not line.hot and not line.by_predicate and not any(names)

    def hear(self, event: Event) -> bool:
        """Move on by `event`; whether there is a new statement."""
        said = self.said
        assert said is not None
        if event in said.interrupt:
            self._move(lambda: said.on_interrupt and said.on_interrupt(event), ALARMS)
        elif event in said.request or event in said.wait_for:
            self._move(lambda: self.body.send(event), FAILS)
            return self.said is not None
        return False

    def _move(self, act: Callable[[], object], failure: int) -> None:
        self.said = None
        try:
            said = act()
        except StopIteration:
            return
        except AssertionError:
            self.failed = failure
        else:
            self.said = said if isinstance(said, Sync) else None


class World:
    """A program made from tables, as it stands after a history of events."""

    def __init__(self, program: Program) -> None:
        named = zip(program.threads, program.names, strict=True)
        self.families = [[Voice(recipe, name)] for recipe, name in named]
        for family in self.families:
            self._start(family, family[:])

    @property
    def key(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return tuple(tuple((v.number, v.row) for v in family) for family in self.families)

    @property
    def has_failed(self) -> bool:
        return any(voice.failed for family in self.families for voice in family)

    @property
    def voices(self) -> list[Voice]:
        """Those that say something."""
        return [voice for family in self.families for voice in family if voice.said is not None]

    def hear(self, event: Event) -> None:
        for family in self.families:
            moved = [voice for voice in family[:] if voice.hear(event)]
            family[:] = [voice for voice in family if voice.said is not None or voice.failed]
            self._start(family, moved)

    def _start(self, family: list[Voice], arrived: list[Voice]) -> None:
        for voice in arrived:
            for recipe in voice.said.start if voice.said else ():
                (table,) = recipe.args
                kids: Any = voice.recipe.args[1]
                number = 1 + kids.index(table)
                family.append(Voice(recipe, recipe.name, number))
            if voice.starts_only:
                family.remove(voice)


Selector = Callable[[list[Voice]], list[Event]]


def enabled(voices: list[Voice]) -> list[Event]:
    """The events of the alphabet that somebody requests and nobody blocks."""
    said = [voice.stated for voice in voices]
    asked = [event for event in ALPHABET if any(event in each.request for each in said)]
    return [event for event in asked if not any(event in each.block for each in said)]


def first_of_each(voices: list[Voice]) -> list[Event]:
    """For each b-thread, its first request that nobody blocks."""
    free = enabled(voices)
    offers = [[e for e in voice.stated.request if e in free][:1] for voice in voices]
    return [event for event in free if [event] in offers]


def greatest(rank: Callable[[Voice], float]) -> Selector:
    """The selector that takes the enabled requests of greatest rank."""

    def select(voices: list[Voice]) -> list[Event]:
        free = enabled(voices)
        ranked = [(rank(v), event) for v in voices for event in v.stated.request if event in free]
        best = max((number for number, _ in ranked), default=None)
        return [event for event in free if (best, event) in ranked]

    return select


class Graph:
    """Every state that is reached, a shortest history to it, and the steps between them."""

    def __init__(
        self, program: Program, select: Selector, not_followed: tuple[Event, ...] = ()
    ) -> None:
        self.program = program
        start = self.after(())
        self.worlds: dict[object, World] = {start.key: start}
        self.histories: dict[object, tuple[Event, ...]] = {start.key: ()}
        self.steps: set[tuple[object, Event, object]] = set()
        self.internal: dict[object, list[Event]] = {}
        self.choices: dict[object, list[Event]] = {}
        todo: list[object] = [start.key]
        for key in todo:  # it grows
            self._choose(key, select)
            for event in self.choices[key]:
                if event not in not_followed:
                    todo += self._step(key, event)

    def after(self, history: tuple[Event, ...]) -> World:
        """A fresh world, taken through a whole history."""
        world = World(self.program)
        for event in history:
            world.hear(event)
        return world

    def _choose(self, key: object, select: Selector) -> None:
        """Note what can be selected, and, of that, what requests make selectable."""
        world = self.worlds[key]
        going = not world.has_failed
        self.internal[key] = select(world.voices) if going else []
        external = self.program.external
        assert external is not None
        outside = external if going and world.voices else ()  # else the run is over
        blocked = [e for e in outside if any(e in voice.stated.block for voice in world.voices)]
        self.choices[key] = self.internal[key] or [e for e in outside if e not in blocked]

    def _step(self, key: object, event: Event) -> list[object]:
        """Take a step; the state that it leads to, if that is new."""
        history = (*self.histories[key], event)
        world = self.after(history)
        self.steps.add((key, event, world.key))
        if world.key in self.worlds:
            return []
        self.worlds[world.key] = world
        self.histories[world.key] = history
        return [world.key]

    def depth_of(self, states: Iterable[object]) -> int | None:
        """The length of a shortest history to one of these states; None if there are none."""
        return min((len(self.histories[key]) for key in states), default=None)

    def where(self, holds: Callable[[Voice], object]) -> set[object]:
        """The states in which this holds of some b-thread."""
        return {key for key, world in self.worlds.items() if any(map(holds, world.voices))}

    @property
    def failed(self) -> set[object]:
        return {key for key, world in self.worlds.items() if world.has_failed}

    @property
    def deadlocks(self) -> set[object]:
        asking = self.where(lambda voice: voice.stated.request) - self.failed
        return {key for key in asking if not self.choices[key]}

    @property
    def hot_and_quiet(self) -> set[object]:
        """Where a run may rest for ever, hot: to rest must not neglect a fair outside event."""
        hot = self.where(lambda voice: voice.stated.hot) - self.failed
        fair = (*self.program.weak, *self.program.strong)
        quiet = {key for key in hot if not self.internal[key]}
        return {k for k in quiet if not any(e in of for e in self.choices[k] for of in fair)}

    def has_cycle_inside(self, keys: set[object]) -> bool:
        """Whether a cycle stays among these states: peel off those that none of them follows."""
        while keys != (inner := {a for a, _, b in self.steps if a in keys and b in keys}):
            keys = inner
        return bool(keys)
