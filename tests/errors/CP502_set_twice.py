from counterpoint import Model, step

program = Model("row")
x = program.array("x", range(4), bool, init=False)


@program.action(k=range(4))
def flip(k):
    return step(set={x[k]: True, x[0]: False})
