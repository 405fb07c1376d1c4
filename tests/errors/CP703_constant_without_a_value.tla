---- MODULE CP703_constant_without_a_value ----
EXTENDS Naturals
CONSTANTS Most, Spare
VARIABLE x

Init == x = 0
Next == x' = 1 - x
Small == x < Most
====
