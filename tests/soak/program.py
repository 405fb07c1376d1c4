"""Random programs: b-threads from tables, whose states are known, and others written as Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from counterpoint import (
    Event,
    Ordered,
    Priority,
    Program,
    Thread,
    ThreadPriority,
    Uniform,
)
from counterpoint.bp.strategy import LEAST, enabled_events
from tests.conformance.brute_force import (
    ALPHABET,
    ENDS,
    FAILS,
    Row,
    Table,
    automaton,
    enabled,
    first_of_each,
    greatest,
)

Selector = Callable[[list[Any]], list[Event]]


def last_two(said: Any) -> list[Event]:
    """A strategy of the user's own: of what is enabled, the last two of the alphabet."""
    return [event for event in ALPHABET if event in enabled_events(said)][-2:]


STRATEGIES: dict[str, tuple[Any, Selector]] = {
    "uniform": (Uniform(), enabled),
    "ordered": (Ordered(), first_of_each),
    "priority": (
        Priority(),
        greatest(lambda v: LEAST if not v.said or v.said.priority is None else v.said.priority),
    ),
    "own": (last_two, lambda voices: enabled(voices)[-2:]),
    "thread": (
        ThreadPriority({"automaton": 2}, default=1),
        greatest(lambda v: 2 if v.recipe.name == "automaton" else 1),
    ),
}


@dataclass(frozen=True)
class Settings:
    """All of a program but its b-threads."""

    strategy: str = "uniform"
    final: tuple[Event, ...] = ()
    external: tuple[Event, ...] = ()
    owners: tuple[tuple[str, tuple[Event, ...]], ...] = ()
    weak: tuple[tuple[Event, ...], ...] = ()
    strong: tuple[tuple[Event, ...], ...] = ()

    def program(self, *threads: Thread) -> Program:
        return Program(
            *threads,
            strategy=STRATEGIES[self.strategy][0],
            final=self.final,
            external=self.external,
            owners=dict(self.owners),
            weak=self.weak,
            strong=self.strong,
        )


def few_events(random: Random) -> tuple[Event, ...]:
    return tuple(random.sample(ALPHABET, random.choice([1, 1, 0, 2])))


def seldom(random: Random) -> tuple[Event, ...]:
    return (random.choice(ALPHABET),) if random.randrange(5) == 4 else ()


def row(random: Random, number: int, kids: int) -> Row:
    """A row; where b-threads can be started, rows lead on only, so that they are finitely many."""
    moves = [random.choice([0, 0, 1, 1, 2, 2, ENDS, FAILS]) for _ in ALPHABET]
    if kids:
        moves = [move if move > number or move < 0 else ENDS for move in moves]
    starts = [(), (0,), (0, 0), (kids - 1,)]
    return Row(
        request=few_events(random),
        wait_for=few_events(random),
        block=seldom(random),
        interrupt=seldom(random),
        priority=random.choice([None, 1, 2]),
        hot=bool(random.randrange(2)),
        alarmed=random.randrange(10) == 9,
        start=random.choice(starts) if kids else (),
        by_predicate=bool(random.randrange(2)),
        moves=tuple(moves),
    )


def a_table(random: Random, kids: int = 0) -> Table:
    return tuple(row(random, number, kids) for number in range(3))


def tabled(random: Random) -> Thread:
    """A b-thread from a table; now and then one that starts others."""
    if random.randrange(5) == 4:
        kids = tuple(a_table(random) for _ in range(random.randint(1, 2)))
        return automaton(a_table(random, len(kids)), kids)
    return automaton(a_table(random))


def settings(random: Random, game: bool = False, fair: bool = False) -> Settings:
    one = few_events(random)
    others = tuple(event for event in ALPHABET if event not in one)
    owners = (("one", one), ("two", others if random.randrange(2) else ())) if game else ()
    return Settings(
        random.choice(list(STRATEGIES)),
        seldom(random) if random.randrange(2) else (),
        few_events(random) if random.randrange(3) == 2 else (),
        owners,
        (few_events(random) or ALPHABET[:1],) if fair and random.randrange(2) else (),
        (few_events(random) or ALPHABET[:1],) if fair and random.randrange(2) else (),
    )


