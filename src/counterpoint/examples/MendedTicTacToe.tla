--------------------------- MODULE MendedTicTacToe ---------------------------
\* Tic-Tac-Toe of conjoined rules, put together as intended.
\* It shows which rule each theorem needs, and how fairness is stated rule by rule.
\*   counterpoint check MendedTicTacToe
\*   counterpoint rules MendedTicTacToe --theorem "TicTacToe7 => []AlwaysDraw"
\* Each stage adds one rule to the stage before it.
\* Fairness can be conjoined rule by rule as well: a step of all rules together is a step of each.
EXTENDS BehavioralRules

TicTacToe6 == TicTacToe5 /\ MarkCenterIfAvailable

THEOREM TicTacToe6 => [](FirstMarksSquare)

TicTacToe7 == TicTacToe6 /\ MarkCornerIfAvailable

THEOREM TicTacToe7 => [](SecondMarksCorner)

THEOREM TicTacToe7 => []AlwaysDraw

TicTacToe == TicTacToe7

THEOREM TicTacToe0 => TicTacToe

FairByRule == /\ WF_v1(Next1) /\ WF_v2(Next2) /\ WF_v3(Next3) /\ WF_v4(Next4)
              /\ WF_v5(Next5) /\ WF_v6(Next6) /\ WF_v7(Next7)

FairTicTacToe == TicTacToe /\ FairByRule

THEOREM FairTicTacToe => <>Terminates
=============================================================================
