"""Checks the answers of engines, state by state, with the reference semantics alone.

Only these are trusted: the steps that a system itself gives (terms evaluated one by one, replayed
local automata, the evaluators of TLA+ and of LED), and the definitions of the logics. Nothing
compiled, learned, swept or symbolic is used, and no engine is imported.

`reference` defines the states and steps of a system, `form` its initial states, atoms and fairness.
`space` and `formulas` check one state at a time, `runs` checks runs, and `definition` evaluates
formulas on the whole graph of a small system. `auditor` chooses the states and reports the result.
"""
