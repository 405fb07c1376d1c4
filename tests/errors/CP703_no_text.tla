---- MODULE CP703_no_text ----
EXTENDS Integers
VARIABLE x
Init == x = 0
Next == x' = 1 - x
====
