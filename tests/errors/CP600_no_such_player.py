from counterpoint import Model, step

model = Model("light")
on = model.var("on", bool, init=False)
model.turns(one=~on, two=on)


@model.action
def switch():
    return step(set={on: ~on})


model.requires({"three can": "<<three>> F on"})
