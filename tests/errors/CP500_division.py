from counterpoint import Model, step

program = Model("halving")
left = program.var("left", range(9), init=8)


@program.action
def halve():
    return step(when=left > 1, set={left: left / 2})
