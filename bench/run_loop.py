"""Events per second of the run loop, beside BPpy's: `python bench/run_loop.py [repeats]`.

Prints a markdown table of medians and their ratio. The same b-threads are written for both. BPpy
(optional: `pip install bppy`) runs with `SimpleEventSelectionStrategy`, as its own examples do, but
without their listener: that prints each event, and printing is not what is compared. Ours is a
`Runner` as it comes, which keeps the last events; nobody listens to it either.

In the first two rows the b-threads repeat their statements, in the others each statement has an
event with new data, or a new lambda.

The two take turns, and what counts is the CPU time of the process: others may use the machine.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from counterpoint import Event, Program, events, sync, thread
from counterpoint.bp.live.runner import Runner

try:
    import bppy
except ImportError:
    bppy = None

HOT, COLD = events("HOT COLD")


@thread
def pour(event, times):
    for _ in range(times):
        yield sync(request=event)


@thread
def alternate():
    while True:
        yield sync(wait_for=HOT, block=COLD)
        yield sync(wait_for=COLD, block=HOT)


@thread
def pour_both(times):
    for _ in range(times):
        yield sync(request=HOT)
        yield sync(request=COLD)


@thread
def count():
    while True:
        yield sync(wait_for=[HOT, COLD])


@thread
def unconcerned(number):
    while True:
        yield sync(wait_for=Event("OTHER", number))


@thread
def pour_anew(name, times):
    for number in range(times):
        yield sync(request=Event(name, number))


@thread
def alternate_anew():
    while True:
        yield sync(
            wait_for=lambda event: event.name == "HOT", block=lambda event: event.name == "COLD"
        )
        yield sync(
            wait_for=lambda event: event.name == "COLD", block=lambda event: event.name == "HOT"
        )


@thread
def pour_both_anew(times):
    for number in range(times):
        yield sync(request=Event("HOT", number))
        yield sync(request=Event("COLD", number))


@thread
def count_anew():
    while True:
        yield sync(wait_for=lambda event: event.args[0] >= 0)


def our_three(times):
    return pour(HOT, times), pour(COLD, times), alternate()


def our_hundred(times):
    return pour_both(times), count(), *map(unconcerned, range(98))


def our_three_anew(times):
    return pour_anew("HOT", times), pour_anew("COLD", times), alternate_anew()


def our_hundred_anew(times):
    return pour_both_anew(times), *(count_anew() for _ in range(99))


# The same b-threads, written for BPpy


def their_three(times):
    hot, cold = bppy.BEvent("HOT"), bppy.BEvent("COLD")

    @bppy.thread
    def pour(event):
        for _ in range(times):
            yield bppy.sync(request=event)

    @bppy.thread
    def alternate():
        while True:
            yield bppy.sync(waitFor=hot, block=cold)
            yield bppy.sync(waitFor=cold, block=hot)

    return [pour(hot), pour(cold), alternate()]


def their_hundred(times):
    hot, cold = bppy.BEvent("HOT"), bppy.BEvent("COLD")

    @bppy.thread
    def pour_both():
        for _ in range(times):
            yield bppy.sync(request=hot)
            yield bppy.sync(request=cold)

    @bppy.thread
    def count():
        while True:
            yield bppy.sync(waitFor=[hot, cold])

    @bppy.thread
    def unconcerned(number):
        while True:
            yield bppy.sync(waitFor=bppy.BEvent("OTHER", {"number": number}))

    return [pour_both(), count(), *map(unconcerned, range(98))]


def their_three_anew(times):
    @bppy.thread
    def pour(name):
        for number in range(times):
            yield bppy.sync(request=bppy.BEvent(name, {"number": number}))

    @bppy.thread
    def alternate():
        while True:
            yield bppy.sync(
                waitFor=bppy.EventSet(lambda event: event.name == "HOT"),
                block=bppy.EventSet(lambda event: event.name == "COLD"),
            )
            yield bppy.sync(
                waitFor=bppy.EventSet(lambda event: event.name == "COLD"),
                block=bppy.EventSet(lambda event: event.name == "HOT"),
            )

    return [pour("HOT"), pour("COLD"), alternate()]


def their_hundred_anew(times):
    @bppy.thread
    def pour_both():
        for number in range(times):
            yield bppy.sync(request=bppy.BEvent("HOT", {"number": number}))
            yield bppy.sync(request=bppy.BEvent("COLD", {"number": number}))

    @bppy.thread
    def count():
        while True:
            yield bppy.sync(waitFor=bppy.EventSet(lambda event: event.data["number"] >= 0))

    return [pour_both(), *(count() for _ in range(99))]


class Row(NamedTuple):
    """A row of the table: b-threads of a number of rounds of two events, and how many events each
    measurement selects; BPpy gets fewer, for it is measured in events/s too."""

    name: str
    ours: Callable[[int], Any]
    theirs: Callable[[int], Any]
    our_count: int
    their_count: int


ROWS = [
    Row("3", our_three, their_three, 100_000, 6_000),
    Row("100, of which two react", our_hundred, their_hundred, 100_000, 400),
    Row("3, new data and lambdas", our_three_anew, their_three_anew, 20_000, 4_000),
    Row("100, all react, new data and lambdas", our_hundred_anew, their_hundred_anew, 2_000, 200),
]


def our_events_per_second(row: Row) -> float:
    runner = Runner(Program(*row.ours(row.our_count // 2)), seed=1)
    begin = time.process_time()
    outcome = runner.run()
    took = time.process_time() - begin
    assert outcome.count == row.our_count, outcome.count
    return outcome.count / took


def their_events_per_second(row: Row) -> float:
    program = their_program(row, row.their_count)
    begin = time.process_time()
    program.run()
    return row.their_count / (time.process_time() - begin)


def their_program(row: Row, count_of_events: int, listener=None):
    return bppy.BProgram(
        bthreads=row.theirs(count_of_events // 2),
        event_selection_strategy=bppy.SimpleEventSelectionStrategy(),
        listener=listener,
    )


def check_that_they_select_as_many(row: Row) -> None:
    """Count once what is not counted while time is taken."""
    selected = []

    class Count(bppy.PrintBProgramRunnerListener):
        def starting(self, b_program):
            pass

        def ended(self, b_program):
            pass

        def event_selected(self, b_program, event):
            selected.append(event)

    their_program(row, 100, Count()).run()
    assert len(selected) == 100, len(selected)


def main(repeats: int) -> None:
    print("| b-threads | Counterpoint, events/s | BPpy, events/s | ratio |")
    print("| --- | --- | --- | --- |")
    for row in ROWS:
        ours, theirs = [], []
        for _ in range(repeats):
            ours.append(our_events_per_second(row))
            if bppy is not None:
                theirs.append(their_events_per_second(row))
        print(written(row, statistics.median(ours), statistics.median(theirs) if theirs else None))
        if bppy is not None:
            check_that_they_select_as_many(row)
    if bppy is None:
        print("\nBPpy is not installed (pip install bppy), so there is nothing to compare with.")


def written(row: Row, ours: float, theirs: float | None) -> str:
    compared = f"{theirs:,.0f} | {ours / theirs:,.1f}" if theirs else "|"
    return f"| {row.name} | {ours:,.0f} | {compared} |"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
