"""The command line of soaking; `scripts/soak` is what starts it."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from .choices import Choices
from .kinds import Case, file_of, kinds
from .rounds import Plan, soak


def main() -> int:
    """Whether something differed: 0 or 1; 2 for words that mean nothing here."""
    every = kinds()
    parser = argparse.ArgumentParser(prog="scripts/soak", description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=2.0, help="may be a fraction")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--kinds", default=",".join(every), help="some of: %(default)s")
    parser.add_argument("--folder", type=Path, default=Path("soak"), help="for what differs")
    parser.add_argument("--case", metavar="KIND:SEED", help="run one case again, and shrink it")
    parser.add_argument("--shrink", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--reasons", action="store_true", help="say why there was no answer")
    given = parser.parse_args()
    wanted = tuple(given.kinds.split(","))
    if unknown := {*wanted, *([Case.of(given.case).kind] if given.case else [])} - {*every}:
        parser.error(f"there is no kind {', '.join(sorted(unknown))}; there are {', '.join(every)}")
    if given.case:
        return one(Case.of(given.case), given.shrink)
    plan = Plan(
        given.seed, given.minutes, wanted, given.folder, given.workers, shrink_seconds=given.shrink
    )
    summary = soak(plan)
    print(summary)
    if given.reasons:
        print(summary.refusals)
    return 1 if summary.differences else 0


def one(case: Case, seconds: float) -> int:
    """Run a case by itself, and print what differs at its smallest."""
    kind, choices = kinds()[case.kind], case.choices
    tally = kind.compared(choices)
    print(f"{tally.counts.total():,} comparisons: {dict(tally.counts)}")
    for what in dict.fromkeys(each.what for each in tally.differences):
        again = Choices("", kind.shrunk(choices, what, seconds))
        found = kind.compared(again, what).differences or tally.differences
        told = [each for each in found if each.what == what]
        print(file_of(case, told[:5], kind.show(again)))
    if not tally.differences:
        print(kind.show(choices))
    return 1 if tally.differences else 0


if __name__ == "__main__":
    if "PYTHONHASHSEED" not in os.environ:  # the order of sets is a part of the case
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.soak", *sys.argv[1:]])
    with tempfile.TemporaryDirectory() as cache:
        os.environ.setdefault("COUNTERPOINT_CACHE_DIR", cache)
        sys.exit(main())
