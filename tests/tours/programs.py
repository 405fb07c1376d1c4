"""A program with a rule of which no b-thread ever moves."""

from __future__ import annotations

from counterpoint import Body, Program, events, sync, thread

GO, STOP, NEVER = events("GO STOP NEVER")


@thread
def drive() -> Body:
    yield sync(request=GO)
    yield sync(request=STOP)


@thread
def watch() -> Body:
    yield sync(wait_for=STOP)


@thread
def idle() -> Body:
    yield sync(wait_for=NEVER, block=NEVER)


program = Program(drive(), watch(), idle(), external=[])


@thread
def listen() -> Body:
    yield sync(request=GO)
    yield sync(wait_for=STOP)


waiting = Program(listen())
declared = Program(listen(), external=[STOP])
