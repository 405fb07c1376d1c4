"""Models of SMV beside NuSMV: `python bench/smv.py [FOLDER] [--nusmv PROGRAM] [--only NAME ...]`.

FOLDER has NuSMV's bundled examples; each that NuSMV finishes in `--seconds` is checked by both, and
the answers must be the same. Without it, boards written as one TRANS formula: the reachable states
and both winning regions. Ours are CPU seconds inside the process, from reading the file to all
answers, each the least of several runs of which the first is not counted: what is imported and
compiled is there already, and no answer is. The garbage collector is set as the command sets it.
NuSMV's are the CPU seconds of its process, and the least of several option sets. A peer that is not
there is "not installed".
"""

from __future__ import annotations

import argparse
import gc
import math
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from peers.mnk import BITS, NUMBERS, Notation, smv
from peers.process import Run, run

from counterpoint import StateSpace, check
from counterpoint.cli import COLLECTED_AT
from counterpoint.errors import CounterpointError
from counterpoint.model.property import Distance
from counterpoint.smv.model import load_model

DEFAULT: tuple[str, ...] = ()
OPTIONS = (DEFAULT, ("-dcx",), ("-dcx", "-dynamic"), ("-dcx", "-coi"))
"""Option sets of NuSMV for its examples; without -dcx it also makes counterexamples, as we do."""

BOARD_OPTIONS = (("-dcx", "-mono"), ("-dcx",))
"""Option sets for boards: the relation in one piece, and in parts."""

ROUNDS = 20
"""Runs of which the fastest counts, if they take less than `ENOUGH` seconds together."""

ENOUGH = 3.0

