"""Events per second of the run loop, beside BPpy's: `python bench/run_loop.py [repeats]`.

Prints a markdown table of medians and their ratio. The same b-threads are written for both. BPpy
(optional: `pip install bppy`) runs with `SimpleEventSelectionStrategy`, as its own examples do, but
without their listener: that prints each event, and printing is not what is compared. Ours is a
`Runner` as it comes, which keeps the last events; nobody listens to it either.

The two take turns, and what counts is the CPU time of the process: others may use the machine.
"""

from __future__ import annotations

import statistics
import sys
import time

from counterpoint import Event, Program, events, sync, thread
from counterpoint.bp.live.runner import Runner

try:
    import bppy
except ImportError:
    bppy = None

HOT, COLD = events("HOT COLD")

OURS, THEIRS = 100_000, {3: 6_000, 100: 400}
"""How many events each measurement selects; BPpy gets fewer, for it is measured in events/s too."""


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


def our_events_per_second(threads: int, count_of_events: int) -> float:
    runner = Runner(Program(*our_threads(threads, count_of_events // 2)), seed=1)
    begin = time.process_time()
    outcome = runner.run()
    took = time.process_time() - begin
    assert outcome.count == count_of_events, outcome.count
    return outcome.count / took


def our_threads(threads: int, times: int):
    if threads == 3:
        return pour(HOT, times), pour(COLD, times), alternate()
    return pour_both(times), count(), *map(unconcerned, range(threads - 2))


def their_events_per_second(threads: int, count_of_events: int) -> float:
    program = their_program(threads, count_of_events)
    begin = time.process_time()
    program.run()
    return count_of_events / (time.process_time() - begin)


def their_program(threads: int, count_of_events: int, listener=None):
    return bppy.BProgram(
        bthreads=their_threads(threads, count_of_events // 2),
        event_selection_strategy=bppy.SimpleEventSelectionStrategy(),
        listener=listener,
    )


def check_that_they_select_as_many(threads: int) -> None:
    """Count once what is not counted while time is taken."""
    selected = []

    class Count(bppy.PrintBProgramRunnerListener):
        def starting(self, b_program):
            pass

        def ended(self, b_program):
            pass

        def event_selected(self, b_program, event):
            selected.append(event)

    their_program(threads, 100, Count()).run()
    assert len(selected) == 100, len(selected)


def their_threads(threads: int, times: int):
    """The same b-threads, written for BPpy."""
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

    if threads == 3:
        return [pour(hot), pour(cold), alternate()]
    return [pour_both(), count(), *map(unconcerned, range(threads - 2))]


def main(repeats: int) -> None:
    print("| b-threads | Counterpoint, events/s | BPpy, events/s | ratio |")
    print("| --- | --- | --- | --- |")
    for threads in (3, 100):
        ours, theirs = [], []
        for _ in range(repeats):
            ours.append(our_events_per_second(threads, OURS))
            if bppy is not None:
                theirs.append(their_events_per_second(threads, THEIRS[threads]))
        print(row(threads, statistics.median(ours), statistics.median(theirs) if theirs else None))
        if bppy is not None:
            check_that_they_select_as_many(threads)
    if bppy is None:
        print("\nBPpy is not installed (pip install bppy), so there is nothing to compare with.")


def row(threads: int, ours: float, theirs: float | None) -> str:
    compared = f"{theirs:,.0f} | {ours / theirs:,.1f}" if theirs else "|"
    return f"| {threads} | {ours:,.0f} | {compared} |"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
