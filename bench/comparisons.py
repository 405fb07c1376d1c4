"""One game in five notations: how long `compare` takes for each two, and that they are the same.

    python bench/comparisons.py

Whole commands inside one process, each with targets read anew; the bar is 5 s of processor time.
The run ends with an error if two of them are not the same game of 5,478 positions.
"""

from __future__ import annotations

import sys
import time
from itertools import combinations
from pathlib import Path

from counterpoint import compare, examples
from counterpoint.target import find_target

FIVE = {
    "000": "BehavioralTicTacToe:TicTacToe3",
    "001": "FreeTicTacToe:Free",
    "002": "tictactoe.led",
    "003": "tictactoe:free",
    "004": "ttt_model",
}
POSITIONS, BAR = 5478, 5.0
MAP = Path(examples.__path__[0], "one_game.toml")


def row(first: str, second: str) -> float:
    """The processor seconds of one comparison; ends the run if the answer is wrong."""
    names = FIVE[first], FIVE[second]
    began = time.process_time()
    found = compare(*map(find_target, names), map=MAP, names=names)
    if not found or found.classes != POSITIONS:
        sys.exit(f"{first} and {second}: {found}")
    return time.process_time() - began


def main() -> None:
    """Print the table."""
    row("003", "004")  # compiled code is cached by content, once on a machine
    print("| documents | CPU s | bar | reached |\n| --- | --- | --- | --- |")
    for first, second in combinations(FIVE, 2):
        seconds = row(first, second)
        reached = "yes" if seconds < BAR else "NO"
        print(f"| {first}, {second} | {seconds:.2f} | < {BAR:.0f} s | {reached} |")


if __name__ == "__main__":
    main()
