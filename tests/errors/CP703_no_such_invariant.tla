---- MODULE CP703_no_such_invariant ----
EXTENDS Naturals
VARIABLE x

Init == x = 0
Next == x' = 1 - x
Small == x < 2
====
