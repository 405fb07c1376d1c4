# counterpoint play CP206_no_state.py --from n=2,n=3
from counterpoint import Model

model = Model("counter")
n = model.var("n", range(8), init=0)
