---- MODULE CP703_replaced_by_itself ----
EXTENDS TLC, Integers
CONSTANT Nodes
VARIABLE x
Perms == Permutations(Nodes)
Init == x \in Nodes
Next == x' = x
====
