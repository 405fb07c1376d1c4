"""B-threads that make objects, send them in events, change and read them: against whole histories.

An event owns its data: whatever happens to an object after an event was made of it, or after it
was read from one, nobody who holds an equal event may see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from counterpoint import Event, Program, Thread, check, named, never, sync, thread
from counterpoint.verdict import Answer

from .. import ways
from ..compare import Tally
from ..program import Live
from ..ways import Ways, audited

SHARE = 0.5

MOST = 1000
"""Histories up to which a program is replayed."""

Step = tuple[str, int, int]
"""What a b-thread does, and two small numbers that say with which object or event."""

GO = (Event("Go", 0), Event("Go", 1))

STEPS = (
    "make", "put into an event", "change", "change in an event", "take from an event", "request",
    "request", "request this or go", "go", "wait", "wait", "wait for go", "block", "tell",
    "tell of an event", "tell of an event",
)  # fmt: skip


@dataclass(frozen=True)
class Listed:
    """Its `==` leaves the list out."""

    number: int
    seen: list[int] = field(default_factory=list, compare=False)


@dataclass(unsafe_hash=True)
class Counted:
    """Its hash changes with it."""

    number: int = 0


class Written:
    """Told apart by methods that leave the list out."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.seen: list[int] = []

    def __eq__(self, other: object) -> bool:
        return type(other) is Written and self.number == other.number

    def __hash__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Written({self.number}, {self.seen})"


def made(kind: int, number: int) -> Any:
    if kind == 0:
        return Listed(number)
    return Counted(number) if kind == 1 else Written(number)


def changed(thing: Any) -> None:
    if isinstance(thing, Counted):
        thing.number += 1
    else:
        thing.seen.append(1)


def told(thing: Any) -> int:
    return int(thing.number if isinstance(thing, Counted) else len(thing.seen))


@thread
def actor(me: int, steps: Sequence[Step]) -> Any:
    """Does what the steps say, but for steps that need an object or an event where it has none."""
    things: list[Any] = []
    held: list[Event] = []
    for what, one, other in steps:
        thing = things[one % len(things)] if things else None
        event = held[one % len(held)] if held else None
        if what == "make":
            things.append(made(one, other))
        elif what == "go":
            yield sync(request=GO[other])
        elif what == "wait":
            held.append((yield sync(wait_for=named("Data"))))
        elif what == "wait for go":
            yield sync(wait_for=GO[other])
        elif what == "put into an event" and thing is not None:
            held.append(Event("Data", thing))
        elif what == "change" and thing is not None:
            changed(thing)
        elif what == "tell" and thing is not None:
            yield sync(request=Event("Told", me, told(thing)))
        elif event is None:
            continue
        elif what == "change in an event":
            changed(event.args[0])
        elif what == "take from an event":
            things.append(event.args[0])
        elif what == "request":
            yield sync(request=event)
        elif what == "request this or go":
            yield sync(request=[event, GO[other]])
        elif what == "block":
            yield sync(request=GO[other], block=event)
        elif what == "tell of an event":
            yield sync(request=Event("Told", me, told(event.args[0])))


@dataclass(frozen=True)
class Case:
    actors: tuple[tuple[Step, ...], ...]
    order: tuple[int, ...]
    ways: Ways

    @property
    def threads(self) -> list[Thread]:
        """The b-threads, registered in any order."""
        return [actor(me, self.actors[me]) for me in self.order]


def draw(random: Random) -> Case:
    actors = tuple(_steps(random) for _ in range(random.randint(2, 3)))
    order = tuple(random.sample(range(len(actors)), len(actors)))
    return Case(actors, order, ways.draw(random))


def _steps(random: Random) -> tuple[Step, ...]:
    return tuple(
        (random.choice(STEPS), random.randrange(3), random.randrange(2))
        for _ in range(random.randint(3, 8))
    )


def compare(case: Case, tally: Tally) -> None:
    came = _events_that_come(case)
    if came is None:
        tally.unanswered("too many histories")
        return
    others = {Event("Told", me, count) for me in range(len(case.actors)) for count in range(3)}
    asked = sorted({*came, *others}, key=str)
    with tally.answering("check", "all properties"):
        program = Program(*case.threads, external=())
        verdicts = check(program, *map(never, asked), **case.ways.options)
        for event, verdict in zip(asked, verdicts.properties, strict=True):
            wanted = Answer.FAILS if event in came else Answer.HOLDS
            tally.same("check", f"never {event}", verdict.answer, wanted)
        audited(verdicts, tally)


def _events_that_come(case: Case) -> set[Event] | None:
    """What is told in any history, each replayed from the start; None where there are too many."""
    came: set[Event] = set()
    begun: list[tuple[Event, ...]] = [()]
    for _ in range(MOST):
        if not begun:
            return came
        history = begun.pop()
        live = Live(case.threads)
        for event in history:
            live.hear(event)
        for event in live.enabled():
            came |= {event} if event.name == "Told" else set()
            begun.append((*history, event))
    return None


def show(case: Case) -> str:
    actors = "\n".join(f"{me}: {steps}" for me, steps in enumerate(case.actors))
    return f"{actors}\norder: {case.order}\n# {case.ways}"
