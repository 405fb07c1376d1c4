"""At once after an edit: `python bench/edit.py [repeats]`.

Whole processes with an empty cache of compiled code, as after a change of a model, or of a b-thread
whose own states have to be found by running it. Prints a markdown table of medians: wall seconds,
and those that the command itself counts, without the start of Python and imports.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from peers.process import run

OURS = Path(sys.executable).with_name("counterpoint")

WALKER = """
from counterpoint import Program, events, sync, thread

RIGHT, UP, LEFT, DOWN = events("RIGHT UP LEFT DOWN")


@thread
def walk(width, height, moves):
    x = y = 0
    while True:
        event = yield sync(request=[RIGHT, UP, LEFT, DOWN][:moves])
        x = (x + (event == RIGHT) - (event == LEFT)) % width
        y = (y + (event == UP) - (event == DOWN)) % height
        del event  # else it would be a part of the state


def program(width: int = 40, height: int = 40, moves: int = 2):
    return Program(walk(width, height, moves))
"""


@dataclass(frozen=True)
class Row:
    """A command, the number of states that it must find, and the seconds it is meant to take."""

    title: str
    command: str
    states: int | None
    bar: str = ""


LARGE = "--set width=200 --set height=100"

ROWS = (
    Row(
        "4x3 board, who wins: `counterpoint solve mnk`",
        "solve mnk --player player1 --goal p1_wins --set columns=4 --set rows=3 --set k=3",
        None,
        "0.8",
    ),
    Row("`counterpoint check krk`", "check krk", None),
    Row(
        "one b-thread with 1,600 states, two moves in each", "check walker.py deadlock", 1600, "0.3"
    ),
    Row("the same, four moves in each", "check walker.py deadlock --set moves=4", 1600),
    Row("20,000 states, two moves in each", f"check walker.py deadlock {LARGE}", 20_000, "4"),
)


def measured(row: Row, folder: Path) -> tuple[float, float | None]:
    """The wall seconds of one process, and the seconds that it says its check took."""
    with tempfile.TemporaryDirectory() as cache:
        command = [str(OURS), *row.command.split(), "--json"]
        environment = {"COUNTERPOINT_CACHE_DIR": cache}
        done = run(command, cwd=folder, env=environment, may_fail=True)
    found = json.loads(done.output[done.output.index("{") :])
    if row.states is not None and found["states"] != row.states:
        raise SystemExit(f"{row.title}: {found['states']} states")
    return done.wall, found.get("seconds")


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print("| what | bar, s | whole process, s | the check itself, s |")
    print("| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "walker.py").write_text(WALKER)
        for row in ROWS:
            runs = [measured(row, folder) for _ in range(repeats)]
            wall = statistics.median(wall for wall, _ in runs)
            inside = [seconds for _, seconds in runs if seconds is not None]
            own = f"{statistics.median(inside):.2f}" if inside else ""
            print(f"| {row.title} | {row.bar} | {wall:.2f} | {own} |", flush=True)


if __name__ == "__main__":
    main()
