"""B-threads of the tests of displays."""

from __future__ import annotations

from counterpoint import Body, Event, Program, events, sync, thread

HOT, COLD = events("HOT COLD")


@thread
def pour(event: Event, times: int = 3) -> Body:
    """Ask for water a fixed number of times."""
    for _ in range(times):
        yield sync(request=event)


@thread
def alternate() -> Body:
    """Let hot and cold take turns."""
    while True:
        yield sync(wait_for=COLD, block=HOT)
        yield sync(wait_for=HOT, block=COLD)


@thread
def asks_for(event: Event) -> Body:
    yield sync(request=event)


@thread
def forbids(event: Event) -> Body:
    yield sync(block=event)


tap = Program(
    pour(HOT), pour(COLD), alternate(), requirements={"never twice hot": "G (HOT -> X !HOT)"}
)
scalding = tap.without("alternate")
