"""Formulas and games beside NuSMV, Spin and pyModelChecking: `python bench/formulas.py`.

Prints a markdown table with a row for each bar. Our figures are medians of whole processes with a
warm object cache, or come from inside of a process where the bar says so; peers run once a row.
Seconds are CPU seconds if nothing else is said. A peer that is not there is "not installed"; what
is compared must agree in its counts, or the run ends with an error.

    --repeats N   how often our processes run; 3 if not said
    --only WORD   the rows whose name has WORD in it, such as `nusmv`
    --large       the rows that take minutes too: the 5x4 board, and NuSMV on the 4x4 board
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from peers import mnk, nusmv, philosophers, spin, ttt_kripke
from peers.process import Run, run

HERE = Path(__file__).parent

BOARD_4X3 = (111_973, 66_708, 42_205)
BOARD_4X4 = (9_722_011, 2_304_458, 1_386_364)
BOARD_5X4 = 674_794_169
DOCUMENT = 18_607
ENDING = (402_724, 376_868)
TABLE_OF_15 = 551_614


@dataclass(frozen=True)
class Row:
    """One line of the table; `met` is None where there is no bar, or nothing to compare with."""

    what: str
    bar: str
    ours: str
    met: bool | None
    peer: str = ""
    theirs: str = ""
    ratio: str = ""

    def __str__(self) -> str:
        reached = {True: "yes", False: "no", None: ""}[self.met]
        cells = (self.what, self.bar, self.ours, self.peer, self.theirs, self.ratio, reached)
        return f"| {' | '.join(cells)} |"


HEAD = """| what | bar | ours | peer | theirs | times faster | reached |
| --- | --- | --- | --- | --- | --- | --- |"""


@dataclass(frozen=True)
class Ours:
    """What our processes took, as medians, and what the last one answered."""

    wall: float
    cpu: float
    megabytes: float
    answer: dict[str, Any]


@dataclass(frozen=True)
class Bench:
    """Our side, run `repeats` times a case."""

    repeats: int
    warm: str

    def ours(self, case: str, repeats: int | None = None) -> Ours:
        """A case of `peers/ours.py`; the first go only warms the cache."""
        runs = [self._once(case) for _ in range(1 + (repeats or self.repeats))][1:]
        return self._medians(runs)

    def ours_once(self, case: str) -> Ours:
        """The same for a case that takes minutes: nothing is warmed for it."""
        return self._medians([self._once(case)])

    def _once(self, case: str) -> Run:
        command = [sys.executable, "-m", "peers.ours", case]
        return run(command, cwd=HERE, env={"COUNTERPOINT_CACHE_DIR": self.warm})

    def _medians(self, runs: list[Run]) -> Ours:
        return Ours(
            statistics.median(each.wall for each in runs),
            statistics.median(each.cpu for each in runs),
            statistics.median(each.megabytes for each in runs),
            json.loads(runs[-1].output.splitlines()[-1]),
        )


def agree(what: str, found: Iterable[object], expected: Iterable[object]) -> None:
    found, expected = tuple(found), tuple(expected)
    if found != expected:
        raise SystemExit(f"{what}: {found} instead of {expected}")


def beside(what: str, bar: float | None, ours: float, peer: str, theirs: float | None) -> Row:
    """A row of two times; without the peer there is no ratio."""
    wanted = "" if bar is None else f">= {bar:g} times faster"
    mine = f"{ours:.3g} s"
    if theirs is None:
        return Row(what, wanted, mine, None, peer, "not installed")
    ratio = theirs / ours
    met = None if bar is None else ratio >= bar
    return Row(what, wanted, mine, met, peer, f"{theirs:.3g} s", f"{ratio:,.1f}")


def document(bench: Bench) -> Row:
    ours = bench.ours("document")
    agree("document", ours.answer["counts"], [DOCUMENT] * 6)
    return Row(
        "3x3: ATL, mu-calculus and bounded CTL, all 39,366 states, both players; whole process",
        "< 1 s wall",
        f"{ours.wall:.2f} s wall",
        ours.wall < 1,
    )


def explicit_reach(bench: Bench) -> Row:
    ours = bench.ours("reach:4x4x4:explicit:3")
    agree("explicit reach", ours.answer["counts"], BOARD_4X4[:1])
    rate = BOARD_4X4[0] / ours.answer["seconds"] / 1e6
    what = "4x4, k = 4, explicit: reach; inside the process"
    return Row(what, ">= 8 M states/s", f"{rate:.1f} M states/s", rate >= 8)


def explicit_regions(bench: Bench) -> Row:
    ours = bench.ours("regions:4x4x4:explicit:1")
    agree("explicit regions", ours.answer["counts"], BOARD_4X4)
    return Row(
        "4x4, k = 4, explicit: reach and both winning regions; whole process",
        "< 6 s, < 500 MB",
        f"{ours.cpu:.2f} s, {ours.megabytes:.0f} MB",
        ours.cpu < 6 and ours.megabytes < 500,
    )


def symbolic_regions(bench: Bench) -> Row:
    ours = bench.ours("regions:4x4x4:symbolic:1")
    agree("symbolic regions", ours.answer["counts"], BOARD_4X4)
    what = "4x4, k = 4, symbolic: reach and both winning regions; whole process"
    return Row(what, "< 4 s", f"{ours.cpu:.2f} s", ours.cpu < 4)


def ending(bench: Bench) -> Row:
    ours = bench.ours("ending")
    agree("krk", ours.answer["counts"], ENDING)
    told = f"{ours.cpu:.2f} s, {ours.megabytes:.0f} MB"
    return Row(
        "`krk`, all positions: outcome and distance; whole process", "< 5 s", told, ours.cpu < 5
    )


def nusmv_game(
    board: tuple[int, int, int], notation: mnk.Notation, counts: tuple[int, ...]
) -> float | None:
    """NuSMV's seconds for reach and both winning regions of a board."""
    if not nusmv.is_installed():
        return None
    found = nusmv.check(mnk.smv(*board, notation))
    agree("NuSMV reach", [found.reachable], [f"{counts[0]:g}"])
    agree("NuSMV answers", [len(found.answers)], [2])
    if notation is mnk.BITS:
        agree("NuSMV regions", found.regions, [f"{count:g}" for count in counts[1:]])
    return found.run.cpu


