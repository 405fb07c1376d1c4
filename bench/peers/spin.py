"""Spin as a peer: a model is compiled into a verifier of its own, which counts the states."""

from __future__ import annotations

import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .process import Run, run

COMPILER = ("gcc", "-O3", "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16000", "-o", "pan", "pan.c")
VERIFIER = ("./pan", "-E", "-n", "-m1000", "-w24")
"""No reduction, for states are counted; room for 2^24 of them in the table from the start."""


@dataclass(frozen=True)
class Found:
    """What the verifier took, without making it, and how many states it stored."""

    run: Run
    states: int


def is_installed() -> bool:
    return all(shutil.which(program) for program in ("spin", "gcc"))


def count(model: str) -> Found:
    """How many states a model has; final states are no errors."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        Path(here, "model.pml").write_text(model, encoding="utf-8")
        run(["spin", "-a", "model.pml"], cwd=here)
        run(COMPILER, cwd=here)
        ran = run(VERIFIER, cwd=here)
    states = re.search(r"^\s*(\d+) states, stored", ran.output, re.MULTILINE)
    if states is None or "errors: 0" not in ran.output:
        raise SystemExit(f"Spin did not finish:\n{ran.output}")
    return Found(ran, int(states[1]))
