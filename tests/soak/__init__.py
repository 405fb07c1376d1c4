"""Random cases of every kind, each asked of every engine and of brute force.

`scripts/soak` runs it. A kind of cases is one file of `kinds/` with three functions: `draw` makes a
case of random choices, `compare` asks everything that can answer it and counts the comparisons, and
`show` writes the case as a small file. The draws are plain functions of a `random.Random`, so a
test can use them through `hypothesis.strategies.randoms`.

    choices.py           random numbers that are kept, given again, and shrunk
    compare.py           what was compared with what, and where it differed
    oracle.py            what formulas mean by definition, on sets of states as bits; tableau.py
    formula.py           random formulas
    model.py             models with a plain reading, drawn by model_writer.py
    module.py            TLA+ modules with a naive evaluator, drawn by module_writer.py
    program.py, led.py   random b-threads, LED texts
    ways.py              tunings, and how much is audited
    rounds.py            cases in turn, in several processes, with a summary
"""
