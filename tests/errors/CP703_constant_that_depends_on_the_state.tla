---- MODULE CP703_constant_that_depends_on_the_state ----
EXTENDS Naturals
CONSTANT Limit
VARIABLE x

Init == x = 0
Next == x' = 1 - x
Small == x < 2
====
