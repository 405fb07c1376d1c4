"""Damaged modules, configurations, LED texts, formulas and checkpoints: a verdict, or an error.

Whatever stands in a file, the command line ends in time, with an exit code that it promises and
without an exception of Python's; an error has a code, and one about a text has its place.
"""

from __future__ import annotations

import io
import re
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from counterpoint.cli import main

from .. import damage
from ..compare import Tally
from ..hang import Hang, in_time

SHARE = 0.5
PROGRAM = """from counterpoint import Program, events, sync, thread
HOT, COLD = events("HOT COLD")
@thread
def pour(event):
    for _ in range(2):
        yield sync(request=event)
program = Program(pour(HOT), pour(COLD))
"""
LIMITS = ("--limit-states", "300", "--limit-memory", "100M")
PLACED = re.compile(r"\[(CP70[013]|CP400|CP80[01])\]")
"""Errors about a text: they say where."""
NO_PLACE = re.compile(
    "nested too|too large to be read|"
    "cannot be read|has no code|is missing|no definition|needs |no Program|there is no "
    "atom|has properties but|means two things|every click|NAME=VALUE|is used for|no module that"
)


@dataclass(frozen=True)
class Damaged:
    """The files of a case, and the command."""

    command: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]


def draw(random: Random) -> Damaged:
    command: tuple[str, ...]
    match random.randrange(12):
        case 0 | 1 | 2 | 3 | 4:
            return _module(random)
        case 5 | 6:
            return _config(random)
        case 7 | 8:
            text = damage.damaged(random, random.choice(damage.LEDS), damage.LEDS)
            asked = random.choice(("", "", "even(2)", "reach({1},{(1,2)})", "size(initialState)"))
            command = ("eval", "M.led", asked) if asked else ("check", "M.led", *LIMITS)
            return Damaged(command, (("M.led", _encoded(random, text)),))
        case 9 | 10:
            formula = damage.damaged(random, random.choice(damage.FORMULAS), damage.FORMULAS)
            asked = formula.replace("\0", "") or "G"
            command = ("check", "program.py", "--property", asked, *LIMITS)
            return Damaged(command, (("program.py", PROGRAM.encode()),))
        case _:
            data = damage.damaged_bytes(random, checkpoint())
            files = (("M.tla", damage.MODULES[1].encode()), ("far", data))
            return Damaged(("check", "M.tla", "--recover", "far", *LIMITS), files)


def _module(random: Random) -> Damaged:
    number = random.randrange(len(damage.MODULES))
    text = damage.damaged(random, damage.MODULES[number], damage.MODULES)
    files = [("M.tla", _encoded(random, text))]
    if number == 0:
        files.append(("M.cfg", random.choice(damage.CONFIGS[:2]).encode()))
    return Damaged(("check", "M.tla", *LIMITS), tuple(files))


def _config(random: Random) -> Damaged:
    config = damage.damaged(random, random.choice(damage.CONFIGS), damage.CONFIGS)
    files = (("M.tla", damage.MODULES[0].encode()), ("M.cfg", _encoded(random, config)))
    return Damaged(("check", "M.tla", *LIMITS), files)


def _encoded(random: Random, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    return damage.damaged_bytes(random, data) if random.randrange(20) == 0 else data


@cache
def checkpoint() -> bytes:
    """The checkpoint of a check that a limit ended."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "M.tla").write_text(damage.MODULES[1], encoding="utf-8")
        file = Path(folder, "far")
        command = ("check", f"{folder}/M.tla", "--checkpoint", str(file), "--limit-states", "3")
        _said(command)
        return file.read_bytes()


def compare(case: Damaged, tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, data in case.files:
            Path(folder, name).write_bytes(data)
        names = {name for name, _ in case.files}
        command = [f"{folder}/{word}" if word in names else word for word in case.command]
        try:
            code, out, err = _said(tuple(command), sum(len(data) for _, data in case.files))
        except Hang as hang:
            tally.true("in time", case.command, False, f"it hangs: {hang}")
            return
        except BaseException as error:
            tally.true("no exception", case.command, False, f"{type(error).__name__}: {error}")
            return
    told = err + out
    tally.true("in time", case.command, True)
    tally.true("exit code", case.command, code in (0, 1, 2, 3), code)
    for bad in ("Traceback", "CP900", "CP000", "fault of Counterpoint", "Please report"):
        tally.true("no fault", case.command, bad not in told, _end(told))
    wrong = code == 2
    tally.true("a code", case.command, not wrong or "[CP" in err or "Error:" in err, _end(err))
    placed = not (wrong and PLACED.search(err)) or "\n  at " in err or NO_PLACE.search(err)
    tally.true("a place", case.command, placed, _end(err))


def _end(text: str) -> str:
    return "\n".join(text.strip().splitlines()[-12:])[-1500:]


def _said(command: tuple[str, ...], size: int = 0) -> tuple[object, str, str]:
    """The exit code of a command, and what it printed."""
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    with redirect_stdout(out), redirect_stderr(err), in_time(size):
        try:
            main([*command])
        except SystemExit as left:
            code = left.code
    return code, out.getvalue(), err.getvalue()


def show(case: Damaged) -> str:
    files = "\n".join(f"--- {name}\n{data.decode('utf-8', 'replace')}" for name, data in case.files)
    return f"{' '.join(case.command)}\n{files}"
