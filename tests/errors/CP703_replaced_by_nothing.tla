---- MODULE CP703_replaced_by_nothing ----
EXTENDS Integers
VARIABLE x
Init == x = 0
Next == x' = 1 - x
====
