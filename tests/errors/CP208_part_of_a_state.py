# counterpoint conform CP208_part_of_a_state.py CP208_part_of_a_state.jsonl
from counterpoint import Model, step

model = Model("tap")
is_open = model.var("is_open", bool, init=False)


@model.action
def turn():
    return step(set={is_open: ~is_open})
