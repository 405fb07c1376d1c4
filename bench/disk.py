"""States on disk beside states in memory: `python bench/disk.py [--only NAME] [--folder FOLDER]`.

Each row is a process of its own, which checks an invariant of a model with counters or of a module,
evaluates a formula in the states of the module, or solves a game, in memory or level by level on
disk: how long that took, and the most memory that the process had. The states are on the disk of
FOLDER, by default that of temporary files. The counts of states must be right,
or the run ends with an error.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from counterpoint import Model, TlaModule, Verdicts, check, solve, where
from counterpoint.examples.connect_four import model as connect_four
from counterpoint.model.step import step
from counterpoint.tla.module import Choice
from counterpoint.tla.modules import load
from counterpoint.tuning import Tuning

ROWS: dict[str, tuple[int, str, str]] = {
    "10^8 in memory": (1, "16G", "memory"),
    "10^8 on disk": (1, "2G", "disk"),
    "3 x 10^8 on disk": (3, "2G", "disk"),
}
"""Times 10^8 states, the limit of memory, and where the states are."""

OF_GAMES = {"game, 7 x 10^7 in memory": "memory", "game, 7 x 10^7 on disk": "disk"}

OF_MODULES = {"module, 10^7 in memory": "memory", "module, 10^7 on disk": "disk"}

OF_A_SET = "set of a module, 10^7 on disk"

EVERY = [*ROWS, *OF_MODULES, OF_A_SET, *OF_GAMES]

MODULE = r"""
---- MODULE Counters ----
EXTENDS Naturals
VARIABLE n
Init == n = [i \in 1..7 |-> 0]
Next == \E i \in 1..7 : n[i] < 9 /\ n' = [n EXCEPT ![i] = @ + 1]
Spec == Init /\ [][Next]_n
THEOREM Spec => [](n[1] <= 9)
====
"""


def counters(last: int) -> Model:
    """Eight counters of ten, and one of `last`."""
    model = Model("counters")
    many = model.array("many", range(8), range(10), init=0)
    one = model.var("one", range(last + 1), init=0)

    @model.action(at=range(8))
    def up(at):
        return step(when=many[at] < 9, set={many[at]: many[at] + 1})

    @model.action
    def another():
        return step(when=one + 1 < last, set={one: one + 1})

    return model


def measured(row: str, folder: Path) -> dict[str, Any]:
    """One check in this process."""
    if row in OF_GAMES:
        return _of_game(row, folder)
    if row == OF_A_SET:
        return _of_a_set(folder)
    wanted, found = _of_module(row, folder) if row in OF_MODULES else _of_model(row, folder)
    assert bool(found), found
    assert found.states == wanted, f"{found.states:,} states"
    return {"states": found.states, "seconds": found.seconds, "kilobytes": peak()}


def peak() -> int:
    """The most memory that this process had, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _of_game(row: str, folder: Path) -> dict[str, Any]:
    """Connect Four on 5x5 squares: which of its states the first player wins."""
    options: Any = {"disk": folder / "states"} if OF_GAMES[row] == "disk" else {}
    game = connect_four(rows=5, columns=5)
    found = solve(game, player="player1", goal="p1_wins", limit_memory="1G", **options)
    assert (found.states, len(found.winning)) == (69_763_700, 31_229_115), found
    return {"states": found.states, "seconds": found.seconds, "kilobytes": peak()}


def _of_a_set(folder: Path) -> dict[str, Any]:
    """The states of the module in which a formula holds."""
    began = time.perf_counter()
    formula = r"{n[1] = n[2] /\ n[3] > n[4]}"
    found = where(_module(), formula, disk=folder / "states", limit_memory="2G")
    assert (found.space.states, len(found)) == (10**7, 450_000), found
    return {"states": 10**7, "seconds": time.perf_counter() - began, "kilobytes": peak()}


def _module() -> TlaModule:
    return TlaModule(load("Counters.tla", text=MODULE), None, Choice())


def _of_module(row: str, folder: Path) -> tuple[int, Verdicts]:
    options: Any = {"disk": folder / "states"} if OF_MODULES[row] == "disk" else {}
    return 10**7, check(_module(), limit_memory="2G", tuning=Tuning(threads=1), **options)


def _of_model(row: str, folder: Path) -> tuple[int, Verdicts]:
    last, limit, place = ROWS[row]
    options: Any = {"disk": folder / "states"} if place == "disk" else {}
    found = check(
        counters(last),
        "AG {many[0] <= 9}",
        engine="explicit",
        limit_memory=limit,
        tuning=Tuning(bitmap_at_once=0, bitmap_sparsest=0),
        **options,
    )
    return last * 10**8, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=EVERY)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    parser.add_argument("--here", choices=EVERY, help=argparse.SUPPRESS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        if given.here:
            print(json.dumps(measured(given.here, Path(folder))))
            return
        print("| what | limit of memory | seconds | million states/s | most memory, MB |")
        print("| --- | --- | --- | --- | --- |")
        for row in [given.only] if given.only else EVERY:
            command = [sys.executable, __file__, "--here", row, "--folder", folder]
            said = subprocess.run(command, check=True, capture_output=True, text=True)
            found = json.loads(said.stdout)
            speed = found["states"] / found["seconds"] / 1e6
            megabytes = found["kilobytes"] >> 10
            limit = ROWS[row][1] if row in ROWS else "1G" if row in OF_GAMES else "2G"
            print(f"| {row} | {limit} | {found['seconds']:.1f} | {speed:.2f} | {megabytes:,} |")


if __name__ == "__main__":
    main()
