from counterpoint import Model, step

clock = Model("clock")
hour = clock.var("hour", range(24), init=0)

program = Model("shop")
is_open = program.var("is_open", bool, init=False)


@program.action
def open_shop():
    return step(when=hour >= 8, set={is_open: True})
