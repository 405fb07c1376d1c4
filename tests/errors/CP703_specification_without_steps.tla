---- MODULE CP703_specification_without_steps ----
EXTENDS Integers
VARIABLE x
Init == x = 0
Next == x' = 1 - x
====