def nusmv_numbers(bench: Bench) -> Row:
    ours = bench.ours("regions:4x3x3:auto:1")
    agree("4x3 regions", ours.answer["counts"], BOARD_4X3)
    what = "4x3, k = 3: reach and both winning regions; whole process"
    theirs = nusmv_game((4, 3, 3), mnk.NUMBERS, BOARD_4X3)
    return beside(what, 5, ours.cpu, "NuSMV, a square holds 0, 1 or 2", theirs)


def nusmv_bits(bench: Bench) -> Row:
    ours = bench.ours("regions:4x3x3:auto:3")
    what = "the same; ours inside the process"
    theirs = nusmv_game((4, 3, 3), mnk.BITS, BOARD_4X3)
    return beside(what, None, ours.answer["seconds"], "NuSMV, two bits a square", theirs)


def nusmv_large(bench: Bench) -> Row:
    ours = bench.ours("regions:4x4x4:symbolic:1")
    what = "4x4, k = 4: reach and both winning regions; whole process"
    theirs = nusmv_game((4, 4, 4), mnk.BITS, BOARD_4X4)
    return beside(what, None, ours.cpu, "NuSMV, two bits a square", theirs)


def spin_reach(bench: Bench) -> Row:
    ours = bench.ours("reach:4x4x4:explicit:1")
    agree("4x4 reach", ours.answer["counts"], BOARD_4X4[:1])
    theirs = None
    if spin.is_installed():
        found = spin.count(mnk.promela(4, 4, 4))
        agree("Spin", [found.states], BOARD_4X4[:1])
        theirs = found.run.cpu
    what = "4x4, k = 4: reach; whole process"
    return beside(what, 5, ours.cpu, "Spin, compiled verifier alone", theirs)


