------------------------- MODULE BehavioralTicTacToe -------------------------
\* Tic-Tac-Toe of conjoined rules, as they were first put together: one rule is missing.
\* It shows how a check finds a rule that is missing, by a run, and how a repair proposes one.
\* Rule 6 is added to stage 4, so rule 5 is in none of the stages after its own, and AlwaysDraw
\* fails.
\*   counterpoint check BehavioralTicTacToe
\*   counterpoint compare BehavioralTicTacToe MendedTicTacToe
EXTENDS BehavioralRules

TicTacToe6 == TicTacToe4 /\ MarkCenterIfAvailable

THEOREM TicTacToe6 => [](FirstMarksSquare)

TicTacToe7 == TicTacToe6 /\ MarkCornerIfAvailable

THEOREM TicTacToe7 => [](SecondMarksCorner)

THEOREM TicTacToe7 => []AlwaysDraw

TicTacToe == TicTacToe7

THEOREM TicTacToe0 => TicTacToe

\* One might think that both say the same. They do not: TicTacToe has no fairness and lacks a rule.
TheSame == TicTacToe0 <=> TicTacToe
=============================================================================
