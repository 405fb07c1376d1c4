from counterpoint import Model, step

program = Model("row")
x = program.array("x", range(4), bool, init=False)
at = program.var("at", range(4), init=0)


@program.action
def right():
    return step(when=(at < 3, ~x[at + 1]), set={at: at + 1})
