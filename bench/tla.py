"""TLA+ modules beside TLC: `python bench/tla.py --tlc COMMAND --examples FOLDER`.

COMMAND runs TLC (`java -cp tla2tools.jar tlc2.TLC`, with `-DTLA-Library=...` for modules such as
TLAPS), FOLDER is `specifications/` of the public collection of TLA+ examples. Both checkers run in
turn as whole processes, with as many workers; ours is warm. Prints markdown tables. Counts of
distinct states must agree, or the run ends with an error.

    --workers N   how many workers both have; 1 if not said
    --repeats N   how often each runs; the median counts; 3 if not said
    --only WORD   the rows whose name has WORD in it
    --small FILE  small models to be compared too, as whole processes: a tab-separated file whose
                  first column is a .cfg
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from peers.examples import models
from peers.process import run

OURS = Path(sys.executable).with_name("counterpoint")
BUNDLED = Path(__file__).parents[1] / "src" / "counterpoint" / "examples"

FOUND = re.compile(r"([\d,]+) states generated.*?([\d,]+) distinct states found", re.DOTALL)

ENDED = re.compile(r"No error has been found|(is|was|were) violated|Deadlock reached|evaluated to")


@dataclass(frozen=True)
class Case:
    """A module with a configuration; `bar` is how many times faster we mean to be."""

    name: str
    folder: Path
    module: str
    config: Path
    bar: float | None = None


@dataclass(frozen=True)
class Measured:
    """What a whole process took, how many distinct states it found, and whether it got there.

    TLC has not `ended` where it found neither that all holds nor what fails.
    """

    wall: float
    megabytes: float
    states: int
    ended: bool = True

    @property
    def rate(self) -> float:
        """Distinct states a second of the whole process."""
        return self.states / self.wall


LARGE = (
    ("Bakery-Boulangerie", "MCBakery", "MCBakery.cfg"),
    ("lamport_mutex", "MCLamportMutex", "MCLamportMutex.cfg"),
    ("TeachingConcurrency", "SimpleRegular", "SimpleRegular.cfg"),
    ("CoffeeCan", "CoffeeCan", "CoffeeCan1000Beans.cfg"),
    ("ewd998", "EWD998PCal", "EWD998PCal.cfg"),
    ("NanoBlockchain", "MCNano", "MCNanoMedium.cfg"),
)


@dataclass(frozen=True)
class Bench:
    """Both sides."""

    tlc: list[str]
    repeats: int
    workers: int = 1

    def theirs(self, case: Case) -> Measured:
        """TLC on a case."""
        with tempfile.TemporaryDirectory() as scratch:
            command = [*self.tlc, "-workers", f"{self.workers}", "-metadir", scratch]
            command += ["-noGenerateSpecTE", "-config", str(case.config), f"{case.module}.tla"]
            done = run(command, cwd=case.folder, may_fail=True)
        found = FOUND.findall(done.output)
        states = int(found[-1][1].replace(",", "")) if found else 0
        ended = ENDED.search(done.output) is not None
        return Measured(done.wall, done.megabytes, states, ended)

    def ours(self, case: Case) -> Measured:
        """Counterpoint on a case."""
        module = str(case.folder / f"{case.module}.tla")
        return self.said([module, "--config", str(case.config)])

    def said(self, arguments: list[str]) -> Measured:
        """`counterpoint check` with some arguments."""
        command = [str(OURS), "check", *arguments, "--json", "--workers", f"{self.workers}"]
        done = run(command, may_fail=True)
        told = json.loads(done.output[done.output.index("{") :])
        return Measured(done.wall, done.megabytes, told["states"])

    def both(self, case: Case) -> tuple[Measured, Measured]:
        """Medians of both, run in turn; raises if they count differently."""
        self.ours(case)  # warm
        pairs = [(self.ours(case), self.theirs(case)) for _ in range(self.repeats)]
        ours, theirs = (_median(side) for side in zip(*pairs, strict=True))
        _agree(case, ours, theirs)
        return ours, theirs


def _agree(case: Case, ours: Measured, theirs: Measured) -> None:
    if ours.states != theirs.states:
        raise SystemExit(f"{case.name}: {ours.states} states, and TLC {theirs.states}")


def _median(side: Iterable[Measured]) -> Measured:
    runs = list(side)
    wall = statistics.median(each.wall for each in runs)
    megabytes = statistics.median(each.megabytes for each in runs)
    return Measured(wall, megabytes, runs[0].states, all(each.ended for each in runs))


def rates(bench: Bench, cases: Iterable[Case]) -> Iterator[str]:
    """A table of distinct states a second."""
    yield "| model | distinct states | ours, states/s | MB | TLC, states/s | MB | times faster |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for case in cases:
        ours, theirs = bench.both(case)
        yield (
            f"| {case.name} | {ours.states:,} | {ours.rate:,.0f} | {ours.megabytes:.0f} "
            f"| {theirs.rate:,.0f} | {theirs.megabytes:.0f} | {theirs.wall / ours.wall:.1f} |"
        )


def document(bench: Bench) -> Iterator[str]:
    """Document 000: one specification beside TLC, and all theorems of the module, one command."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name in ("BehavioralRules", "BehavioralTicTacToe"):
            (folder / f"{name}.tla").write_text((BUNDLED / f"{name}.tla").read_text())
        (folder / "MC.tla").write_text(
            "---- MODULE MC ----\nEXTENDS BehavioralTicTacToe\nEnds == <>Terminates\n====\n"
        )
        config = folder / "MC.cfg"
        config.write_text(
            "SPECIFICATION TicTacToe0\nPROPERTY Ends\nCHECK_DEADLOCK FALSE\n"
            "INVARIANTS BoardType TurnType WinType AtLeast5TurnsToWin GameEndsWhenBoardFull\n"
        )
        case = Case("TicTacToe0, invariants and <>Terminates", folder, "MC", config)
        ours, theirs = bench.both(case)
    yield "| what | ours, wall s | TLC, wall s | times faster |"
    yield "| --- | --- | --- | --- |"
    yield (f"| {case.name} | {ours.wall:.2f} | {theirs.wall:.2f} | {theirs.wall / ours.wall:.1f} |")
    runs = [bench.said(["BehavioralTicTacToe"]) for _ in range(1 + bench.repeats)][1:]
    yield f"| all theorems of the module, one command | {_median(runs).wall:.2f} | | |"


