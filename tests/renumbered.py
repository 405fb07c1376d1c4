"""B-threads whose local states are numbered otherwise under another tuning."""

from __future__ import annotations

from counterpoint import Body, events, sync, thread

A, B, C, D = events("A B C D")


@thread
def asks_for_more() -> Body:
    """It asks for C, then for B too, and then for A."""
    for asked in ([C], [B, C], [A, B, C]):
        yield sync(request=asked)
    while True:
        yield sync(request=[A, B, C])


@thread
def remembers() -> Body:
    """Its local states are found in another order where it is told late of an event."""
    first = yield sync(wait_for=[A, B, C])
    second = yield sync(wait_for=[A, B, C])
    yield sync(wait_for=[A, B, C], block=first)
    while (first, second) == (C, B):
        yield sync(request=D)