def written(random: Random) -> str:
    """The text of a module with b-threads; `THREADS` lists them."""
    names = [f"thread{n}" for n in range(random.randint(1, 3))]
    bodies = [_Body(random, name).text() for name in names]
    return HEAD + "\n\n".join(bodies) + f"\n\nTHREADS = [{', '.join(f'{n}()' for n in names)}]\n"


HEAD = """\
from counterpoint import Event, events, named, sync, thread

A, B, C = events("A B C")
EVENTS = [A, B, C]

def both(first, second):
    got = yield sync(request=first, wait_for=second)
    return got

class Box:
    def __init__(self, value):
        self.value = value

"""


def module_of(text: str) -> dict[str, Any]:
    """What a module holds that has this text."""
    room: dict[str, Any] = {"__name__": "random_program"}
    exec(compile(text, "<random program>", "exec"), room)
    return room


class _Body:
    """Writes a b-thread: statements over its own variables, and `yield`s between them."""

    def __init__(self, random: Random, name: str) -> None:
        self.random, self.name = random, name
        self.loops = 0

    def one(self, *texts: str) -> str:
        return self.random.choice(texts)

    def text(self) -> str:
        lines = [f"def {self.name}():", "    n = 0", "    seen = []", "    last = None"]
        lines += self.block(1, 3) or ["    pass"]
        lines += ["    yield sync(request=B)"]
        return "\n".join(["@thread", *lines])

    def event(self) -> str:
        return self.one("A", "B", "C", "EVENTS[n % 3]", "Event('D', n % 2)", "Event('D', 1)")

    def events(self) -> str:
        return self.one(
            self.event(), f"[{self.event()}, {self.event()}]", "named('D')", "EVENTS[:2]",
            "lambda e: e is not A", "(A, C)",
        )  # fmt: skip

    def sync(self) -> str:
        said = [f"request={self.one(self.event(), f'[{self.event()}, {self.event()}]')}"]
        if self.random.randrange(3) == 2:
            said = []
        said += [f"wait_for={self.events()}"] if self.random.randrange(2) else []
        said += [f"block={self.events()}"] if self.random.randrange(5) == 4 else []
        said += [f"interrupt={self.event()}"] if self.random.randrange(8) == 7 else []
        said += [f"priority={self.one('1', '2', 'n % 3')}"] if self.random.randrange(4) == 3 else []
        said += ["hot=True"] if self.random.randrange(5) == 4 else []
        return f"sync({', '.join(said or ['wait_for=A'])})"

    def block(self, indent: int, most: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(1, most)):
            lines += self.statement(indent)
        return lines

    def statement(self, indent: int) -> list[str]:
        tab = "    " * indent
        deep = indent >= 4
        match self.random.randrange(14):
            case 0 | 1 | 2:
                return [f"{tab}last = yield {self.sync()}"]
            case 3:
                return [f"{tab}n = {self.one('(n + 1) % 3', '0', 'len(seen) % 3', '2 - n % 3')}"]
            case 4:
                then = self.one("(seen + [last])[-2:]", "[]", "seen[::-1]", "list(seen)")
                return [f"{tab}seen = {then}"]
            case 5 if not deep:
                return [f"{tab}if {self.test()}:", *self.block(indent + 1, 2)]
            case 6 if not deep:
                return [
                    f"{tab}if {self.test()}:", *self.block(indent + 1, 1),
                    f"{tab}else:", *self.block(indent + 1, 1),
                ]  # fmt: skip
            case 7 if not deep:
                over = self.one(
                    "range(2)", "EVENTS", "iter([A, B])", "dict.fromkeys([0, 1])", "{0, 1, 2}"
                )
                self.loops += 1
                item = f"item{self.loops}"
                return [
                    f"{tab}for {item} in {over}:", *self.block(indent + 1, 2),
                    f"{tab}    n = (n + {self.one('1', item if over[0] == 'r' else '2')}) % 3",
                    f"{tab}    last = yield {self.sync()}",
                ]  # fmt: skip
            case 8 if not deep:
                return [
                    f"{tab}while {self.one('True', self.test())}:", *self.block(indent + 1, 2),
                    f"{tab}    last = yield {self.sync()}",
                    f"{tab}    n = (n + 1) % 3",
                ]  # fmt: skip
            case 9:
                return [f"{tab}last = yield from both({self.event()}, {self.events()})"]
            case 10:
                return [f"{tab}assert {self.one('last is not C', 'n < 2', 'len(seen) < 2')}"]
            case 11 if not deep:
                return [
                    f"{tab}try:", *self.block(indent + 1, 1),
                    f"{tab}    last = yield {self.sync()}",
                    f"{tab}finally:", f"{tab}    n = {self.one('0', '(n + 1) % 3')}",
                ]  # fmt: skip
            case 12:
                return [
                    f"{tab}box = Box(n % 2)",
                    f"{tab}keep = lambda e, box=box: e is EVENTS[box.value]",
                    f"{tab}last = yield sync(wait_for=keep, request={self.event()})",
                    f"{tab}box.value = {self.one('0', 'n % 2')}",
                ]
        return [f"{tab}last = yield {self.sync()}"]

    def test(self) -> str:
        return self.one("n == 1", "last is A", "last == Event('D', 1)", "seen", "n", "last in seen")


