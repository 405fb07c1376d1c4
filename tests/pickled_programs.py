"""Programs for the tests of pickles; what b-threads see in this module is part of them."""

from __future__ import annotations

from counterpoint import Body, Program, events, sync, thread

First, Second, Third, More, Less = events("First Second Third More Less")
TIMES = 2
THEN = Second


@thread
def turns() -> Body:
    for _ in range(TIMES):
        yield sync(request=First)
    yield sync(request=THEN)


changing = Program(turns())


@thread
def chooses() -> Body:
    yield sync(request=[First, Second])


@thread
def counts(most: int) -> Body:
    """Up and down between 0 and `most`."""
    count = 0
    while True:
        wanted = [More] * (count < most) + [Less] * (count > 0)
        event = yield sync(request=wanted)
        count += 1 if event == More else -1


@thread
def ends(least: int) -> Body:
    for _ in range(least):
        yield sync(wait_for=More)
    yield sync(request=Third)
    yield sync(block=[More, Less])


many = Program(counts(30), ends(40))
