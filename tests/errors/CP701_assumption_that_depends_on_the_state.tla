---- MODULE CP701_assumption_that_depends_on_the_state ----
EXTENDS Naturals
VARIABLE x

Limited == TRUE
ASSUME Limited
Init == x = 0
Next == x' = 1 - x
Small == x < 2
====
