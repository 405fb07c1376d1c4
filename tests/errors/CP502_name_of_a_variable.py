from counterpoint import Model

model = Model("tap")
model.var(3, bool)
