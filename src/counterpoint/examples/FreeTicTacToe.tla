---------------------------- MODULE FreeTicTacToe ----------------------------
\* Tic-Tac-Toe as in StrategicTicTacToe, but X may play anywhere too: the rules of the game alone.
EXTENDS StrategicTicTacToe

MoveXAnywhere == /\ nextTurn = "X"
                 /\ ~Won("O")
                 /\ MoveToEmpty("X")
                 /\ nextTurn' = "O"

Free == Init /\ [][MoveXAnywhere \/ MoveO]_vars

\* X's strategy is one way to play the game.
THEOREM Spec => Free
=============================================================================