ANSWER = re.compile(
    r"^-- (?:specification|invariant|Property) .*?\s(?:is|is now) (true|false)\s*$"
    r"|^-- the result of .*is (\S+)\s*$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Peer:
    """What NuSMV took by default and at its best, both None if it did not finish; its answers."""

    default: float | None
    best: float | None
    options: str
    answers: list[str]


def asked(program: str, file: Path, options: Sequence[str], seconds: float) -> Run | None:
    """One run of NuSMV; None if it did not finish in time, or printed no answer."""
    command = ["prlimit", f"--cpu={math.ceil(seconds)}", program, *options, file.name]
    ran = run(command, cwd=file.parent, may_fail=True)
    return ran if not ran.code and ran.cpu <= seconds and ANSWER.search(ran.output) else None


def peer(program: str, file: Path, seconds: float, sets: Sequence[Sequence[str]]) -> Peer:
    """NuSMV by each of the option sets, the fastest of several runs of each.

    Option sets whose answers differ from those of the first that finishes do not count: with `-coi`
    NuSMV leaves out what a COMPUTE depends on.
    """
    default = best = None
    chosen, answers = "", list[str]()
    for options in sets:
        runs = [asked(program, file, options, seconds)]
        if (first := runs[0]) is not None:
            more = min(ROUNDS, int(ENOUGH / max(first.cpu, 0.01)))
            runs += [asked(program, file, options, seconds) for _ in range(more)]
        finished = [ran for ran in runs if ran is not None]
        if not finished:
            continue
        found = sorted(one or other for one, other in ANSWER.findall(finished[0].output))
        if answers and found != answers:
            continue
        answers = found
        took = min(ran.cpu for ran in finished)
        default = took if options == DEFAULT else default
        if best is None or took < best:
            best, chosen = took, " ".join(options) or "default"
    return Peer(default, best, chosen, answers)


def fastest(work: Callable[[], list[str]]) -> tuple[float, list[str]]:
    """The CPU seconds of the fastest run, and what each run found."""
    found = work()
    times: list[float] = []
    while len(times) < ROUNDS and sum(times) < ENOUGH:
        start = time.process_time()
        if work() != found:
            raise SystemExit("two runs found different answers")
        times.append(time.process_time() - start)
    return min(times), found


def answers_of(file: Path, seconds: float) -> list[str]:
    """Our answers, as NuSMV writes them."""
    model = load_model(file)
    found: list[str] = []
    for verdict in check(model, limit_time=seconds):
        if isinstance(model.requirements[verdict.name], Distance):
            found.append(verdict.reason.removeprefix("it is "))
        else:
            found.append({"holds": "true", "fails": "false"}.get(verdict.answer.value, "unknown"))
    return sorted(found)


def timed(file: Path, seconds: float) -> tuple[float, list[str]]:
    """The CPU seconds of our fastest run, and our answers."""
    gc.set_threshold(*COLLECTED_AT)
    return fastest(partial(answers_of, file, seconds))


def alone(file: Path, seconds: float) -> tuple[float, list[str]]:
    """As `timed`, in a process of its own: what a larger example leaves would slow the next one."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(timed, file, seconds).result()


def examples(folder: Path, program: str, seconds: float, only: Sequence[str]) -> None:
    """Print a row for each example that NuSMV finishes, of those with one of the texts in them."""
    print("| example | ours, s | NuSMV by default, s | ours / it | its best, s | its options |")
    print("| --- | --- | --- | --- | --- | --- |")
    ratios: list[tuple[float, float]] = []
    for file in sorted(folder.rglob("*.smv")):
        if only and not any(text in str(file.relative_to(folder)) for text in only):
            continue
        try:
            load_model(file)
        except CounterpointError as error:
            print(f"| {file.relative_to(folder)} | refused: {error.message.splitlines()[0]} | | |")
            continue
        theirs = peer(program, file, seconds, OPTIONS)
        if theirs.best is None:
            continue
        ours, answers = alone(file, 6 * seconds)
        same = "" if answers == theirs.answers else f" **{answers} and {theirs.answers}**"
        usual = theirs.default or theirs.best
        ratios.append((ours / usual, ours / theirs.best))
        default = "more" if theirs.default is None else f"{theirs.default:.4f}"
        row = f"{ours:.4f}{same} | {default} | {ours / usual:.1f}"
        best = f"{theirs.best:.4f} | {theirs.options}"
        print(f"| {file.relative_to(folder)} | {row} | {best} |", flush=True)
    usual_fast, best_fast = (
        sum(ratio <= 1 for ratio in kind) for kind in zip(*ratios, strict=True)
    )
    print(
        f"\n{usual_fast} of {len(ratios)} at least as fast as by default, or at its best where it "
        f"does not finish by default; {best_fast} as fast as at its best\n"
    )


def as_one(text: str) -> str:
    """The text with its TRANS formulas joined to one."""
    head, *parts = re.split(r"^TRANS", text, flags=re.MULTILINE)
    last, _, specifications = parts[-1].partition("\nSPEC")
    whole = "\n  & ".join(f"({part.strip()})" for part in [*parts[:-1], last])
    return f"{head}TRANS {whole}\nSPEC{specifications}"


def boards() -> Iterator[tuple[str, tuple[int, int, int], tuple[str, ...]]]:
    """The boards, with the numbers of reachable states and of those that each player wins."""
    yield "4x3, k = 3", (4, 3, 3), ("111973", "66708", "42205")
    yield "4x4, k = 4", (4, 4, 4), ("9722011", "2304458", "1386364")


def sizes_of(file: Path, turn: str, engine: str) -> list[str]:
    """The numbers of reachable states and of those that each player wins."""
    space = StateSpace(load_model(file, owner=turn), engine=engine)
    players = ("1", "2") if turn == "turn" else ("true", "false")
    goals = [f"<<{player}>> F won{at}" for at, player in enumerate(players, 1)]
    return [str(len(space.where(goal))) for goal in ("true", *goals)]


def on_boards(program: str, seconds: float) -> None:
    """Print the rows of the boards."""
    print("| board as one TRANS | engine | ours, s | NuSMV, s | its options |")
    print("| --- | --- | --- | --- | --- |")
    notations: tuple[tuple[str, Notation], ...] = (("turn", NUMBERS), ("first", BITS))
    for name, size, expected in boards():
        for turn, notation in notations:
            said = "a square holds 0, 1 or 2" if notation is NUMBERS else "two bits a square"
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "board.smv")
                file.write_text(as_one(smv(*size, notation)), encoding="utf-8")
                theirs = "not installed"
                options = ""
                if shutil.which(program) is not None:
                    found = peer(program, file, seconds, BOARD_OPTIONS)
                    options = found.options
                    theirs = f"more than {seconds:g}" if found.best is None else f"{found.best:.2f}"
                for engine in ("auto", "symbolic"):
                    ours, sizes = fastest(partial(sizes_of, file, turn, engine))
                    if tuple(sizes) != expected:
                        raise SystemExit(f"{name}: {sizes}, and {expected} were expected")
                    row = f"{engine} | {ours:.2f} | {theirs} | {options}"
                    print(f"| {name}, {said} | {row} |", flush=True)


def main() -> None:
    gc.set_threshold(*COLLECTED_AT)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--nusmv", default="NuSMV")
    parser.add_argument("--only", nargs="*", default=[], help="parts of names of examples")
    parser.add_argument("--seconds", type=float, default=10.0)
    given = parser.parse_args()
    if given.folder is not None:
        if shutil.which(given.nusmv) is None:
            sys.exit(f"{given.nusmv} is not installed")
        examples(given.folder.resolve(), given.nusmv, given.seconds, given.only)
    else:
        on_boards(given.nusmv, given.seconds)


if __name__ == "__main__":
    main()
