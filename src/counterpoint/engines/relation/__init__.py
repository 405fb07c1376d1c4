"""Relations between two explored targets: simulation, bisimulation, inclusion of runs.

`side` explores a target and observes it, `union` numbers both in one graph. `partition`, `pairs`
and `subsets` decide, on the `quotient` and with `saturated` steps for the weak relations. `parting`
and `distinguishing` explain a difference, as runs and as a formula.
"""
