"""The public API as users call it; type checkers have nothing to say about this file."""

from __future__ import annotations

from collections.abc import Iterator

from counterpoint import (
    Answer,
    Body,
    Event,
    Model,
    Program,
    Runner,
    Session,
    Sync,
    System,
    check,
    events,
    never,
    step,
    sync,
    thread,
    where,
)

HOT, COLD = events("HOT COLD")


@thread
def pour(event: Event, times: int = 3) -> Iterator[Sync]:
    """Request an event some times."""
    for _ in range(times):
        yield sync(request=event)


@thread
def alternate() -> Body:
    """Let hot and cold water alternate."""
    while True:
        heard: Event = yield sync(wait_for=HOT, block=COLD)
        assert heard.name == "HOT"
        yield sync(wait_for=COLD, block=HOT)


class Clock:
    """A system of its own class."""

    def initial(self) -> list[int]:
        return [11]

    def successors(self, hour: int) -> list[tuple[str, int]]:
        return [("tick", hour % 12 + 1)]

    def show(self, hour: int) -> str:
        return f"{hour} o'clock"


def counter() -> Model:
    """A model with an array, a choice and a requirement."""
    model = Model("counter")
    n = model.var("n", range(4), init=0)
    done = model.array("done", range(2), bool, init=False)

    @model.action(by=[1, 2])
    def add(by: int) -> object:
        return step(when=(n + by <= 3, ~done[0]), set={n: n + by, done[0]: n + by == 3})

    model.requires({"small": "G n <= 3"})
    return model


def test_programs_models_and_systems_are_checked_run_and_asked() -> None:
    program = Program(pour(HOT), pour(COLD), alternate())
    verdicts = check(program, never(HOT), "G (HOT -> X !HOT)")
    assert [verdict.answer for verdict in verdicts.properties] == [Answer.FAILS, Answer.HOLDS]
    assert verdicts.trace is not None
    assert verdicts.trace.events == (HOT,)
    assert len(Runner(program).run().events) == 6
    clock: System = Clock()
    assert check(clock)
    assert Session(clock).choices
    model = counter()
    assert check(model)
    assert len(where(model, "EF n = 3")) == 4
