"""A target in each notation, and findings about it."""

from __future__ import annotations

from pathlib import Path

from counterpoint import check
from counterpoint.report.findings import Finding, Findings, findings_of
from counterpoint.target import file_of, find_target

PROGRAM = """
from counterpoint import Event, Program, events, never, no_deadlock, sync, thread

HOT, COLD, LEFT, RIGHT = events("HOT COLD LEFT RIGHT")


@thread
def pour(event, times=2):
    for _ in range(times):
        yield sync(request=event)


@thread
def doubts():
    yield sync(wait_for=HOT)
    assert False, "it is too {hot}"


@thread
def bars():
    yield sync(wait_for=HOT)
    yield sync(block=[HOT, COLD])


@thread
def insists():
    while True:
        yield sync(wait_for=HOT, hot=True)


@thread
def turns():
    while True:
        yield sync(wait_for=COLD)
        yield sync(request=LEFT)


@thread
def waits():
    yield sync(wait_for=COLD)


@thread
def grows():
    count = 0
    while True:
        count += 1
        yield sync(request=HOT)


@thread
def ticks():
    while True:
        yield sync(request=COLD)


@thread
def begins():
    yield sync(request=COLD, start=[doubts(), pour(HOT)])


program = Program(pour(HOT), pour(COLD), requirements={"no cold": never(COLD)})
doubting = Program(pour(HOT), doubts())
stuck = Program(pour(HOT), pour(COLD), bars(), requirements={"it flows": no_deadlock()})
hot = Program(insists(), pour(COLD))
outside = Program(turns(), external=[COLD], requirements={"never left": never(LEFT)})
silent = Program(waits(), external=[COLD], requirements={"no outside": never(COLD)})
spinning = Program(insists(), ticks())
starting = Program(begins())
endless = Program(grows(), requirements={"not cold": never(COLD)})
"""

MODEL = """
from counterpoint import Model, step

model = Model("lift")
floor = model.var("floor", range(4), init=0)


@model.action
def up():
    return step(when=floor < 3, set={floor: floor + 1})


@model.action(by=[1, 2])
def down(by):
    return step(when=floor >= by, set={floor: floor - by})


model.requires({"low": "AG (floor < 3)", "back": "AG EF (floor = 0)"})
"""

MODULE = r"""---- MODULE Lift ----
EXTENDS Naturals
VARIABLE floor
Init == floor = 0
Up == floor < 3 /\ floor' = floor + 1
Down == floor > 0 /\ floor' = floor - 1
Spec == Init /\ [][Up \/ Down]_floor
Low == floor < 3
High == floor < 9
THEOREM Spec => []Low
THEOREM Whole == Spec => [](floor \in 0..3)
====
"""

SMV = """MODULE main
VAR n : 0..3;
ASSIGN init(n) := 0; next(n) := n < 3 ? n + 1 : 3;
CTLSPEC AG n < 3
INVARSPEC NAME small := n < 9
"""

LED = """Lamps.

/$
initialState := {}

pressed(n) iff clicked & 300*n - 50 < mouseX < 300*n + 50 & 450 < mouseY < 550

nextState :=
  currentState U {1}   if pressed(1);
  currentState U {2}   if pressed(2);
  currentState         otherwise

over iff 1 in currentState & 3 in currentState
$/
"""

CIRCUIT = """aag 3 1 1 1 1
2
4 6
4
6 2 5
"""

GAME = 'parity 1;\nstart 0;\n0 1 0 1 "a";\n1 3 1 0 "b";\n'

SYSTEM = """
class Clock:
    def initial(self):
        return [0]

    def successors(self, hour):
        return [("tick", hour + 1)] if hour < 3 else []

    def show(self, hour):
        return f"\\x1b[31m{hour}\\x1b[0m o'clock\\x00"


system = Clock()
"""

FILES = {
    "taps.py": PROGRAM,
    "lift.py": MODEL,
    "Lift.tla": MODULE,
    "lift.smv": SMV,
    "lamps.led": LED,
    "flip.aag": CIRCUIT,
    "game.pg": GAME,
    "clock.py": SYSTEM,
}
"""The text of a target in each notation, by the name of its file."""


def written(folder: Path) -> Path:
    """The folder, with all these files in it."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def findings(target: str, *properties: str, limit_states: int | None = None) -> Findings:
    """The findings of a check of a target in the current folder."""
    found = find_target(target)
    file = file_of(target)
    verdicts = check(found, *properties, name=target, limit_states=limit_states)
    return findings_of(verdicts, found, None if file is None else str(file))


def finding(target: str, *properties: str, limit_states: int | None = None) -> Finding:
    """The first finding that does not hold."""
    found = findings(target, *properties, limit_states=limit_states)
    return next(each for each in found if each.answer.value != "holds")


def line_of(finding: Finding) -> str:
    """The line of the source that a finding blames."""
    assert finding.place is not None
    return Path(finding.place.file).read_text(encoding="utf-8").splitlines()[finding.place.line - 1]
