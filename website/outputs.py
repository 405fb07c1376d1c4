"""What commands print, for the page of JSON forms: `python -m website.outputs` writes it anew."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from counterpoint.bundled import FOLDER

OUTPUTS = Path(__file__).parent / "outputs"

ASKED: dict[str, str] = {
    "check": "check hot_cold:stuck deadlock --audit all --json",
    "rules": "rules junction hot-cycle --json",
    "where": "where peterson 'critical0 & critical1' --sample 0 --audit all --json",
    "differ": "differ nim nim --json",
    "compare": ("compare hot_cold hot_cold --second-without alternate --audit all --json"),
    "solve": (
        "solve nim --player player1 --goal p1_wins --set piles=[1,2,3] --strategy --audit all "
        "--json"
    ),
    "advise": "advise nim --set piles=[1,2] --json",
    "criticize": (
        "criticize tictactoe:one_diagonal tictactoe:free --player O --outcome 'G !X_WINS' --json"
    ),
    "certificate": "certificate nim --set k=2 --unbounded --json",
    "repair": "repair hot_cold:scalding 'AG !once(HOT)' --json",
    "tests": "tests hot_cold --json",
    "conform": "conform hot_cold log.jsonl --json",
    "graph": "graph hot_cold -o graph.json",
    "baseline": "check hot_cold assertions --save verdicts.json",
}
"""A command for each form that is written. The last word is `--json`, or the file it writes."""

LOG = '{"event": "COLD"}\n{"event": "COLD"}\n'
"""What is in `log.jsonl`."""

_VARYING = {
    r'("seconds": )[\d.e-]+': r"\g<1>0.05",
    r'"[0-9a-f]{16}"': '"0123456789abcdef"',
    re.escape(f"{FOLDER}/"): "",
}
"""What differs from machine to machine, or with each change of an example, and what is shown."""


def shown(output: str) -> str:
    """An output without what varies.

    >>> shown('{"seconds": 1.25}')
    '{"seconds": 0.05}\\n'
    """
    for varying, instead in _VARYING.items():
        output = re.sub(varying, instead, output)
    return f"{output.rstrip()}\n"


def kept(form: str) -> str:
    """The output that the page shows for a form; empty if there is none."""
    path = OUTPUTS / f"{form}.json"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main() -> None:
    """Run all commands, and keep what they print or write."""
    for form, asked in ASKED.items():
        words = shlex.split(asked)
        with TemporaryDirectory() as folder:
            Path(folder, "log.jsonl").write_text(LOG, encoding="utf-8")
            command = [sys.executable, "-m", "counterpoint", *words]
            ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            is_printed = words[-1] == "--json"
            found = ran.stdout if is_printed else Path(folder, words[-1]).read_text("utf-8")
        (OUTPUTS / f"{form}.json").write_text(shown(found), encoding="utf-8")


if __name__ == "__main__":
    main()
