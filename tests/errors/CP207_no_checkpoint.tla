---- MODULE CP207_no_checkpoint ----
VARIABLE lamp
Init == lamp = FALSE
Next == lamp' = ~lamp
Spec == Init /\ [][Next]_lamp
THEOREM Spec => [](lamp \in BOOLEAN)
====
