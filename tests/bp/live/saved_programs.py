"""Programs whose runs are saved, logged and counted in tests."""

from __future__ import annotations

from counterpoint import Body, Program, events, sync, thread

A, B, C, GO = events("A B C GO")


@thread
def both_ways(times: int = 6) -> Body:
    for _ in range(times):
        yield sync(request=[A, B])
    yield sync(wait_for=GO)
    yield sync(request=C)


@thread
def helper() -> Body:
    yield sync(wait_for=C)
    yield sync(request=B)


@thread
def never_twice() -> Body:
    while True:
        yield sync(wait_for=A)
        yield sync(wait_for=B, block=A)


@thread
def stops() -> Body:
    yield sync(wait_for=C)
    raise AssertionError("C must not come")


either = Program(both_ways(), external=[GO])
guarded = Program(both_ways(2), never_twice(), external=[GO])
open_ended = Program(both_ways(1))
failing = Program(both_ways(0), stops(), external=[GO])
