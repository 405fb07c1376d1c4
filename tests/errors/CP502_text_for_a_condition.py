from counterpoint import Model, step

program = Model("counter")
n = program.var("n", range(3), init=0)


@program.action
def add():
    return step(when="n < 2", set={n: n + 1})
