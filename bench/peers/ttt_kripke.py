"""Tic-Tac-Toe as pyModelChecking reads it: `python ttt_kripke.py`, which prints JSON.

A state is the nine squares and whose turn it is, as in the bundled `ttt_model`; a finished game
stays as it is. `QUESTIONS` are asked of both checkers.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

State = tuple[int, ...]

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LABELS = ("p1_wins", "p2_wins", "full")
START: State = (0,) * 9 + (1,)


@dataclass(frozen=True)
class Question:
    """The same formula in our notation and in pyModelChecking's."""

    logic: str
    ours: str
    theirs: str


QUESTIONS = (
    Question("CTL", "EF p1_wins", "E F p1_wins"),
    Question("CTL", "AF (p1_wins | p2_wins | full)", "A F (p1_wins or p2_wins or full)"),
    Question("CTL", "AG !(p1_wins & p2_wins)", "A G (not (p1_wins and p2_wins))"),
    Question("CTL", "E[!p2_wins U p1_wins]", "E ((not p2_wins) U p1_wins)"),
    Question("CTL", "A[!p1_wins U (p2_wins | full)]", "A ((not p1_wins) U (p2_wins or full))"),
    Question("CTL", "AG (p1_wins -> AG p1_wins)", "A G (p1_wins --> A G p1_wins)"),
    Question("CTL", "EG !p1_wins", "E G (not p1_wins)"),
    Question("CTL", "AG EF p1_wins", "A G (E F p1_wins)"),
    Question("CTL", "EX AX EX p1_wins", "E X (A X (E X p1_wins))"),
    Question("LTL", "X p1_wins", "A X p1_wins"),
    Question("LTL", "F full", "A F full"),
    Question("LTL", "F (p1_wins | full)", "A F (p1_wins or full)"),
    Question("LTL", "!p1_wins U p2_wins", "A ((not p1_wins) U p2_wins)"),
    Question("LTL", "!p1_wins U (p2_wins | full)", "A ((not p1_wins) U (p2_wins or full))"),
)
"""The LTL ones have no `G`: pyModelChecking 1.3.4 answers `A G p` with no state at all, even where
p holds for ever."""


def has_line(board: State, player: int) -> bool:
    return any(all(board[i] == player for i in line) for line in LINES)


def is_over(board: State) -> bool:
    return has_line(board, 1) or has_line(board, 2) or 0 not in board


def successors(state: State) -> list[State]:
    board, turn = state[:9], state[9]
    if is_over(board):
        return [state]
    return [(*board[:i], turn, *board[i + 1 :], 3 - turn) for i in range(9) if board[i] == 0]


def reachable() -> dict[State, list[State]]:
    """All 5,478 states with their successors."""
    found: dict[State, list[State]] = {}
    waiting = [START]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = successors(state)
            waiting += found[state]
    return found


def labels(state: State) -> set[str]:
    board = state[:9]
    held = (has_line(board, 1), has_line(board, 2), 0 not in board)
    return {label for label, holds in zip(LABELS, held, strict=True) if holds}


def kripke(graph: dict[State, list[State]]) -> Any:
    """The structure in pyModelChecking's form."""
    steps = [(state, after) for state, many in graph.items() for after in many]
    return import_module("pyModelChecking").Kripke(
        S=list(graph), S0=[START], R=steps, L={state: labels(state) for state in graph}
    )


def fingerprint(states: Iterable[Any]) -> str:
    """The number of states and a hash of them, the same for the same set."""
    listed = sorted(tuple(map(int, state)) for state in states)
    return f"{len(listed)} {hashlib.sha256(repr(listed).encode()).hexdigest()[:12]}"


def is_installed() -> bool:
    return find_spec("pyModelChecking") is not None


def ask(logic: str) -> dict[str, Any]:
    """The CPU seconds from texts to sets once structure and parser are made, and the answers."""
    language = import_module(f"pyModelChecking.{logic}")
    structure, parser = kripke(reachable()), language.Parser()
    asked = [each.theirs for each in QUESTIONS if each.logic == logic]
    start = time.process_time()
    answers = [language.modelcheck(structure, formula, parser) for formula in asked]
    seconds = time.process_time() - start
    return {"seconds": seconds, "answers": [fingerprint(answer) for answer in answers]}


if __name__ == "__main__":
    print(json.dumps({logic: ask(logic) for logic in ("CTL", "LTL")}))
