---------------------------- MODULE FreeTicTacToe ----------------------------
\* Tic-Tac-Toe as in StrategicTicTacToe, but X may play anywhere too: the rules of the game alone.
\* It shows a theorem that one specification implements another, and a game to compare others with.
\*   counterpoint check FreeTicTacToe
\*   counterpoint compare FreeTicTacToe:Free ttt_model --map one_game.toml
EXTENDS StrategicTicTacToe

MoveXAnywhere == /\ nextTurn = "X"
                 /\ ~Won("O")
                 /\ MoveToEmpty("X")
                 /\ nextTurn' = "O"

Free == Init /\ [][MoveXAnywhere \/ MoveO]_vars

\* X's strategy is one way to play the game.
THEOREM Spec => Free
=============================================================================
