from counterpoint import Model

program = Model("row")
x = program.array("x", range(4), bool, init=False)
states = program.layout.size
program.var("late", bool)
