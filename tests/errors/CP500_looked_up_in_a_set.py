from counterpoint import Model, step

program = Model("lamp")
level = program.var("level", range(5), init=0)


@program.action
def dim():
    return step(when=level in {3, 4}, set={level: level - 1})
