---- MODULE CP701_unknown_name ----
EXTENDS Naturals
VARIABLE board

Init == board = 0
Next == baord' = board + 1
Spec == Init /\ [][Next]_board
====
