---- MODULE CP706_false_assumption ----
EXTENDS Naturals
CONSTANT N
VARIABLE x

ASSUME AtLeastTwo == N > 1

Init == x = 0
Next == x' = (x + 1) % N
====
