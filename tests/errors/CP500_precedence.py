from counterpoint import Model

program = Model("pair")
x = program.var("x", range(3), init=0)
y = program.var("y", range(3), init=0)
program.atom("both_zero", x == 0 & y == 0)
