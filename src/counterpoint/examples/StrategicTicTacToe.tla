-------------------------- MODULE StrategicTicTacToe --------------------------
\* Tic-Tac-Toe where X plays by a strategy and O plays anywhere.
\* It shows how to check a module that states no theorem: the last two checks fail, each with a run.
\*   counterpoint check StrategicTicTacToe --invariant OHasNotWon --no-deadlock
\*   counterpoint check StrategicTicTacToe --invariant XHasNotWon --no-deadlock    X wins
\*   counterpoint check StrategicTicTacToe --invariant NotStalemate --no-deadlock  a draw
EXTENDS Naturals

VARIABLES
    board,     \* board[row][column]
    nextTurn   \* whose turn it is

vars == <<board, nextTurn>>

Pieces == {"X", "O", "_"}

Init == /\ nextTurn = "X"
        /\ board = [i \in 1..3 |-> [j \in 1..3 |-> "_"]]

Move(player, coordinate) ==
    /\ board[coordinate[1]][coordinate[2]] = "_"
    /\ board' = [board EXCEPT ![coordinate[1]][coordinate[2]] = player]

MoveToEmpty(player) ==
    \E i \in 1..3 : \E j \in 1..3 : board[i][j] = "_" /\ Move(player, <<i, j>>)

WinningPositions == {
    <<<<1,1>>, <<1,2>>, <<1,3>>>>, <<<<2,1>>, <<2,2>>, <<2,3>>>>, <<<<3,1>>, <<3,2>>, <<3,3>>>>,
    <<<<1,1>>, <<2,1>>, <<3,1>>>>, <<<<1,2>>, <<2,2>>, <<3,2>>>>, <<<<1,3>>, <<2,3>>, <<3,3>>>>,
    <<<<1,1>>, <<2,2>>, <<3,3>>>>, <<<<3,1>>, <<2,2>>, <<1,3>>>>
}

Won(player) == \E winningPosition \in WinningPositions : \A i \in 1..3 :
    board[winningPosition[i][1]][winningPosition[i][2]] = player

MoveO == /\ nextTurn = "O"
         /\ ~Won("X")
         /\ MoveToEmpty("O")
         /\ nextTurn' = "X"
-----------------------------------------------------------------------------
\* X's strategy: begin in a corner; then win, else prevent O from winning, else take the centre,
\* else prepare a line, else move anywhere.
Corners == {<<1,1>>, <<3,1>>, <<1,3>>, <<3,3>>}

\* The squares of a line with one of them put last.
PartialWins == {<<1,2,3>>, <<2,3,1>>, <<3,1,2>>}

BoardEmpty == \A i \in 1..3, j \in 1..3 : LET space == board[i][j] IN space = "_"

StartInCorner == \E corner \in Corners : Move("X", corner)

BoardIs(coordinate, player) == board[coordinate[1]][coordinate[2]] = player

\* The line has these pieces on it, in the order of the partial win.
Holds(position, partial, a, b, c) == /\ BoardIs(position[partial[1]], a)
                                     /\ BoardIs(position[partial[2]], b)
                                     /\ BoardIs(position[partial[3]], c)

CanWin == \E position \in WinningPositions, partial \in PartialWins :
              Holds(position, partial, "X", "X", "_")

Win == \E position \in WinningPositions, partial \in PartialWins :
           Holds(position, partial, "X", "X", "_") /\ Move("X", position[partial[3]])

CanBlockWin == \E position \in WinningPositions, partial \in PartialWins :
                   Holds(position, partial, "O", "O", "_")

BlockWin == \E position \in WinningPositions, partial \in PartialWins :
                Holds(position, partial, "O", "O", "_") /\ Move("X", position[partial[3]])

CanTakeCenter == board[2][2] = "_"

TakeCenter == Move("X", <<2,2>>)

CanSetupWin == \E position \in WinningPositions, partial \in PartialWins :
                   Holds(position, partial, "X", "_", "_")

SetupWin == \E position \in WinningPositions, partial \in PartialWins :
                /\ Holds(position, partial, "X", "_", "_")
                /\ \E i \in 2..3 : Move("X", position[partial[i]])

Strategy == IF BoardEmpty         THEN StartInCorner
            ELSE IF CanWin        THEN Win
            ELSE IF CanBlockWin   THEN BlockWin
            ELSE IF CanTakeCenter THEN TakeCenter
            ELSE IF CanSetupWin   THEN SetupWin
            ELSE MoveToEmpty("X")

MoveX == /\ nextTurn = "X"
         /\ ~Won("O")
         /\ Strategy
         /\ nextTurn' = "O"

Next == MoveX \/ MoveO

Spec == Init /\ [][Next]_vars
-----------------------------------------------------------------------------
XHasNotWon == ~Won("X")
OHasNotWon == ~Won("O")

BoardFilled == ~\E i \in 1..3, j \in 1..3 : LET space == board[i][j] IN space = "_"

NotStalemate == Won("X") \/ Won("O") \/ ~BoardFilled
=============================================================================
