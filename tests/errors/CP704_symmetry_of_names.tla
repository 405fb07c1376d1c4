---- MODULE CP704_symmetry_of_names ----
EXTENDS Naturals, TLC
CONSTANT Nodes
VARIABLE x
Init == x \in Nodes
Next == x' \in Nodes
Spec == Init /\ [][Next]_x
TypeOK == x \in Nodes
====
