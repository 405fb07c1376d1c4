"""Two threads beside one: `python bench/threads.py [--examples FOLDER] [--repeats N]`.

FOLDER is `specifications/` of the public collection of TLA+ examples; without it the rows of TLA+
modules are left out. One thread and two take turns within one process, after a first run that
counts for neither; medians of wall time, and their ratio, are printed as a markdown table. Both
must find the same number of states, or the run ends with an error.

The ratio says something only if two processors are free. So loops that do nothing but compute are
timed alone and together before and after each run, and the last column has how many times as much
two threads did of them, at least.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from counterpoint import Event, Program, StateSpace, check, sync, thread
from counterpoint.examples.mnk import model
from counterpoint.tla.file import load_module
from counterpoint.tuning import Tuning

TWO = 2

Row = Callable[[Tuning], int]
"""Does the work of a row, and returns how many states there are."""


@thread
def counter(place, size):
    number = 0
    while True:
        yield sync(request=Event("UP", place))
        number = (number + 1) % size


def board(tuning: Tuning) -> int:
    """Reach of the 4x4 board, four in a row, and who wins from where."""
    space = StateSpace(model(rows=4, columns=4, k=4), engine="auto", tuning=tuning)
    for formula in ("<<player1>> F p1_wins", "<<player2>> F p2_wins"):
        space.where(formula)
    return len(space.where("true"))


def counters(tuning: Tuning) -> int:
    """Seven counters of ten as b-threads."""
    return checked(Program(*(counter(place, 10) for place in range(7))), tuning)


def checked(target: Any, tuning: Tuning) -> int:
    verdicts = check(target, engine="explicit", tuning=tuning, audit="none")
    assert verdicts.states is not None
    return verdicts.states


def module(folder: Path, name: str, config: str, change: tuple[str, str] = ("", "")) -> Row:
    """A module of the collection with a configuration, in which some text is changed."""

    def row(tuning: Tuning) -> int:
        with tempfile.TemporaryDirectory() as scratch:
            changed = Path(scratch) / config
            changed.write_text((folder / config).read_text().replace(*change))
            found = load_module(folder / f"{name}.tla", config=changed)
            verdicts = check(found, engine="tabled", tuning=tuning, audit="none")
        assert verdicts.states is not None
        return verdicts.states

    return row


def rows(examples: Path | None) -> Iterator[tuple[str, Row]]:
    yield "4x4 board, k = 4: reach and regions", board
    yield "seven counters of ten as b-threads", counters
    if examples is not None:
        bakery = examples / "Bakery-Boulangerie"
        yield (
            "MCBakery, MaxNat = 3",
            module(bakery, "MCBakery", "MCBakery.cfg", ("MaxNat = 2", "MaxNat = 3")),
        )
        lamport = examples / "lamport_mutex"
        yield "MCLamportMutex", module(lamport, "MCLamportMutex", "MCLamportMutex.cfg")
        yield "EWD998PCal", module(examples / "ewd998", "EWD998PCal", "EWD998PCal.cfg")
        yield "MCNanoMedium", module(examples / "NanoBlockchain", "MCNano", "MCNanoMedium.cfg")


def spin(_: int = 0) -> float:
    """Seconds of work that needs nothing but a processor, and no lock of Python."""
    numbers = np.linspace(0.0, 1.0, 1 << 12)
    began = time.perf_counter()
    for _ in range(2000):
        np.sin(numbers, out=numbers)
    return time.perf_counter() - began


def processors() -> float:
    """How many times as much two threads do as one."""
    alone = spin()
    began = time.perf_counter()
    with ThreadPoolExecutor(TWO) as pool:
        list(pool.map(spin, range(TWO)))
    return TWO * alone / (time.perf_counter() - began)


def measured(row: Row, repeats: int) -> tuple[int, float, float, float]:
    """States, seconds of one thread and of two, and the least of `processors`."""
    states = row(Tuning(threads=TWO))
    free = processors()
    times: dict[int, list[float]] = {1: [], TWO: []}
    for _ in range(repeats):
        for threads, found in times.items():
            began = time.perf_counter()
            if row(Tuning(threads=threads)) != states:
                raise SystemExit("one thread and two find different numbers of states")
            found.append(time.perf_counter() - began)
        free = min(free, processors())
    one, two = (statistics.median(found) for found in times.values())
    return states, one, two, free


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    print("| what | states | one thread, s | two, s | times faster | two free processors |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, row in rows(given.examples):
        states, one, two, free = measured(row, given.repeats)
        print(
            f"| {name} | {states:,} | {one:.2f} | {two:.2f} | {one / two:.2f} | {free:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
