# counterpoint run CP205_no_initial_state.py
from counterpoint import Model

model = Model("never")
n = model.var("n", range(3), init=0)
model.start(n == 1)
