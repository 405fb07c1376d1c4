"""Twenty digits, 10^20 states: they count up one by one, and five of one carry to the next."""

from counterpoint import Model, step

model = Model("digits")
x = model.array("x", range(20), range(10), init=0)


@model.action(i=range(20))
def up(i):
    return step(when=x[i] < 9, set={x[i]: x[i] + 1})


@model.action(i=range(19))
def carry(i):
    return step(when=(x[i] >= 5, x[i + 1] < 9), set={x[i]: x[i] - 5, x[i + 1]: x[i + 1] + 1})


model.requires({"thirty steps": "AG !(x[0] = 9 & x[5] = 9 & x[10] = 9 & x[15] = 3)"})
