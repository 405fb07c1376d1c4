---- MODULE CP703_no_such_constant ----
EXTENDS Integers
VARIABLE x
Init == x = 0
Next == x' = 1 - x
====
