"""Modules for these tests, and a plain search of what a specification says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from counterpoint.tla.compiler import Compiler
from counterpoint.tla.evaluate.context import Closed
from counterpoint.tla.modules import Loaded, check_expression
from counterpoint.tla.spec import Conjunct, Kind, Specification, flatten, start_of, step_of
from counterpoint.tla.steps import initial, next_states, plan
from counterpoint.tla.syntax import read_expression
from counterpoint.tla.tree import Apply

GAME = r"""
EXTENDS Naturals, FiniteSets

\* The board, which takes one mark at a time.
VARIABLE board, shown
v1 == <<board, shown>>

N == 3
Empty == "-"
Mark == {"X", "O"}
Shown(b) == [row \in 1..N |-> [column \in 1..N |-> b[row, column]]]
BoardFull == \A i, j \in 1..N : board[i, j] # Empty

Init1 == /\ board = [i, j \in 1..N |-> Empty]
         /\ shown = Shown(board)
Next1 == /\ \E i, j \in 1..N, mark \in Mark : /\ board[i, j] = Empty
                                              /\ board' = [board EXCEPT ![i, j] = mark]
         /\ shown' = Shown(board')
Board == Init1 /\ [][Next1]_v1

OnceSetAlwaysSet ==
  \A i, j \in 1..N : \E mark \in Mark : board[i, j] = mark => [](board[i, j] = mark)

\* The players move in turns.
VARIABLE current, turn
v2 == <<v1, turn, current>>
Opponent == IF current = "X" THEN "O" ELSE "X"

Init2 == turn = 0 /\ current = "X"
Next2 == /\ turn' = turn + 1
         /\ current' = Opponent
         /\ \E i, j \in 1..N : board[i, j] = Empty /\ board'[i, j] = current
EnforceTurns == Init2 /\ [][Next2]_v2
Alternating == [][current' # current]_v2
TurnType == current \in Mark /\ turn \in Nat

\* Three in a row end the game.
VARIABLE win
v3 == <<v2, win>>
Line == {[i \in 1..N |-> <<i, y>>] : y \in 1..N} \cup {[i \in 1..N |-> <<x, i>>] : x \in 1..N}
        \cup {[i \in 1..N |-> <<i, i>>], [i \in 1..N |-> <<i, N - i + 1>>]}
Won(player) == \E line \in Line : \A i \in 1..N : board[line[i]] = player
NoWin == ~ \E player \in Mark : Won(player)'

Init3 == win = Empty
Next3 == \/ /\ win = Empty
            /\ \/ \E player \in Mark : Won(player)' /\ win' = player
               \/ NoWin /\ BoardFull' /\ win' = "Draw"
               \/ NoWin /\ ~BoardFull' /\ UNCHANGED win
         \/ win \in Mark /\ UNCHANGED <<win, board>>
DetectWin == Init3 /\ [][Next3]_v3

\* The middle is marked first.
Middle == <<2, 2>>
Next4 == board[Middle] = Empty => board'[Middle] = current
MarkMiddle == TRUE /\ [][Next4]_v3

TicTacToe2 == Board /\ EnforceTurns
TicTacToe3 == TicTacToe2 /\ DetectWin
TicTacToe4 == TicTacToe3 /\ MarkMiddle

THEOREM Typed == EnforceTurns => TurnType
THEOREM Board => OnceSetAlwaysSet
THEOREM Turns == EnforceTurns => Alternating
THEOREM TicTacToe3 => [](BoardFull => win # Empty)
"""
"""Document 000 in short: four rules, each with an initial predicate and a box."""


def closed(loaded: Loaded, text: str) -> Closed:
    """An expression that the module reads."""
    expression = read_expression(text)
    check_expression(expression, loaded.scope)
    return Closed(expression, loaded.scope)


def specification(loaded: Loaded, name: str) -> Specification:
    return flatten(Apply(name), loaded.scope)


def shown(conjuncts: Iterable[Conjunct]) -> list[str]:
    """Each conjunct as `rule: text`."""
    return [f"{one.rule}: {one}" for one in conjuncts]


class Search:
    """All that a specification allows, found one by one; `bad` are states and steps that a claim
    forbids."""

    def __init__(self, loaded: Loaded, found: Specification, claim: Conjunct | None = None) -> None:
        compiler = Compiler([variable.name for variable in loaded.variables])
        start, step = start_of(found), step_of(found)
        first = plan(compiler, start.expression, start.scope, initial=True)
        then = next_states(compiler, plan(compiler, step.expression, step.scope))
        holds = compiler.test(claim.expression, claim.scope) if claim else None
        self.bad: list[Any] = []
        self.initial = set(initial(compiler, first)())
        self.states = set(self.initial)
        if claim and claim.kind is not Kind.STEPS:
            self.bad = [s for s in self.states if holds and not holds(compiler.frame(s))]
            if claim.kind is Kind.START:
                return
        todo = list(self.states)
        while todo:
            here = todo.pop()
            for there in then(here):
                if claim and holds and claim.kind is Kind.STEPS:
                    self.bad += [] if holds(compiler.frame(here, there)) else [(here, there)]
                if there not in self.states:
                    self.states.add(there)
                    todo.append(there)
                    if claim and holds and claim.kind is Kind.ALWAYS:
                        self.bad += [] if holds(compiler.frame(there)) else [there]
