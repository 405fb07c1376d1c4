"""Small TLA+ modules whose checks are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from counterpoint import check
from counterpoint.report.json import verdicts_data
from counterpoint.report.text import verdicts_text
from counterpoint.tla.file import load_module
from counterpoint.tla.module import PLAIN, Choice, TlaModule
from counterpoint.verdict import Verdicts

COUNTER = r"""
EXTENDS Naturals
VARIABLES x, ready
Init == x = 0 /\ ready = FALSE
Up == x < 5 /\ x' = x + 1 /\ UNCHANGED ready
Back == x = 5 /\ x' = 3 /\ UNCHANGED ready
Fire == x = 4 /\ ready' = TRUE /\ UNCHANGED x
vars == <<x, ready>>
Lazy == Init /\ [][Up \/ Back \/ Fire]_vars
Spec == Lazy /\ WF_vars(Up \/ Back \/ Fire)
OnlyUp == Init /\ [][Up]_vars
Low == /\ x \in Nat
       /\ x < 3
"""

QUEUE = r"""
EXTENDS Naturals, Sequences
CONSTANT N
VARIABLES queue, pc, served
vars == <<queue, pc, served>>
Init == queue = <<>> /\ pc = [i \in 1..N |-> "idle"] /\ served = {}
Put(i) == /\ pc[i] = "idle"
          /\ queue' = Append(queue, i)
          /\ pc' = [pc EXCEPT ![i] = "waiting"]
          /\ UNCHANGED served
Serve == /\ pc' = [pc EXCEPT ![Head(queue)] = "idle"]
         /\ queue' = Tail(queue)
         /\ served' = served \cup {[who |-> Head(queue), behind |-> Len(queue)]}
Careful == queue # <<>> /\ Serve
Spec == Init /\ [][(\E i \in 1..N : Put(i)) \/ Careful]_vars
Careless == Init /\ [][(\E i \in 1..N : Put(i)) \/ Serve]_vars
Patient == \A i \in 1..N : pc[i] \in {"idle"}
"""

RULES = r"""
EXTENDS Naturals
VARIABLES board, turn
Cell == {<<i, j>> : i, j \in 1..2}
Mark(c, m) == board[c] = "-" /\ board' = [board EXCEPT ![c] = m]
Board == /\ board = [c \in Cell |-> "-"]
         /\ [][\E c \in Cell, m \in {"X", "O"} : Mark(c, m)]_board
Switch == turn' = (IF turn = "X" THEN "O" ELSE "X") /\ \E c \in Cell : board'[c] # board[c]
Turns == turn = "X" /\ [][Switch]_<<board, turn>>
Fair == [][\E c \in Cell : board[c] = "-" /\ board'[c] = turn]_board
Game == Board /\ Turns /\ Fair
"""


def written(folder: Path, body: str, *theorems: str, name: str = "M", config: str = "") -> Path:
    """The file of a module that states some theorems."""
    lines = [f"---- MODULE {name} ----", body.strip(), *(f"THEOREM {t}" for t in theorems), "===="]
    path = folder / f"{name}.tla"
    path.write_text("\n".join(lines))
    if config:
        path.with_suffix(".cfg").write_text(config)
    return path


def module(
    folder: Path,
    body: str,
    *theorems: str,
    config: str = "",
    choice: Choice = PLAIN,
    **settings: Any,
) -> TlaModule:
    """A module that states some theorems, read."""
    path = written(folder, body, *theorems, config=config)
    return load_module(path, settings=settings, choice=choice)


def told(target: TlaModule, width: int = 90, **how: Any) -> list[str]:
    """The text of a check of a module, without its line of figures."""
    text = verdicts_text(checked(target), target, width=width, **how)
    return text.splitlines()[2:]


def data(target: TlaModule) -> dict[str, Any]:
    """A check of a module as plain data."""
    return verdicts_data(checked(target), target)


def checked(target: TlaModule) -> Verdicts:
    """The verdicts on a module."""
    return check(target, name="M")
