# counterpoint solve CP402_fairness_in_a_game.py --player one --goal on
from counterpoint import Model, step

model = Model("light")
on = model.var("on", bool, init=False)


@model.action(owner="one")
def switch():
    return step(set={on: ~on})


model.turns(one=~on, two=on)
model.weak("switch")
