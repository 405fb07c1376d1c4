"""Checks what engines answered, state by state, by the reference semantics alone.

What is trusted here: the steps that a system itself gives (terms evaluated one by one, local
automata that were replayed, the evaluator of TLA+ and of LED), and the definitions of the logics.
Nothing that is compiled, learned, swept or symbolic is used, and no engine is imported.

`reference` says what a state and its steps are, `form` what else a system tells of itself. `space`
and `formulas` check one state at a time, `runs` checks runs, and `definition` evaluates formulas on
a whole small system. `auditor` chooses the states and reports.
"""
