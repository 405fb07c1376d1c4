"""The dining philosophers: a deadlock is found, then removed by one more rule.

It shows how a deadlock is explained, how one more rule removes it, and how the number of states
grows.

Each of n philosophers takes the stick at the right, then the stick at the left, eats, and puts both
back. Sticks are b-threads too: they know who may take and who may return them, and nothing else.

    counterpoint check philosophers                  a deadlock: each of five holds one stick
    counterpoint sweep philosophers --set n=2..6     how the number of states grows
    counterpoint check philosophers:with_waiter      with one more rule there is no deadlock
"""

from collections.abc import Iterable, Sequence

from counterpoint import Body, Event, Program, Thread, events, named, sync, thread

TAKE_RIGHT, TAKE_LEFT = events("TakeRight TakeLeft")
PUT_RIGHT, PUT_LEFT = events("PutRight PutLeft")

FIRST_STICK, LAST_STICK = named(TAKE_RIGHT), named(PUT_RIGHT)


@thread
def philosopher(seat: int) -> Body:
    """Take two sticks, eat, and put them back."""
    while True:
        yield sync(request=TAKE_RIGHT(seat))
        yield sync(request=TAKE_LEFT(seat))
        yield sync(request=PUT_LEFT(seat))
        yield sync(request=PUT_RIGHT(seat))


@thread
def stick(seat: int, neighbour: int) -> Body:
    """The stick to the right of `seat`, which is to the left of `neighbour`: one hand at a time."""
    takes = [TAKE_RIGHT(seat), TAKE_LEFT(neighbour)]
    puts = [PUT_RIGHT(seat), PUT_LEFT(neighbour)]
    while True:
        yield sync(wait_for=takes, block=puts)
        yield sync(wait_for=puts, block=takes)


@thread
def waiter(n: int) -> Body:
    """Let at most n - 1 philosophers hold a first stick.

    It counts them and ignores who was last: all that a b-thread remembers multiplies the states.
    """
    served = 0
    while True:
        no_more = FIRST_STICK if served == n - 1 else ()
        event = yield sync(wait_for=FIRST_STICK | LAST_STICK, block=no_more)
        served += 1 if event in FIRST_STICK else -1
        del event


def table(n: int) -> Iterable[Thread]:
    """n philosophers in a circle, with a stick between each two neighbours."""
    if n < 1:
        raise ValueError("n is a number of philosophers from 1 up")
    for seat in range(1, n + 1):
        yield stick(seat, seat % n + 1)
        yield philosopher(seat)


def show(steps: Sequence[Event]) -> str:
    """The sticks that each philosopher holds, as text.

    >>> print(show([TAKE_RIGHT(1), TAKE_RIGHT(2), TAKE_LEFT(2)]))
    1: right
    2: right left
    """
    held: dict[object, list[str]] = {}
    for event in steps:
        (seat,) = event.args
        side = "right" if event in named(TAKE_RIGHT, PUT_RIGHT) else "left"
        if event in named(TAKE_RIGHT, TAKE_LEFT):
            held.setdefault(seat, []).append(side)
        else:
            held[seat].remove(side)
    hands = (f"{seat}: {' '.join(sides)}" for seat, sides in sorted(held.items(), key=str) if sides)
    return "\n".join(hands) or "nobody"


def program(*, n: int = 5) -> Program:
    """n philosophers without manners: when all of them hold one stick, none gets a second."""
    return Program(*table(n), show=show)


def with_waiter(*, n: int = 5) -> Program:
    """The same philosophers and sticks, and a waiter who keeps one of them waiting."""
    return Program(*table(n), waiter(n), show=show)
