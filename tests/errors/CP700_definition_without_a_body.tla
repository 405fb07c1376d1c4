---- MODULE CP700_definition_without_a_body ----
EXTENDS Naturals
VARIABLE x

Init == x = 0
Next ==
    /\ x < 3
    /\ x' = x +
====
