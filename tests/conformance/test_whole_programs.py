"""Whole programs of BPjs: hot and cold water, counting, philosophers, mazes, a blocking idiom."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import (
    Body,
    Event,
    Program,
    check,
    events,
    named,
    never,
    sync,
    thread,
)

from .common import asks, run_of, runs_of

# HotNColdTest, NamedArgsHotNColdTest

HOT, COLD, ALL_DONE = events("hotEvent coldEvent allDone")


@thread
def alternator() -> Body:
    for _ in range(3):
        yield sync(wait_for=COLD, block=HOT)  # first cold, so as not to burn a thumb
        yield sync(wait_for=HOT, block=COLD)
    yield sync(request=ALL_DONE)


def test_hot_and_cold_water_alternate_in_every_run() -> None:
    """HotNCold.js."""
    program = Program(asks(HOT, HOT, HOT), asks(COLD, COLD, COLD), alternator())
    assert set(runs_of(program)) == {((COLD, HOT) * 3 + (ALL_DONE,))}
    assert check(program)


# GeneralTest

INC, ACK, END = events("Inc Ack End")


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 25])
def test_what_is_counted_comes_out(count: Any) -> None:
    """countingBProgram.js."""

    @thread
    def initiator() -> Body:
        for _ in range(count):
            yield sync(request=INC)
        yield sync(request=END)

    @thread
    def silly_blocker() -> Body:
        while True:
            yield sync(wait_for=INC)
            yield sync(block=[INC, END], wait_for=ACK)

    @thread
    def counter() -> Body:
        counted = 0
        while (yield sync(wait_for=[INC, END])) is INC:
            counted += 1
            yield sync(request=ACK)
        yield sync(request=Event("Result", counted))

    program = Program(initiator(), silly_blocker(), counter())
    assert run_of(program)[-1] == Event("Result", count)
    assert len(set(runs_of(program))) == 1


# DiningPhilTest

PICK, REL = events("Pick Rel")


@thread
def stick(right: Any, left: Any) -> Body:
    picks, releases = [PICK(right, "R"), PICK(left, "L")], [REL(right, "R"), REL(left, "L")]
    while True:
        yield sync(wait_for=picks, block=releases)
        yield sync(wait_for=releases, block=picks)


@thread
def phil(seat: Any) -> Body:
    while True:
        yield sync(request=PICK(seat, "R"))
        yield sync(request=PICK(seat, "L"))
        yield sync(request=REL(seat, "L"))
        yield sync(request=REL(seat, "R"))


@pytest.mark.parametrize(("n", "states"), [(3, 35), (4, 118), (5, 392)])
def test_n_philosophers_starve_together(n: Any, states: Any) -> None:
    """BPJSDiningPhil.js."""
    seats = range(1, n + 1)
    program = Program(*(stick(i, i % n + 1) for i in seats), *(phil(i) for i in seats))
    verdicts = check(program)
    assert not verdicts["deadlock"]
    assert verdicts.states == states


def test_five_philosophers_starve_or_not_by_the_choice_of_events() -> None:
    """BPJSDiningPhil-liveness.js: a hungry one waits for ever while the others go on."""

    hungry, eats = events("hungry eats")

    @thread
    def lives(seat: Any) -> Body:
        while True:
            yield sync(request=hungry(seat))
            yield sync(request=PICK(seat, "R"))
            yield sync(request=PICK(seat, "L"))
            yield sync(request=eats(seat))
            yield sync(request=REL(seat, "L"))
            yield sync(request=REL(seat, "R"))

    @thread
    def no_starvation(seat: Any) -> Body:
        while True:
            yield sync(wait_for=hungry(seat))
            yield sync(wait_for=eats(seat), hot=True)

    seats = (1, 2, 3)
    program = Program(
        *(stick(i, i % 3 + 1) for i in seats),
        *(lives(i) for i in seats),
        *(no_starvation(i) for i in seats),
    )
    verdicts = check(program, "hot-cycle", "hot-termination")
    assert not verdicts["hot-cycle"]
    assert "no_starvation" in verdicts["hot-cycle"].reason
    assert not verdicts["hot-termination"]


# Mazes

ENTER, FOUND = events("Enter targetFound")
ANY_ENTRANCE = named(ENTER)

MAZES = {
    "trivial": (["s  ", "   ", "  t"], 5),
    "trivial plus": (["s  ", "## ", "t  "], 7),
    "complex": (["    #  t ", "## ## ###", "         ", "### #### ", "   s#    "], 9),
    "no way": (["    #  t ", "## ######", "         ", "### #### ", "   s#    "], None),
}


def cells_of(maze: Any, kinds: Any = " st") -> Any:
    rows = enumerate(maze)
    return [(x, y) for y, line in rows for x, kind in enumerate(line) if kind in kinds]


def around(col: Any, row: Any) -> Any:
    return [ENTER(col + 1, row), ENTER(col - 1, row), ENTER(col, row + 1), ENTER(col, row - 1)]


@thread
def starter(cell: Any) -> Body:
    yield sync(request=ENTER(*cell))


@thread
def target(cell: Any) -> Body:
    yield sync(wait_for=ENTER(*cell))
    yield sync(request=FOUND, block=~FOUND)


@thread
def walker(cell: Any, picture: Any) -> Body:
    """One walker who stays in the picture and knows no walls, as in MazesPositive.js."""
    col, row = cell
    yield sync(request=ENTER(col, row))
    while True:
        beside = [event for event in around(col, row) if event.args in picture]
        col, row = (yield sync(request=beside, interrupt=FOUND)).args


@thread
def wall(cell: Any) -> Body:
    yield sync(block=ENTER(*cell))


@thread
def space(cell: Any) -> Body:
    """A cell that asks to be entered from beside it, as in MazesNegative.js."""
    while True:
        yield sync(wait_for=around(*cell))
        yield sync(request=ENTER(*cell), wait_for=ANY_ENTRANCE)


@pytest.mark.parametrize("name", MAZES)
def test_a_walker_between_walls_finds_the_shortest_way(name: Any) -> None:
    """MazesPositive.js: the counterexample to "the target is never found" is the way.

    There outer walls end the world; alone, a walker without them has states without end.
    """
    maze, length = MAZES[name]
    program = Program(
        *map(wall, cells_of(maze, "#")),
        *(walker(cell, tuple(cells_of(maze, "# st"))) for cell in cells_of(maze, "s")),
        *map(target, cells_of(maze, "t")),
    )
    verdicts = check(program, never(FOUND))
    assert verdicts.states <= 2 * len(cells_of(maze)) + 2
    if length is None:
        assert verdicts
    else:
        assert verdicts.trace is not None
        assert len(verdicts.trace.events) == length + 1  # and FOUND


@pytest.mark.parametrize("name", ["trivial", "trivial plus"])
def test_cells_that_ask_to_be_entered_find_the_same_way(name: Any) -> None:
    """MazesNegative.js."""
    maze, length = MAZES[name]
    program = Program(
        *map(space, cells_of(maze)),
        *map(starter, cells_of(maze, "s")),
        *map(target, cells_of(maze, "t")),
    )
    verdicts = check(program, never(FOUND))
    assert length is not None
    assert verdicts.trace is not None
    assert len(verdicts.trace.events) == length + 1


# whileblocking.js

A, B, C, STARTED, ENDED = events("A B C started ended")


def test_blocking_during_a_part_is_a_thread_of_its_own() -> None:
    """whileblocking.js: what a wrapper does there, another b-thread does here."""

    @thread
    def blocks_between(blocked: Any) -> Body:
        yield sync(wait_for=STARTED)
        yield sync(block=blocked, wait_for=ENDED)

    @thread
    def part() -> Body:
        yield sync(request=STARTED)
        yield sync(request=A)
        yield sync(request=B)
        yield sync(request=ENDED)

    program = Program(part(), asks(C), blocks_between(C))
    for run in set(runs_of(program)):
        between = run[run.index(STARTED) + 1 : run.index(ENDED)]
        assert between == (A, B)


def test_blocking_during_a_part_can_also_be_a_wrapper_of_its_statements() -> None:
    """whileblocking.js: a helper that adds a block to whatever the part says."""

    def while_blocking(blocked: Any, part: Any) -> Any:
        event = None
        for wanted in part:
            event = yield sync(request=wanted, block=blocked)
        return event

    @thread
    def careful() -> Body:
        yield sync(request=STARTED)
        last = yield from while_blocking(C, [A, B])
        yield sync(request=Event("last", last.name))

    last_b = Event("last", "B")
    runs = set(runs_of(Program(careful(), asks(C))))
    assert runs == {
        (C, STARTED, A, B, last_b),
        (STARTED, A, B, C, last_b),
        (STARTED, A, B, last_b, C),
    }
