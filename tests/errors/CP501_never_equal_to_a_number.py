from counterpoint import Model, step

model = Model("lights")
light = model.var("light", range(3), init=0)


@model.action
def change():
    return step(when=light != 3, set={light: (light + 1) % 3})
