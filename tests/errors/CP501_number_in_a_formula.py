# counterpoint where CP501_number_in_a_formula.py light=3
from counterpoint import Model, step

model = Model("lights")
light = model.var("light", range(3), init=0)


@model.action
def change():
    return step(set={light: (light + 1) % 3})