def small(bench: Bench, listed: Path, examples: Path) -> Iterator[str]:
    """The small models that are slower than with TLC, and how many are not; whole processes."""
    compared = slower = 0
    for model in models(examples, listed):
        case = Case(model.name, model.config.parent, model.module.stem, model.config)
        ours, theirs = bench.ours(case), bench.theirs(case)
        if not theirs.ended:
            yield f"* {case.name}: TLC does not end it, it is left out"
            continue
        if model.result == "success":
            _agree(case, ours, theirs)
        compared += 1
        if ours.wall > theirs.wall:
            slower += 1
            yield f"* {case.name}: {ours.wall:.2f} s, TLC {theirs.wall:.2f} s"
    yield f"{compared - slower} of {compared} small models are no slower than with TLC."


def memory(bench: Bench, examples: Path) -> Iterator[str]:
    """Bytes for each additional distinct state, by two sizes of MCBakery."""
    folder = examples / "Bakery-Boulangerie"
    text = (folder / "MCBakery.cfg").read_text()
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        for most in (2, 3):
            config = Path(scratch) / f"{most}.cfg"
            config.write_text(text.replace("MaxNat = 2", f"MaxNat = {most}"))
            found.append(bench.ours(Case("MCBakery", folder, "MCBakery", config)))
    few, many = found
    each = (many.megabytes - few.megabytes) * 1e6 / (many.states - few.states)
    yield (
        f"MCBakery, {few.states:,} and {many.states:,} states: "
        f"{each:.0f} bytes for each additional distinct state."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tlc", required=True)
    parser.add_argument("--examples", required=True, type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--small", type=Path)
    given = parser.parse_args()
    bench = Bench(shlex.split(given.tlc), given.repeats, given.workers)
    cases = [
        Case(Path(config).stem, given.examples / folder, module, given.examples / folder / config)
        for folder, module, config in LARGE
    ]
    cases = [case for case in cases if given.only in case.name]
    parts: list[Iterator[str]] = []
    if given.only in "TicTacToe0":
        parts.append(document(bench))
    if cases:
        parts.append(rates(bench, cases))
    if given.only in "MCBakery memory":
        parts.append(memory(bench, given.examples))
    if given.small is not None:
        parts.append(small(bench, given.small, given.examples))
    for part in parts:
        for line in part:
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
