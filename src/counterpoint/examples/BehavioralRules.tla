--------------------------- MODULE BehavioralRules ---------------------------
\* Tic-Tac-Toe as rules to be conjoined, for the two modules that put them together.
\* It shows rules as formulas: each says how it begins and what each step must satisfy. It knows
\* nothing of later rules, and can be left out.
\*   counterpoint check BehavioralRules
EXTENDS Naturals, FiniteSets

\* Rule 1: a step puts one mark on an empty square.
VARIABLE board, pretty_board
v1 == <<board, pretty_board>>

N      == 3
Empty  == "-"
Player == {"X", "O"}
Mark   == Player
Square == {Empty} \cup Player

BoardType == /\ board        \in [(1..N) \X (1..N) -> Square]
             /\ pretty_board \in [1..N -> [1..N -> Square]]

Pretty(b) == [x \in 1..N |-> [y \in 1..N |-> b[x, y]]]

BoardFull == \A i, j \in 1..N : board[i, j] # Empty

Init1 == /\ board = [i, j \in 1..N |-> Empty]
         /\ pretty_board = Pretty(board)

Next1 == /\ \E i, j \in 1..N, mark \in Mark : /\ board[i, j] = Empty
                                              /\ board' = [board EXCEPT ![i, j] = mark]
         /\ pretty_board' = Pretty(board')

Board == Init1 /\ [][Next1]_v1

TicTacToe1 == Board

\* Without [] this speaks of the initial states only.
THEOREM Board => BoardType

\* The quantifier \E stands over an implication, so any mark that is not there makes it true.
OnceSetAlwaysSet ==
  \A i, j \in 1..N : \E mark \in Mark : board[i, j] = mark => [](board[i, j] = mark)

THEOREM TicTacToe1 => OnceSetAlwaysSet
-----------------------------------------------------------------------------
\* Rule 2: X begins, and the players take turns. It asks for a mark of the player whose turn it is,
\* but it does not say what else becomes of the board: that is rule 1's.
VARIABLE current, turn
v2 == <<v1, turn, current>>

Other(player) == IF player = "X" THEN "O" ELSE "X"
Opponent == Other(current)

TurnType == /\ current \in Player
            /\ turn \in Nat

Init2 == /\ turn = 0
         /\ current = "X"

Next2 == /\ turn' = turn + 1
         /\ current' = Opponent
         /\ \E i, j \in 1..N : /\ board[i, j] = Empty
                               /\ board'[i, j] = current

EnforceTurns == Init2 /\ [][Next2]_v2

TicTacToe2 == TicTacToe1 /\ EnforceTurns

THEOREM EnforceTurns => TurnType

