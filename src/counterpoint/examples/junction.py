"""A road junction: proving that something good happens in time, with hot statements.

It shows hot statements, and the two ways in which a program can fail to make progress.

A `hot` statement must be left in time: here, no car may wait for ever. A violation shows in one of
two ways. A *hot cycle* is an infinite run in which a car waits while others pass. In a *deadlock*
all wait for one another. The rule `give_way` avoids both.

    counterpoint check junction            every car gets through
    counterpoint check junction:rude       without `give_way` one road can pass for ever
    counterpoint check junction:polite     with `after_you` all wait for one another

It is no fault that some car is waiting at every moment: ask for `hot-system-cycle` to see that this
happens here as well, each time with other cars.
"""

from itertools import permutations

from counterpoint import (
    Body,
    Program,
    events,
    named,
    no_deadlock,
    no_hot_cycle,
    sync,
    thread,
)

ARRIVE, ENTER, LEAVE = events("Arrive Enter Leave")

ROADS = ("north", "east")


@thread
def cars(road: str) -> Body:
    """One car after the other arrives, wants to get through in time, and leaves."""
    while True:
        yield sync(request=ARRIVE(road))
        yield sync(request=ENTER(road), hot=True)
        yield sync(request=LEAVE(road))


@thread
def one_at_a_time() -> Body:
    """Nobody enters while a car is on the junction."""
    while True:
        yield sync(wait_for=named(ENTER))
        yield sync(wait_for=named(LEAVE), block=named(ENTER))


@thread
def give_way(road: str, other: str) -> Body:
    """While a car waits on the other road, at most one car of this road goes before it."""
    while True:
        yield sync(wait_for=ARRIVE(other))
        if (yield sync(wait_for=[ENTER(road), ENTER(other)])) is ENTER(road):
            yield sync(wait_for=ENTER(other), block=ENTER(road))


@thread
def after_you(road: str, other: str) -> Body:
    """While a car waits on the other road, no car of this road enters at all."""
    while True:
        yield sync(wait_for=ARRIVE(other))
        yield sync(wait_for=ENTER(other), block=ENTER(road))


program = Program(
    *(cars(road) for road in ROADS),
    one_at_a_time(),
    *(give_way(*pair) for pair in permutations(ROADS)),
    requirements={"every car gets through": no_hot_cycle(), "traffic flows": no_deadlock()},
)

rude = program.without("give_way")

polite = Program(
    *rude.threads,
    *(after_you(*pair) for pair in permutations(ROADS)),
    requirements=program.requirements,
)
