"""Events per second of the run loop, beside BPpy's: `python bench/run_loop.py [repeats]`.

Prints a markdown table of medians. BPpy is optional: `pip install bppy`.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

from counterpoint import Event, Program, events, sync, thread
from counterpoint.bp.runner import Runner

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
    begin = time.perf_counter()
    outcome = runner.run()
    took = time.perf_counter() - begin
    assert outcome.count == count_of_events, outcome.count
    return outcome.count / took


def our_threads(threads: int, times: int):
    if threads == 3:
        return pour(HOT, times), pour(COLD, times), alternate()
    return pour_both(times), count(), *map(unconcerned, range(threads - 2))


def their_events_per_second(threads: int, count_of_events: int) -> float:
    selected = []

    class Count(bppy.PrintBProgramRunnerListener):
        def starting(self, b_program):
            pass

        def ended(self, b_program):
            pass

        def event_selected(self, b_program, event):
            selected.append(event)

    program = bppy.BProgram(
        bthreads=their_threads(threads, count_of_events // 2),
        event_selection_strategy=bppy.SimpleEventSelectionStrategy(),
        listener=Count(),
    )
    begin = time.perf_counter()
    program.run()
    took = time.perf_counter() - begin
    assert len(selected) == count_of_events, len(selected)
    return count_of_events / took


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


def median(measure: Callable[[int, int], float], threads: int, size: int, repeats: int) -> float:
    return statistics.median(measure(threads, size) for _ in range(repeats))


def main(repeats: int) -> None:
    print("| b-threads | Counterpoint, events/s | BPpy, events/s | ratio |")
    print("| --- | --- | --- | --- |")
    for threads in (3, 100):
        ours = median(our_events_per_second, threads, OURS, repeats)
        if bppy is None:
            print(f"| {threads} | {ours:,.0f} | | |")
            continue
        theirs = median(their_events_per_second, threads, THEIRS[threads], repeats)
        print(f"| {threads} | {ours:,.0f} | {theirs:,.0f} | {ours / theirs:,.0f} |")
    if bppy is None:
        print("\nBPpy is not installed (pip install bppy), so there is nothing to compare with.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
