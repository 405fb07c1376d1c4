# counterpoint play CP502_state_with_another_variable.py --terminal --from n=3,size=large
from counterpoint import Model, step

model = Model("counter")
n = model.var("n", range(8), init=0)


@model.action
def up():
    return step(when=n < 7, set={n: n + 1})
