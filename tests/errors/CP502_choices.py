from counterpoint import Model, step

program = Model("row")
x = program.array("x", range(4), bool, init=False)


@program.action(i=range(4))
def flip(k):
    return step(set={x[k]: ~x[k]})
