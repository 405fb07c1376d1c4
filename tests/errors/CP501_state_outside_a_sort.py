# counterpoint play CP501_state_outside_a_sort.py --terminal --from n=8
from counterpoint import Model

model = Model("counter")
n = model.var("n", range(8), init=0)
