"""NuSMV as a peer: a model goes in, counts and answers come out."""

from __future__ import annotations

import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .process import Run, run

PROGRAM = "NuSMV"


@dataclass(frozen=True)
class Found:
    """What NuSMV printed: counts as it writes them, with six digits, and its answers."""

    run: Run
    reachable: str
    regions: tuple[str, ...]
    answers: tuple[bool, ...]


def is_installed() -> bool:
    return shutil.which(PROGRAM) is not None


def check(model: str) -> Found:
    """The reachable states, the regions of `E [FALSE U region]`, and all answers of a model.

    The relation is made in one piece and no counterexamples are drawn: so it is fastest here.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "model.smv")
        file.write_text(model, encoding="utf-8")
        ran = run([PROGRAM, "-mono", "-dcx", "-r", "-v", "2", str(file)])
    reachable = re.search(r"^reachable states: (\S+)", ran.output, re.MULTILINE)
    if reachable is None:
        raise SystemExit(f"{PROGRAM} did not finish:\n{ran.output}")
    regions = re.findall(r"^\s*size of Y1 = (\S+) states", ran.output, re.MULTILINE)
    answers = re.findall(r"^-- specification .*?\s is (true|false)$", ran.output, re.M | re.S)
    return Found(ran, reachable[1], tuple(regions), tuple(word == "true" for word in answers))