class Live:
    """Any program's b-threads after a history: fresh generators, resumed by definition.

    Kids of `start=` begin within the step, without its event.
    """

    def __init__(self, threads: Sequence[Thread]) -> None:
        self.failed: list[str] = []
        self.events: tuple[Event, ...] = ()
        self.voices: list[Any] = []
        for recipe in threads:
            self._begin(recipe)

    def _begin(self, recipe: Thread) -> None:
        voice = _Voice(recipe)
        self._resume(voice, lambda: next(voice.body))

    def _resume(self, voice: Any, act: Callable[[], Any]) -> None:
        try:
            voice.said = act()
        except StopIteration:
            return
        except AssertionError:
            self.failed.append(voice.recipe.name)
            return
        if _starts_only(voice.said):
            voice.body.close()
        else:
            self.voices.append(voice)
        for kid in voice.said.start:
            self._begin(kid)

    def hear(self, event: Event) -> None:
        before, self.voices = self.voices, []
        self.events += (event,)
        for voice in before:
            said = voice.said
            if event in said.interrupt:
                if said.on_interrupt is not None:
                    said.on_interrupt(event)
                voice.body.close()
            elif event in said.request or event in said.wait_for:
                self._resume(voice, partial(voice.body.send, event))
            else:
                self.voices.append(voice)

    def enabled(self, by_priority: bool = False) -> set[Event]:
        """What is requested and not blocked; of that, what is asked for most urgently."""
        asked = [
            (LEAST if voice.said.priority is None else voice.said.priority, event)
            for voice in self.voices
            for event in voice.said.request
            if not any(event in other.said.block for other in self.voices)
        ]
        most = max((priority for priority, _ in asked), default=LEAST)
        return {event for priority, event in asked if priority == most or not by_priority}

    def outside(self, external: Sequence[Event]) -> set[Event]:
        return {e for e in external if not any(e in voice.said.block for voice in self.voices)}


def _starts_only(said: Any) -> bool:
    """Whether a statement starts others and names no event, which ends its b-thread."""
    sets = (said.wait_for, said.block, said.interrupt)
    names = said.request or any(each.members != () for each in sets)
    return bool(said.start) and not said.hot and not names


class _Voice:
    def __init__(self, recipe: Thread) -> None:
        self.recipe = recipe
        self.body = recipe.start()
        self.said: Any = None
