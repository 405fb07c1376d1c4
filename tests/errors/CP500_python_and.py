from counterpoint import Model, step

program = Model("pair")
x = program.var("x", range(3), init=0)
y = program.var("y", range(3), init=0)


@program.action
def go():
    return step(when=x == 0 and y == 0, set={x: 1})
