"""Programs with timeouts, and random ones, for the tests of runs and of checks."""

from __future__ import annotations

from random import Random

from counterpoint import Body, Event, Program, Thread, after, events, sync, thread

PAY, SHIP, CANCEL, REMIND, TICKET = events("PAY SHIP CANCEL REMIND TICKET")


@thread
def order() -> Body:
    event = yield sync(wait_for=[PAY, after(30)])
    yield sync(request=SHIP if event == PAY else CANCEL)


@thread
def remind() -> Body:
    yield sync(request=after(20), interrupt=PAY)
    yield sync(request=REMIND)


@thread
def beat(seconds: float) -> Body:
    while True:
        yield sync(request=after(seconds))
        yield sync(request=TICKET)


@thread
def watch(seconds: float, then: Event) -> Body:
    yield sync(wait_for=after(seconds))
    yield sync(request=then)


@thread
def early() -> Body:
    yield sync(wait_for=after(3))
    yield sync(request=SHIP)
    yield sync(wait_for=CANCEL)


@thread
def late() -> Body:
    yield sync(wait_for=PAY)
    for _ in range(3):
        yield sync(wait_for=after(3))
        yield sync(wait_for=after(3))
        yield sync(request=TICKET)


@thread
def forbid(event: Event, until: Event) -> Body:
    yield sync(wait_for=until, block=event)


shop = Program(order(), remind(), external=[PAY])

INSIDE = events("C D")
OUTSIDE = events("A B")
TIMEOUTS = tuple(map(after, (1, 1.5, 2, 3)))
Parts = tuple[tuple[str, tuple[Event, ...]], ...]


@thread
def rule(plan: tuple[Parts, ...], loops: bool) -> Body:
    """Make the statements of a plan, one after another; one after a timeout is left out."""
    at = 0
    while at < len(plan):
        event = yield sync(**{name: list(some) for name, some in plan[at]})  # type: ignore[arg-type]
        at += 2 if event.name == "after" and len(plan) > 2 else 1
        if loops:
            at %= len(plan)


def parts(random: Random) -> Parts:
    """A random statement."""
    waits = tuple(e for e in (*OUTSIDE, *INSIDE, *TIMEOUTS) if random.random() < 0.28)
    found: list[tuple[str, tuple[Event, ...]]] = []
    if random.random() < 0.4:
        found.append(("request", (random.choice((*INSIDE, *TIMEOUTS[:2])),)))
    if waits or not found:
        found.append(("wait_for", waits or (random.choice(TIMEOUTS),)))
    if random.random() < 0.25:
        found.append(("block", tuple(random.sample((*OUTSIDE, *INSIDE, *TIMEOUTS), 2))))
    if random.random() < 0.15:
        found.append(("interrupt", (random.choice((*OUTSIDE, *TIMEOUTS)),)))
    return tuple(found)


def threads(random: Random) -> list[Thread]:
    plans = [
        tuple(parts(random) for _ in range(random.randint(1, 3)))
        for _ in range(random.randint(1, 3))
    ]
    return [rule(plan, random.random() < 0.6) for plan in plans]


def random_program(seed: int) -> Program:
    random = Random(seed)
    return Program(*threads(random), external=[e for e in OUTSIDE if random.random() < 0.7])
