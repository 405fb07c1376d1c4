---- MODULE CP700_operators_without_parentheses ----
VARIABLES x, y

Init == x = 0 /\ y = 0 \/ y = 1
====
