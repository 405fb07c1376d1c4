"""Programs for the tests of logs."""

from __future__ import annotations

from collections.abc import Sequence

from counterpoint import Body, Event, Program, events, named, sync, thread
from counterpoint.bp.strategy import Said, Strategy

A, B, C, D, E = events("A B C D E")
Go, Turn = events("Go Turn")
Step, Click, Other = events("Step Click Other")


@thread
def either() -> Body:
    """After A, one of two ways; which one shows later."""
    event = yield sync(request=[A(1), A(2)])
    if event == A(1):
        yield sync(request=B)
    else:
        yield sync(request=C)
        yield sync(request=D)


splitting = Program(either())


@thread
def car() -> Body:
    yield sync(request=Go("north"))
    yield sync(request=Go("north"), wait_for=Go("south"))


@thread
def truck() -> Body:
    yield sync(request=Go("south"))


@thread
def one_each() -> Body:
    """No direction goes twice."""
    first = yield sync(wait_for=named("Go"))
    yield sync(wait_for=named("Go"), block=first)


@thread
def turning() -> Body:
    yield sync(wait_for=named("Go"))
    yield sync(wait_for=named("Go"))
    yield sync(request=Turn(by="car", to=1))


crossing = Program(car(), truck(), one_each(), turning())


@thread
def works() -> Body:
    yield sync(request=Step)
    yield sync(wait_for=Click)
    yield sync(request=Other)


outside = Program(works(), external=[Click])


@thread
def steps_or_clicks() -> Body:
    """Waits for a click, which nobody requests, or takes a step first."""
    yield sync(wait_for=Click)
    yield sync(request=Step)


@thread
def steps_once() -> Body:
    yield sync(request=Step)


undeclared = Program(steps_or_clicks(), steps_once())


@thread
def divides() -> Body:
    yield sync(request=A)
    yield sync(request=A, priority=1 // (1 - 1))


failing = Program(divides())


@thread
def forking(is_short_of_room: bool = False) -> Body:
    """After A, an exception; after B and C, others."""
    event = yield sync(request=[A, B, C])
    if event == A:
        room = b"x" * (1 << 62 if is_short_of_room else 0)
        raise ValueError(room)
    yield sync(request=D if event == B else E)


class Fussy(Strategy):
    """Raises an exception where E is requested."""

    def selectable(self, statements: Sequence[Said]) -> tuple[Event, ...]:
        found = tuple(event for said in statements for event in said.sync.request)
        if E in found:
            raise ValueError("not E")
        return found


Begin, Work, Done = events("Begin Work Done")


@thread
def worker(number: int) -> Body:
    yield sync(request=Work(number))


@thread
def boss() -> Body:
    """Starts two others, and waits for both."""
    yield sync(request=Begin)
    yield sync(wait_for=named("Work"), start=[worker(1), worker(2)])
    yield sync(wait_for=named("Work"))
    yield sync(request=Done)


nested = Program(boss())


Say, Yes, In, Out = events("Say Yes In Out")


@thread
def says() -> Body:
    yield sync(request=[Say("a b"), Say("ab")])


@thread
def agrees() -> Body:
    yield sync(wait_for=Say("ab"))
    yield sync(request=Yes)


saying = Program(says(), agrees())


Draw = Event("Draw")


@thread
def draws() -> Body:
    for board in ((0, 0), (1, 0), (0, 0), (0, 1)):
        yield sync(request=Draw(board))


@thread
def answers() -> Body:
    event = yield sync(wait_for=named("In"))
    yield sync(request=Out(*event.args))


awaiting = Program(answers())
