"""What the conformance tests share: the simplest b-thread, and the events of a seeded run."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from counterpoint import Body, Event, Program, Runner, check, sync, thread
from counterpoint.model.property import Property


@thread
def asks(*wanted: Any) -> Body:
    """Request one event after the other."""
    for event in wanted:
        yield sync(request=event)


@thread
def asks_forever(event: Any) -> Body:
    """Request one event again and again."""
    while True:
        yield sync(request=event)


def run_of(
    program: Program, outside: Iterable[Event] = (), seed: int = 0, steps: int | None = None
) -> tuple[Event, ...]:
    """The events of a seeded run that is given the events of `outside` at its start."""
    runner = Runner(program, seed=seed)
    for event in outside:
        runner.put(event)
    return runner.run(steps).events


def runs_of(program: Program) -> Iterator[tuple[Event, ...]]:
    """The events of every run of a program whose runs all end."""
    network = program.network()
    (start,) = network.initial()
    todo: list[tuple[Any, tuple[Any, ...]]] = [(start, ())]
    while todo:
        state, events = todo.pop()
        choices = network.choices(state)
        todo += [(network.step(state, e), (*events, network.alphabet[e])) for e in choices]
        if not choices:
            yield events


def trace_of(program: Program, wanted: Property | str) -> tuple[Hashable, ...]:
    """The events of the counterexample to a property that must fail."""
    verdict = next(iter(check(program, wanted)))
    assert not verdict, f"{verdict.name} should fail"
    assert verdict.trace is not None
    return verdict.trace.events
