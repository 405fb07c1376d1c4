# counterpoint advise CP600_steps_called_alike.py --goal one=heads
from counterpoint import Model, step

model = Model("coin")
coin = model.var("coin", ["heads", "tails", "held"], init="held")
model.atom("heads", coin == "heads")


@model.action(owner="one")
def toss():
    return [step(when=coin == "held", set={coin: side}) for side in ("heads", "tails")]