def nusmv_philosophers(bench: Bench) -> Row:
    ours = bench.ours("philosophers:15:symbolic:3")
    agree("philosophers", ours.answer["counts"], (TABLE_OF_15, 0, 0))
    seconds = ours.answer["seconds"]
    theirs = None
    if nusmv.is_installed():
        found = nusmv.check(philosophers.smv(15))
        agree("NuSMV philosophers", (found.reachable, *found.answers), ("551614", False, False))
        theirs = found.run.cpu
    what = "15 philosophers, symbolic: reach and two CTL formulas; inside the process"
    row = beside(what, None, seconds, "NuSMV, whole process", theirs)
    return Row(row.what, "< 0.2 s", row.ours, seconds < 0.2, row.peer, row.theirs, row.ratio)


@cache
def kripke_answers() -> dict[str, Any] | None:
    """What pyModelChecking answers, in a process of its own."""
    if not ttt_kripke.is_installed():
        return None
    ran = run([sys.executable, "-m", "peers.ttt_kripke"], cwd=HERE)
    answers: dict[str, Any] = json.loads(ran.output.splitlines()[-1])
    return answers


def kripke(logic: str) -> Callable[[Bench], Row]:
    def row(bench: Bench) -> Row:
        ours = bench.ours(f"questions:{logic}:5")
        theirs = kripke_answers()
        if theirs:
            agree(f"pyModelChecking {logic}", ours.answer["answers"], theirs[logic]["answers"])
        count = len(ours.answer["answers"])
        what = f"3x3, 5,478 states: {count} {logic} formulas, the same sets; inside the process"
        seconds = theirs[logic]["seconds"] if theirs else None
        return beside(what, 100, ours.answer["seconds"], "pyModelChecking", seconds)

    return row


def large_reach(bench: Bench) -> Row:
    ours = bench.ours_once("reach:5x4x4:explicit:1")
    agree("5x4 reach", ours.answer["counts"], [BOARD_5X4])
    told = f"{ours.wall:.0f} s wall, {ours.megabytes:,.0f} MB"
    what = f"5x4, k = 4: reach, {BOARD_5X4:,} states; whole process"
    return Row(what, "< 300 s wall", told, ours.wall < 300)


def large_regions(bench: Bench) -> Row:
    ours = bench.ours_once("regions:5x4x4:explicit:1")
    states, first, second = ours.answer["counts"]
    agree("5x4 regions", [states], [BOARD_5X4])
    told = f"{ours.wall:.0f} s wall, {ours.megabytes:,.0f} MB"
    what = f"the same and both winning regions: {first:,} and {second:,} states"
    return Row(what, "", told, None)


ROWS: dict[str, Callable[[Bench], Row]] = {
    "document": document,
    "explicit-reach": explicit_reach,
    "explicit-regions": explicit_regions,
    "symbolic-regions": symbolic_regions,
    "krk": ending,
    "nusmv-numbers": nusmv_numbers,
    "nusmv-bits": nusmv_bits,
    "spin-reach": spin_reach,
    "nusmv-philosophers": nusmv_philosophers,
    "kripke-ctl": kripke("CTL"),
    "kripke-ltl": kripke("LTL"),
}
LARGE: dict[str, Callable[[Bench], Row]] = {
    "nusmv-large": nusmv_large,
    "large-reach": large_reach,
    "large-regions": large_regions,
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", default="")
    parser.add_argument("--large", action="store_true")
    chosen = parser.parse_args()
    print(HEAD)
    with tempfile.TemporaryDirectory() as warm:
        bench = Bench(chosen.repeats, warm)
        for name, row in {**ROWS, **(LARGE if chosen.large else {})}.items():
            if chosen.only in name:
                print(row(bench), flush=True)


if __name__ == "__main__":
    main()
