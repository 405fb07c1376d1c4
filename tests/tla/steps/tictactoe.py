"""Tic-tac-toe as rules that are added one after the other: each has an Init, a Next, its variables.

A rule may read what another assigns; what a rule says of the next board without giving it a value
only restricts what the first rule does.
"""

from __future__ import annotations

RULES = r"""
VARIABLES board, rows, current, turn, win

Size == 3
None == "-"
Players == {"X", "O"}
Marks == {None} \cup Players
Squares == (1..Size) \X (1..Size)
Opponent(p) == IF p = "X" THEN "O" ELSE "X"
Rows(b) == [r \in 1..Size |-> [c \in 1..Size |-> b[r, c]]]

\* A mark is put on a free square at each step.
boardVars == <<board, rows>>
MarksInit == board = [r, c \in 1..Size |-> None] /\ rows = Rows(board)
MarksNext == /\ \E r, c \in 1..Size, mark \in Players :
                    /\ board[r, c] = None
                    /\ board' = [board EXCEPT ![r, c] = mark]
             /\ rows' = Rows(board')

\* The players take turns.
turnVars == <<boardVars, <<turn, current>>>>
TurnsInit == turn = 0 /\ current = "X"
TurnsNext == /\ turn' = turn + 1
             /\ current' = Opponent(current)
             /\ \E r, c \in 1..Size : board[r, c] = None /\ board'[r, c] = current

\* Three in a row win, and nothing moves then; a full board is a draw.
Lines == {[k \in 1..Size |-> <<k, c>>] : c \in 1..Size}
         \cup {[k \in 1..Size |-> <<r, k>>] : r \in 1..Size}
         \cup {[k \in 1..Size |-> <<k, k>>], [k \in 1..Size |-> <<k, Size + 1 - k>>]}
f ** g == [k \in DOMAIN g |-> f[g[k]]]
On(line) == board ** line
Won(p) == \E line \in Lines : On(line) = [k \in 1..Size |-> p]
IsFull == \A r, c \in 1..Size : board[r, c] # None
NobodyWon == ~\E p \in Players : Won(p)'

endVars == <<turnVars, win>>
EndInit == win = None
EndNext == \/ /\ win = None
              /\ \/ \E p \in Players : Won(p)' /\ win' = p
                 \/ NobodyWon /\ IsFull' /\ win' = "Draw"
                 \/ NobodyWon /\ ~IsFull' /\ UNCHANGED win
           \/ win \in Players /\ UNCHANGED win /\ board' = board

\* A line is completed where it can be.
Count(mark, line) == Cardinality({k \in 1..Size : On(line)[k] = mark})
CanWin(p) == \E line \in Lines : Count(p, line) = Size - 1 /\ Count(None, line) = 1
MarksLast(line) == \E k \in 1..Size : On(line)[k] = None /\ board'[line[k]] = current
ThirdNext == CanWin(current) =>
                 \E line \in Lines : Count(current, line) = Size - 1 /\ MarksLast(line)

\* Else a line of the opponent is blocked.
Rival == Opponent(current)
BlockNext == (CanWin(Rival) /\ ~CanWin(current)) =>
                 \E line \in Lines : Count(Rival, line) = Size - 1 /\ MarksLast(line)

\* Else the centre is taken, else a corner.
Centre == <<2, 2>>
MustWait == CanWin(current) \/ CanWin(Rival)
CentreNext == (board[Centre] = None /\ ~MustWait) => board'[Centre] = current
Corners == {1, Size} \X {1, Size}
CornerNext ==
    ((\E q \in Corners : board[q] = None) /\ board[Centre] # None /\ ~MustWait) =>
        \E q \in Corners : board[q] = None /\ board'[q] = current

Still == board' = board /\ rows' = rows
Free1 == UNCHANGED <<turn, current, win>>
Free2 == UNCHANGED win
Start1 == turn = 0 /\ current = "?" /\ win = "?"
Start2 == win = "?"

Spec1 == [MarksNext]_boardVars
Spec2 == Spec1 /\ [TurnsNext]_turnVars
Spec3 == Spec2 /\ [EndNext]_endVars
Spec4 == Spec3 /\ [ThirdNext]_endVars
Spec5 == Spec4 /\ [BlockNext]_endVars
Spec6 == Spec4 /\ [CentreNext]_endVars
Spec7 == Spec6 /\ [CornerNext]_endVars
Spec6Mended == Spec5 /\ [CentreNext]_endVars
Spec7Mended == Spec6Mended /\ [CornerNext]_endVars

Init1 == MarksInit /\ Start1
Init2 == MarksInit /\ TurnsInit /\ Start2
Init3 == MarksInit /\ TurnsInit /\ EndInit
"""
