# counterpoint play CP206_many_starts.py --from up
from counterpoint import Model, step

model = Model("counter")
n = model.var("n", range(8))
is_on = model.var("is_on", bool)


@model.action
def up():
    return step(when=n < 7, set={n: n + 1})