\* True of this rule by itself, whatever becomes of the board.
Alternating == [][current' # current]_v2

THEOREM EnforceTurns => Alternating
-----------------------------------------------------------------------------
\* Rule 3: a line or a full board ends the game.
VARIABLE win
v3 == <<v2, win>>

Result  == Player \cup {"Draw"}
WinType == win \in {Empty} \cup Result
GameEnd == win \in Result

Line == {[i \in 1..N |-> <<i, y>>] : y \in 1..N}
        \cup {[i \in 1..N |-> <<x, i>>] : x \in 1..N}
        \cup {[i \in 1..N |-> <<i, i>>]} \cup {[i \in 1..N |-> <<i, N-i+1>>]}

f \o g == [x \in DOMAIN g |-> f[g[x]]]
BoardLine(line) == board \o line

Won(player) == \E line \in Line : BoardLine(line) = [i \in 1..N |-> player]
NoWin       == ~ \E player \in Player : Won(player)'
StopGame    == board' = board

Init3 == win = Empty

Next3 == \/ /\ win = Empty
            /\ \/ \E player \in Player : Won(player)' /\ win' = player
               \/ NoWin /\ BoardFull' /\ win' = "Draw"
               \/ NoWin /\ ~BoardFull' /\ UNCHANGED win
         \/ /\ win \in Player
            /\ UNCHANGED win
            /\ StopGame

DetectWin == Init3 /\ [][Next3]_v3

TicTacToe3 == TicTacToe2 /\ DetectWin

THEOREM DetectWin => WinType

GameEndsWhenPlayerWins == [][(win \in Player => UNCHANGED board)]_v3
THEOREM TicTacToe3 => GameEndsWhenPlayerWins

AtLeast5TurnsToWin == win # Empty => turn >= 2*N - 1
THEOREM TicTacToe3 => [](AtLeast5TurnsToWin)

GameEndsWhenBoardFull == BoardFull => GameEnd
THEOREM TicTacToe3 => [](GameEndsWhenBoardFull)
-----------------------------------------------------------------------------
\* Rule 4: who can win with this move does.
Count(mark, line) == Cardinality({i \in 1..N : BoardLine(line)[i] = mark})
CanWin(player)    == \E line \in Line : /\ Count(player, line) = N-1
                                        /\ Count(Empty, line) = 1
MarkLast(line)    == \E i \in 1..N : /\ BoardLine(line)[i] = Empty
                                     /\ board'[line[i]] = current
v4    == v3
Init4 == TRUE
Next4 == CanWin(current) =>
             \E line \in Line : Count(current, line) = N-1 /\ MarkLast(line)

Priority1 == CanWin(current)

AddThirdToWin == Init4 /\ [][Next4]_v4

TicTacToe4 == TicTacToe3 /\ AddThirdToWin
-----------------------------------------------------------------------------
\* Rule 5: who cannot win, but would lose with the next move, prevents it.
v5    == v4
Init5 == TRUE
Next5 == CanWin(Opponent) /\ ~Priority1 =>
             \E line \in Line : Count(Opponent, line) = N-1 /\ MarkLast(line)

Priority2 == Priority1 \/ CanWin(Opponent)

BlockOpponentFromWinning == Init5 /\ [][Next5]_v5

TicTacToe5 == TicTacToe4 /\ BlockOpponentFromWinning
-----------------------------------------------------------------------------
\* Rule 6: else the centre is taken, while it is free.
CenterSquare == <<(N+1) \div 2, (N+1) \div 2>>
CenterFree   == board[CenterSquare] = Empty

v6    == v5
Init6 == TRUE
Next6 == (CenterFree /\ ~Priority2) => board'[CenterSquare] = current

Priority3 == Priority2 \/ CenterFree

MarkCenterIfAvailable == Init6 /\ [][Next6]_v6

FirstMarksSquare == turn = 1 => board[CenterSquare] # Empty
-----------------------------------------------------------------------------
\* Rule 7: else a corner is taken.
CornerSquares == {1, N} \X {1, N}
CornerFree    == \E corner \in CornerSquares : board[corner] = Empty

v7    == v6
Init7 == TRUE
Next7 == (CornerFree /\ ~Priority3) =>
             \E corner \in CornerSquares : /\ board[corner] = Empty
                                           /\ board'[corner] = current

Priority4 == Priority3 \/ CornerFree

MarkCornerIfAvailable == Init7 /\ [][Next7]_v7

SecondMarksCorner == turn = 2 => \E corner \in CornerSquares : board[corner] # Empty

AlwaysDraw == (win \notin Player)
-----------------------------------------------------------------------------
\* What has to be written by hand where rules cannot be conjoined: every combination of the steps
\* of one rule and the rest of another.
Compose(NextA, UnchA, NextB, UnchB) == \/ NextA /\ NextB
                                       \/ NextA /\ UnchB
                                       \/ UnchA /\ NextB
                                       \/ UnchA /\ UnchB

Unch1 == board' = board /\ pretty_board' = pretty_board
Unch2 == turn' = turn /\ current' = current /\ Unch1
Unch3 == win' = win /\ Unch2
Unch4 == Unch3
Unch5 == Unch4
Unch6 == Unch5
Unch7 == Unch6

Next12        == Compose(Next1, Unch1, Next2, Unch2)
Unch12        == Unch1 /\ Unch2
Next123       == Compose(Next12, Unch12, Next3, Unch3)
Unch123       == Unch12 /\ Unch3
Next1234      == Compose(Next123, Unch123, Next4, Unch4)
Unch1234      == Unch123 /\ Unch4
Next12345     == Compose(Next1234, Unch1234, Next5, Unch5)
Unch12345     == Unch1234 /\ Unch5
Next123456    == Compose(Next12345, Unch12345, Next6, Unch6)
Unch123456    == Unch12345 /\ Unch6
Next1234567   == Compose(Next123456, Unch123456, Next7, Unch7)

vars == <<v1, v2, v3, v4, v5, v6, v7>>
Init == Init1 /\ Init2 /\ Init3 /\ Init4 /\ Init5 /\ Init6 /\ Init7
Next == Next1234567

TicTacToe0 == Init /\ [][Next]_vars /\ WF_vars(Next)

Terminates == win # Empty
THEOREM TicTacToe0 => <>Terminates
=============================================================================
